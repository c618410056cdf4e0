import { createHash } from 'node:crypto';
import type * as api from '@cardinal/contract/api/openApi/orderInterfaces.ts';
import { priceAboveMost } from '@cardinal/contract/api/orders/refusals.ts';
import { renewalForbidden } from '@cardinal/contract/api/renewals/refusals.ts';
import { OrderingSwitch } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { say } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { refusedAt } from '../../framework/duplicates.ts';
import { TracedRefusal } from '../../framework/tracedRefusal.ts';
import { customerOf } from '../customers/face.ts';
import { fundsOf, ofCustomer } from '../ledger/face.ts';
import {
  claimReference,
  keepReference,
  namedPackage,
  openOrderablePackages,
  orderOfTask,
  RENEWAL_RULE,
  recordForbidden,
  referencedOrder,
} from '../orders/face.ts';
import { startOn } from './startOn.ts';

type Accepted = AnswerOf<typeof api.openOrder>;
type Order = BodyOf<typeof api.openOrder>;

export async function listOpenPackages(
  ctx: Ctx,
  query: QueryOf<typeof api.openPackages>,
): Promise<AnswerOf<typeof api.openPackages>> {
  const { found, hasMore } = await openOrderablePackages(ctx, query);
  return {
    hasMore,
    list: found.map((each) => ({
      ...each,
      whyNotWords: each.whyNot && say(OrderingSwitch.labelOf(each.whyNot), ctx.language),
    })),
  };
}

export async function readBalance(ctx: Ctx): Promise<AnswerOf<typeof api.openBalance>> {
  const { customerId } = accountOf(ctx);
  const own = await customerOf(ctx.db, customerId);
  if (!own) throw new Refused(notFound);
  const { balance, spendable } = await fundsOf(ctx, ofCustomer(customerId, own.currency, 'balance'));
  return { list: [{ currency: own.currency, balance: String(balance), spendable: String(spendable) }] };
}

/** What two calls must have in common to be the same order, whatever the sequence of their cards. */
function digestOf({ outOrderNo: _, iccids, ...order }: Order, isRenewal: boolean): string {
  const asked = { isRenewal, ...order, iccids: [...new Set(iccids)].sort() };
  return createHash('sha256')
    .update(JSON.stringify(asked, Object.keys(asked).sort()))
    .digest('hex');
}

async function orderFor(ctx: Ctx, body: Order, isRenewal: boolean): Promise<Accepted> {
  const { outOrderNo, packageCode, payerId, iccids, periods, effectiveType, postponeDays, maxPrice } = body;
  const earlier = await claimReference(ctx, { outOrderNo, requestHash: digestOf(body, isRenewal) });
  if (earlier) return earlier as Accepted;
  const { action, packageId } = await namedPackage(ctx, { packageCode, payerId, isRenewal });
  const parameters = {
    packageId,
    ...(payerId === undefined ? {} : { payerId }),
    ...(periods === undefined ? {} : { periods }),
    ...(effectiveType === undefined ? {} : { effectiveType }),
    ...(postponeDays === undefined ? {} : { postponeDays }),
  };
  const started = await startOn(ctx, action, iccids, parameters, ({ willTouch, skipped }) => {
    const rule = skipped.find(({ reason }) => reason.startsWith(RENEWAL_RULE));
    if (willTouch === 0 && rule)
      throw new TracedRefusal(renewalForbidden, { reason: rule.words }, (inside) =>
        recordForbidden(inside, action, parameters, iccids),
      );
  });
  const { accepted, money } = started;
  const order = await orderOfTask(ctx, accepted.taskId);
  // What was begun is taken back with the transaction.
  if (maxPrice !== undefined && BigInt(order.price) > BigInt(maxPrice))
    throw refusedAt('maxPrice', priceAboveMost, { price: order.price, most: maxPrice });
  const answer: Accepted = {
    ...accepted,
    ...order,
    outOrderNo,
    currency: money?.currency ?? '',
    amount: money?.total ?? '0',
  };
  await keepReference(ctx, outOrderNo, { taskId: accepted.taskId, answer });
  return answer;
}

export const orderPackage = (ctx: Ctx, body: Order) => orderFor(ctx, body, false);

export const renewPackage = (ctx: Ctx, body: BodyOf<typeof api.openRenewal>) => orderFor(ctx, body, true);

export async function readOpenOrder(
  ctx: Ctx,
  { outOrderNo }: ParamsOf<typeof api.openOrderState>,
  { pageNum = 1 }: QueryOf<typeof api.openOrderState>,
): Promise<AnswerOf<typeof api.openOrderState>> {
  const order = await referencedOrder(ctx, outOrderNo, pageNum);
  if (!order) throw new Refused(notFound);
  return order;
}

export async function refundPackages(
  ctx: Ctx,
  { iccids, ...parameters }: BodyOf<typeof api.openRefund>,
): Promise<AnswerOf<typeof api.openRefund>> {
  const { accepted, money } = await startOn(ctx, 'refund_package', iccids, parameters);
  return { ...accepted, currency: money?.currency ?? '', amount: String(-BigInt(money?.total ?? '0')) };
}
