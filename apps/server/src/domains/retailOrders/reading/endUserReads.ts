import type {
  EndUserOrder,
  followOrder as followEndpoint,
  readOrders as ordersEndpoint,
  readCardPackages as packagesEndpoint,
} from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import { paySheet } from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import { retailOrderNotFound } from '@cardinal/contract/api/retailOrders/refusals.ts';
import type { AnswerOf, BodyOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type Ctx, endUserOf } from '../../../framework/context.ts';
import { programRouteFor } from '../../miniPrograms/face.ts';
import { packagesOnCard } from '../../orders/face.ts';
import { askNow, type PayableNow, payableNow, refundsOf } from '../../payments/face.ts';
import { asSeller, cardOf, kindOf } from '../../publicAccounts/face.ts';
import type { RetailOrderRow } from '../buying/retailMoney.ts';
import { offersFor } from '../listings/offers.ts';
import { latestRequest } from '../refunding/requests.ts';
import { progressOf, refundsDone } from './progress.ts';

const PAGE = 20;
const own = (ctx: Ctx) => ctx.beyondScope('an end user’s own orders');

/** What a card has, and what the account offers it now. */
export async function readCardPackages(
  ctx: Ctx,
  { cardId }: QueryOf<typeof packagesEndpoint>,
): Promise<AnswerOf<typeof packagesEndpoint>> {
  const card = await cardOf(ctx, cardId);
  const { publicAccountId, customerId } = endUserOf(ctx);
  const seller = await asSeller(ctx, customerId);
  const [has, offers] = [
    await packagesOnCard(ctx, card.id),
    await offersFor(seller, { id: publicAccountId, customer_id: customerId }, card),
  ];
  const { why = null } =
    (await kindOf(ctx, publicAccountId)) === 'miniProgram' ? await programRouteFor(ctx, publicAccountId) : {};
  return {
    notSold: why,
    own: has.map(({ orderId: _, packageId: __, startsAt, endsAt, ...each }) => ({
      ...each,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })),
    listed: offers.flatMap(({ listing, judged, left, whyNot }) => {
      if (whyNot || !judged) return [];
      const { found } = judged;
      return [
        {
          id: listing.id,
          title: listing.title,
          price: listing.price,
          originalPrice: listing.original_price,
          currency: listing.currency,
          badge: listing.badge,
          isAddOn: found.type === 'flowRefueling' || found.type === 'voiceRefueling',
          flowBytes: found.flow_bytes,
          voiceSeconds: found.voice_seconds,
          smsCount: found.sms_count,
          validityUnit: found.validity_unit,
          validityCount: found.validity_count * found.units,
          left,
        },
      ];
    }),
  };
}

const shown = (row: RetailOrderRow, done: ReadonlyMap<string, boolean>): EndUserOrder => ({
  id: row.id,
  orderNo: row.order_no,
  type: row.type,
  title: row.title,
  iccid: row.iccid,
  cardId: row.card_id,
  price: row.price,
  refunded: row.refunded,
  currency: row.currency,
  progress: progressOf(row, done.get(row.id) ?? true),
  createdAt: row.created_at.toISOString(),
  paidAt: row.paid_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
  payUntil: row.pay_until.toISOString(),
});

const ofEndUser = (ctx: Ctx) =>
  own(ctx).selectFrom('retail_orders.retail_order').selectAll().where('end_user_id', '=', endUserOf(ctx).endUserId);

export async function readOrders(
  ctx: Ctx,
  { before }: QueryOf<typeof ordersEndpoint>,
): Promise<AnswerOf<typeof ordersEndpoint>> {
  const all = ofEndUser(ctx);
  const rows = await (before === undefined ? all : all.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute();
  const page = rows.slice(0, PAGE);
  const done = await refundsDone(ctx, page);
  return { orders: page.map((row) => shown(row, done)), hasMore: rows.length > PAGE };
}

/** The stand-in for WeChat's sheet, where the merchant is a simulated one. */
function sheetUrlOf(ctx: Ctx, { providerUrl }: PayableNow, sheet: object): string | null {
  const { hostname, origin } = new URL(providerUrl);
  if (ctx.config.production || hostname !== '127.0.0.1') return null;
  return `${origin}/wechat/sheet?${new URLSearchParams(sheet as Record<string, string>)}`;
}

/** What went back of his order, the latest last. */
async function returned(ctx: Ctx, orderId: string) {
  const rows = await own(ctx)
    .selectFrom('retail_orders.give_back')
    .select(['amount', 'created_at', 'refund_id'])
    .where('retail_order_id', '=', orderId)
    .orderBy('id')
    .execute();
  const states = await refundsOf(
    ctx,
    rows.map(({ refund_id }) => refund_id),
  );
  return rows.map(({ amount, created_at, refund_id }) => ({
    amount,
    at: created_at.toISOString(),
    isDone: states.get(refund_id) === 'done',
  }));
}

/** How an order is now. While it waits for money, the provider is asked if nothing was heard. */
export async function followOrder(
  ctx: Ctx,
  { orderId }: BodyOf<typeof followEndpoint>,
): Promise<AnswerOf<typeof followEndpoint>> {
  const find = () => ofEndUser(ctx).where('id', '=', orderId).executeTakeFirst();
  const before = await find();
  if (!before) throw new Refused(retailOrderNotFound);
  if (before.pay_state < 2 && before.fulfil_state === 0) await askNow(ctx, before.payment_id);
  const row = (await find()) ?? before;
  const payment = row.pay_state < 2 && row.fulfil_state === 0 ? await payableNow(ctx, row.payment_id) : undefined;
  const target = payment?.state === 'open' ? payment.target_url : null;
  const isSheet = target !== null && payment?.target_kind === 'sheet';
  const sheet = isSheet ? paySheet.parse(JSON.parse(target)) : null;
  // A code that is a web address opens like a page.
  const payUrl = target !== null && !isSheet && /^https?:/.test(target) ? target : null;
  const records = row.package_order_id === null ? [] : await packagesOnCard(ctx, row.card_id);
  const bought = records.filter((each) => each.orderId === row.package_order_id);
  const done = await refundsDone(ctx, [row]);
  const request = await latestRequest(ctx, row.id);
  const refunds = await returned(ctx, row.id);
  // Whose balance is short is the seller's affair.
  const isWaiting = row.pay_state === 2 && row.fulfil_state < 2;
  return {
    order: {
      ...shown(row, done),
      why: row.why_zh === null || isWaiting ? null : { zh: row.why_zh, en: row.why_en ?? row.why_zh },
      refunds,
      request: request ? { state: request.state, reason: request.reason, answer: request.answer } : null,
      mayAsk:
        row.pay_state === 2 &&
        request?.state !== 'asked' &&
        BigInt(row.refunded) < BigInt(row.price) &&
        refunds.every(({ isDone }) => isDone),
      startsAt: bought[0]?.startsAt.toISOString() ?? null,
      endsAt: bought.at(-1)?.endsAt.toISOString() ?? null,
    },
    sheet,
    payUrl,
    sheetUrl: sheet && payment ? sheetUrlOf(ctx, payment, sheet) : null,
  };
}
