import { listPlans } from '@cardinal/contract/api/cardCommands/plans.ts';
import { listOnlineLookups } from '@cardinal/contract/api/cardLookups/onlineLookups.ts';
import { listCarrierAccounts } from '@cardinal/contract/api/carriers/carriers.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { hiddenCarriersOf } from '@cardinal/contract/routes/menuRules.ts';
import { expect, it } from 'vitest';
import type { Filters } from '../listState.ts';
import { listedCarriers } from './listedCarriers.ts';

const hiddenHere = (...hiddenCarriers: string[]) =>
  hiddenCarriersOf({ hiddenCarriers, isTestHost: false }, null, () => undefined);

const listed = (list: ListEndpoint, filters: Filters, hidden: ReturnType<typeof hiddenHere>) =>
  listedCarriers(list, filters, hidden, ['Gd']);

it('a host that hides a carrier lists none of it, and another lists all', () => {
  const { platform } = listed(listCarrierAccounts, {}, hiddenHere('Dx'));
  expect(platform).not.toContain(String(Platform.values.Dx));
  expect(platform).toHaveLength(Platform.options.length - 2);
  expect(listCarrierAccounts.query.safeParse({ platform }).success).toBe(true);
  expect(listed(listCarrierAccounts, {}, hiddenHere())).toEqual({});
});

it('what is asked for by its carrier or its number is listed', () => {
  expect(listed(listCarrierAccounts, { platform: '3' }, hiddenHere('Dx'))).toEqual({});
  expect(listed(listOnlineLookups, { iccid: '89861120260010003337' }, hiddenHere('Dx'))).toEqual({});
  expect(listed(listOnlineLookups, { keyword: '89861120260010003337' }, hiddenHere('Dx'))).toEqual({});
  expect(listed(listOnlineLookups, { keyword: '8986' }, hiddenHere('Dx'))).not.toEqual({});
  expect(listed(listPlans, {}, hiddenHere('Dx'))).toEqual({});
});
