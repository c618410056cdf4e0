import * as api from '@cardinal/contract/api/customerAccounts/recharges.ts';
import { bind, bindFile, bindList, type Route } from '../../../framework/domain.ts';
import { checkRecharge, voidRecharge } from './checkRecharge.ts';
import { enterBankTransfer, enterDeduction, spendProfit, transferBalance } from './enterRecharge.ts';
import { payOnline } from './payOnline.ts';
import { previewRecharge, readRecharge } from './readRecharge.ts';
import { rechargeDataset } from './rechargeList.ts';
import { readVoucher } from './vouchers.ts';

export const rechargeRoutes: readonly Route[] = [
  bindList(api.listRecharges, rechargeDataset),
  bind(api.readRecharge, (ctx, { query }) => readRecharge(ctx, query)),
  bindFile(api.readVoucher, (ctx, { query }) => readVoucher(ctx, query)),
  bind(api.previewRecharge, (ctx, { query }) => previewRecharge(ctx, query)),
  bind(api.enterBankTransfer, (ctx, { body, upload }) => enterBankTransfer(ctx, body, upload)),
  bind(api.transferBalance, (ctx, { body }) => transferBalance(ctx, body)),
  bind(api.enterDeduction, (ctx, { body }) => enterDeduction(ctx, body)),
  bind(api.spendProfit, (ctx, { body }) => spendProfit(ctx, body)),
  bind(api.payOnline, (ctx, { body }) => payOnline(ctx, body), { perMinute: 30 }),
  bind(api.checkRecharge, (ctx, { body }) => checkRecharge(ctx, body)),
  bind(api.voidRecharge, (ctx, { body }) => voidRecharge(ctx, body)),
];
