import * as api from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import * as checks from '@cardinal/contract/api/cashOuts/checks.ts';
import * as receivers from '@cardinal/contract/api/cashOuts/receivers.ts';
import * as receiving from '@cardinal/contract/api/cashOuts/receiving.ts';
import { bind, bindFile, bindList, bindPrepared, type Route } from '../../framework/domain.ts';
import { askCashOut, retryCashOut } from './asking/askCashOut.ts';
import { cancelCashOut, confirmCashOut } from './asking/cancelCashOut.ts';
import { previewCashOut } from './asking/previewCashOut.ts';
import { followTransferToReceive, readTransferToReceive } from './asking/receiveCashOut.ts';
import { confirmBankPayout, queryCashOut, readPayoutVoucher, recordBankPayout } from './checking/bankPayouts.ts';
import { checkCashOuts } from './checking/checkCashOuts.ts';
import { cashOutDataset, checkDataset } from './reading/cashOutList.ts';
import { readCashOut, readComposition, readSums } from './reading/readCashOut.ts';
import { addReceiver, deleteReceiver, editReceiver, makeDefaultReceiver } from './receivers/editReceivers.ts';
import { readReceivers } from './receivers/readReceivers.ts';
import { setCashOutRule } from './receivers/setRule.ts';

const ASKED_A_MINUTE = 60;
/** Keys are not for guessing; a receiver opens one. */
const OPENED_A_MINUTE = 30;
const FOLLOWED_A_MINUTE = 120;

export const routes: readonly Route[] = [
  bind(receivers.readReceivers, (ctx) => readReceivers(ctx)),
  bind(receivers.addReceiver, (ctx, { body }) => addReceiver(ctx, body)),
  bind(receivers.editReceiver, (ctx, { body }) => editReceiver(ctx, body)),
  bind(receivers.deleteReceiver, (ctx, { body }) => deleteReceiver(ctx, body)),
  bind(receivers.makeDefaultReceiver, (ctx, { body }) => makeDefaultReceiver(ctx, body)),
  bind(receivers.setCashOutRule, (ctx, { body }) => setCashOutRule(ctx, body)),
  bindList(api.listCashOuts, cashOutDataset),
  bind(api.readCashOut, (ctx, { query }) => readCashOut(ctx, query)),
  bind(api.readCashOutSums, (ctx) => readSums(ctx)),
  bind(api.previewCashOut, (ctx) => previewCashOut(ctx)),
  bindPrepared(api.askCashOut, (ctx, { body }) => askCashOut(ctx, body), { perMinute: ASKED_A_MINUTE }),
  bindPrepared(api.retryCashOut, (ctx, { body }) => retryCashOut(ctx, body), { perMinute: ASKED_A_MINUTE }),
  bind(api.cancelCashOut, (ctx, { body }) => cancelCashOut(ctx, body)),
  bindPrepared(
    api.confirmCashOut,
    async (ctx, { body }) => {
      const answer = await confirmCashOut(ctx, body);
      return async () => answer;
    },
    { perMinute: ASKED_A_MINUTE },
  ),
  bind(receiving.readTransferToReceive, (ctx, { params }) => readTransferToReceive(ctx, params.key), {
    perMinute: OPENED_A_MINUTE,
  }),
  bindPrepared(
    receiving.followTransferToReceive,
    async (ctx, { params, body }) => {
      const answer = await followTransferToReceive(ctx, params.key, body);
      return async () => answer;
    },
    { perMinute: FOLLOWED_A_MINUTE },
  ),
  bindList(checks.listCashOutChecks, checkDataset),
  bind(checks.readCashOutComposition, (ctx, { query }) => readComposition(ctx, query)),
  bind(checks.checkCashOuts, (ctx, { body }) => checkCashOuts(ctx, body)),
  bind(checks.recordBankPayout, (ctx, { body, upload }) => recordBankPayout(ctx, body, upload)),
  bind(checks.confirmBankPayout, (ctx, { body }) => confirmBankPayout(ctx, body)),
  bindPrepared(
    checks.queryCashOut,
    async (ctx, { body }) => {
      const answer = await queryCashOut(ctx, body);
      return async () => answer;
    },
    { perMinute: ASKED_A_MINUTE },
  ),
  bindFile(checks.readPayoutVoucher, (ctx, { query }) => readPayoutVoucher(ctx, query)),
];
