import type {
  cancelCashOut as cancelEndpoint,
  confirmCashOut as confirmEndpoint,
} from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import { cannotCancel, cashOutNotFound } from '@cardinal/contract/api/cashOuts/refusals.ts';
import { CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { giveBack } from '../cashOut/cashOutMoney.ts';
import { cashOutOf, keepCashOut, lockCashOut } from '../cashOut/cashOutStore.ts';
import type { CashOutRow } from '../cashOutTables.ts';
import { CANCELLED } from '../steps/applySeen.ts';
import { stepCashOut } from '../steps/stepCashOut.ts';
import { receivingAddress } from './receiveCashOut.ts';

const { toWithdraw, underReview, transferring, failed } = CashOutState.values;

/** What its own customer may still take back. */
export const isCancellable = ({ state, waits_for, cancel_asked_at }: CashOutRow): boolean =>
  state === toWithdraw ||
  state === underReview ||
  (state === transferring && waits_for === 'receiver' && !cancel_asked_at);

/** At once while nothing was sent. While the receiver has not confirmed, the provider decides. */
export async function cancelCashOut(
  ctx: Ctx,
  { id }: BodyOf<typeof cancelEndpoint>,
): Promise<AnswerOf<typeof cancelEndpoint>> {
  const row = await lockCashOut(ctx, id);
  if (row?.customer_id !== accountOf(ctx).customerId) throw new Refused(cashOutNotFound);
  if (!isCancellable(row)) throw new Refused(cannotCancel);
  ctx.note({ objectKind: 'cashOut', objectId: id, summary: row.cash_out_no, before: { state: row.state } });
  if (row.state === transferring) {
    const now = ctx.clock.now();
    await keepCashOut(ctx, id, { cancel_asked_at: now, next_at: now });
    return { id, state: row.state };
  }
  await giveBack(ctx, row, CANCELLED);
  return { id, state: failed };
}

/** Asks the provider how it is, so that whoever has just confirmed sees it. Outside any transaction. */
export async function confirmCashOut(
  ctx: Ctx,
  { id }: BodyOf<typeof confirmEndpoint>,
): Promise<AnswerOf<typeof confirmEndpoint>> {
  const isOwn = (row: CashOutRow | undefined) => row?.customer_id === accountOf(ctx).customerId;
  if (!isOwn(await cashOutOf(ctx, id))) throw new Refused(cashOutNotFound);
  await stepCashOut(ctx, id);
  const row = await cashOutOf(ctx, id);
  if (!row) throw new Refused(cashOutNotFound);
  return {
    id,
    state: row.state,
    waitsFor: row.waits_for,
    receiveAt: await receivingAddress(ctx, row),
  };
}
