import { listPlans } from '@cardinal/contract/api/cardCommands/plans.ts';
import { listOnlineLookups } from '@cardinal/contract/api/cardLookups/onlineLookups.ts';
import { listCarrierAccounts } from '@cardinal/contract/api/carriers/carriers.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { hiddenCarriersOf } from '@cardinal/contract/routes/menuRules.ts';
import { expect, it } from 'vitest';
import { listedCarriers } from './listedCarriers.ts';

const hiddenHere = (...hiddenCarriers: string[]) =>
  hiddenCarriersOf({ hiddenCarriers, isTestHost: false }, null, () => undefined);

it('a host that hides a carrier lists none of it, and another lists all', () => {
  const { platform } = listedCarriers(listCarrierAccounts, {}, hiddenHere('Dx'));
  expect(platform).not.toContain(String(Platform.values.Dx));
  expect(platform).toHaveLength(Platform.options.length - 1);
  expect(listCarrierAccounts.query.safeParse({ platform }).success).toBe(true);
  expect(listedCarriers(listCarrierAccounts, {}, hiddenHere())).toEqual({});
});

it('what is asked for by its carrier or its number is listed', () => {
  expect(listedCarriers(listCarrierAccounts, { platform: '3' }, hiddenHere('Dx'))).toEqual({});
  expect(listedCarriers(listOnlineLookups, { iccid: '89861120260010003337' }, hiddenHere('Dx'))).toEqual({});
  expect(listedCarriers(listOnlineLookups, { keyword: '89861120260010003337' }, hiddenHere('Dx'))).toEqual({});
  expect(listedCarriers(listOnlineLookups, { keyword: '8986' }, hiddenHere('Dx'))).not.toEqual({});
  expect(listedCarriers(listPlans, {}, hiddenHere('Dx'))).toEqual({});
});
