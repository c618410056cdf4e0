import * as api from '@cardinal/contract/api/dayReturns/dayReturns.ts';
import { readDaySwitch, setDaySwitch } from '@cardinal/contract/api/dayReturns/switches.ts';
import { bind, bindList, type Route } from '../../framework/domain.ts';
import { notifyItems, retryItems, toManual } from './deciding/decideItems.ts';
import { countOpen, dayReturnDataset, nightHistory } from './reading/dayReturnList.ts';
import { readSwitch, setSwitch } from './switches/setSwitch.ts';

export const routes: readonly Route[] = [
  bind(readDaySwitch, (ctx) => readSwitch(ctx)),
  bind(setDaySwitch, (ctx, { body }) => setSwitch(ctx, body)),
  bindList(api.listDayReturns, dayReturnDataset),
  bind(api.retryDayReturns, (ctx, { body }) => retryItems(ctx, body)),
  bind(api.returnToManual, (ctx, { body }) => toManual(ctx, body)),
  bind(api.notifyDayReturns, (ctx, { body }) => notifyItems(ctx, body)),
  bind(api.readNights, (ctx) => nightHistory(ctx)),
  bind(api.countDayReturns, (ctx) => countOpen(ctx)),
];
