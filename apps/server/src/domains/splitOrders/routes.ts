import * as receivers from '@cardinal/contract/api/splitOrders/receivers.ts';
import { listSplitParts } from '@cardinal/contract/api/splitOrders/splits.ts';
import { bind, bindList, bindPrepared, type Route } from '../../framework/domain.ts';
import { readSettings, receiverDataset } from './reading/receiverList.ts';
import { partDataset } from './reading/splitList.ts';
import { addReceiver, removeReceiver, setRatio } from './receivers/editReceivers.ts';

export const routes: readonly Route[] = [
  bindList(receivers.listProfitReceivers, receiverDataset),
  bind(receivers.readSplitSettings, (ctx, { query }) => readSettings(ctx, query)),
  bind(receivers.setSplitRatio, (ctx, { body }) => setRatio(ctx, body)),
  bindPrepared(receivers.addProfitReceiver, (ctx, { body }) => addReceiver(ctx, body), { perMinute: 30 }),
  bindPrepared(receivers.removeProfitReceiver, (ctx, { body }) => removeReceiver(ctx, body), { perMinute: 30 }),
  bindList(listSplitParts, partDataset),
];
