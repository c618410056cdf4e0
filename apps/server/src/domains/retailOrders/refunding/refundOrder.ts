import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import type { refundOrder as endpoint } from '@cardinal/contract/api/retailOrders/refunding.ts';
import {
  attemptUnderWay,
  caseSolved,
  moreThanRefundable,
  nothingRefundable,
  refundUnderWay,
  retailOrderNotFound,
} from '@cardinal/contract/api/retailOrders/refusals.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { say } from '@cardinal/primitives/text.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import { type EndableLine, endLines } from '../../orders/face.ts';
import { giveBackIn } from '../buying/giveBack.ts';
import type { RetailOrderRow } from '../buying/retailMoney.ts';
import { soldAsOf } from '../buying/soldAs.ts';
import { openCaseOf, solveCase } from '../cases/caseStore.ts';
import { refundableOf } from './refundable.ts';
import { shareAmount } from './refundRules.ts';
import { decideRequest, latestRequest } from './requests.ts';

type Asked = BodyOf<typeof endpoint>;

/** Ends what was set up, and says how much goes back; its rule and what another clerk did decide under the lock. */
async function decide(ctx: Ctx, row: RetailOrderRow, asked: Asked): Promise<bigint> {
  if (row.fulfil_state === FulfilmentState.values.ordering) throw new Refused(attemptUnderWay);
  const { lines, most, whyNot, isGoing } = await refundableOf(ctx, row);
  if (isGoing) throw new Refused(refundUnderWay);
  const limit = most[asked.part ?? 'all'];
  if (whyNot || limit === 0n) throw new Refused(nothingRefundable, { reason: whyNot ? say(whyNot, ctx.language) : '' });
  const amount =
    asked.amount === undefined ? limit : sentAmount('amount', asked.amount, row.currency, 'smallest').minor;
  if (amount > limit)
    throw new Refused(invalid, {}, [
      {
        field: 'amount',
        text: moreThanRefundable.text,
        facts: { most: moneyText(money(limit, row.currency)) },
      },
    ]);
  const as = row.fulfil_state === FulfilmentState.values.success ? soldAsOf(ctx, row) : undefined;
  await as?.takeBack(ctx, row, amount, asked.reason);
  const meant = asked.part === 'waiting' ? lines.filter(({ isUsing }) => !isUsing) : lines;
  if (meant.length > 0 && !(await end(ctx, row, meant, amount, asked.reason))) throw new Refused(caseSolved);
  return amount;
}

/** Every record gives its part of the amount, as its rule values it. */
const end = (ctx: Ctx, row: RetailOrderRow, lines: readonly EndableLine[], amount: bigint, reason: string) => {
  const shares = shareAmount(
    amount,
    lines.map(({ refundable }) => refundable),
  );
  return endLines(ctx, {
    orderId: row.package_order_id as string,
    cardId: row.card_id,
    amounts: new Map(lines.map(({ lineId, price }, at) => [lineId, { amount: shares[at] ?? 0n, price }] as const)),
    reason,
  });
};

/**
 * A clerk returns money of an order: the package ends first, every level gives back its part, and the provider is asked. Of two at
 * once the second finds the first one's refund.
 */
export async function refundOrder(ctx: Ctx, asked: Asked): Promise<AnswerOf<typeof endpoint>> {
  const found = await ctx.db
    .selectFrom('retail_orders.retail_order')
    .select(['payment_id', 'order_no', 'customer_id', 'currency', 'fulfil_state'])
    .where('id', '=', asked.id)
    .executeTakeFirst();
  if (!found) throw new Refused(retailOrderNotFound);
  const isOfDesk = (await openCaseOf(ctx, asked.id)) !== undefined;
  // Who works at the desk alone returns what waits there.
  if (!isOfDesk && !holds(ctx.actor, 'wechatOrderList.refund')) throw new Refused(caseSolved);
  const isRequested = (await latestRequest(ctx, asked.id))?.state === 'asked';
  const given = await giveBackIn(ctx, {
    retailOrderId: asked.id,
    paymentId: found.payment_id,
    cause: `clerk:${ctx.ids.next()}`,
    source: isRequested ? 'requested' : 'clerk',
    reason: asked.reason,
    decide: (row) => decide(ctx, row, asked),
  });
  if (given === undefined) throw new Refused(nothingRefundable, { reason: '' });
  if (await decideRequest(ctx, asked.id, 'approved', asked.reason)) await solveCase(ctx, asked.id, 'refunded');
  ctx.note({
    objectKind: 'retailOrder',
    objectId: asked.id,
    summary: found.order_no,
    customerId: found.customer_id,
    after: { amount: String(given), currency: found.currency, reason: asked.reason },
  });
  return DONE;
}
