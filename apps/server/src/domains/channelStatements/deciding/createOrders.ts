import type { createChannelOrders as endpoint } from '@cardinal/contract/api/channelStatements/differences.ts';
import { orderNotCreatable } from '@cardinal/contract/api/channelStatements/refusals.ts';
import { packageNotOrderable } from '@cardinal/contract/api/orders/refusals.ts';
import { OrderingSwitch } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { money } from '@cardinal/primitives/money.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { addChannelOrder } from '../../groupBuys/face.ts';
import { judgePackages, saleRefused, sellPaidElsewhere } from '../../orders/face.ts';
import type { DifferenceRow } from '../statementTables.ts';
import { decide, matchAgain, openDifferences } from './openDifferences.ts';

const NO_CARD = text('对账单没有 ICCID，请兑换其兑换码', 'The statement names no ICCID; redeem its code instead');
const CODE_UNUSED = text('对账单有兑换码，请兑换该码', 'The statement names a redeem code; redeem it instead');
const CARD_UNKNOWN = text('未找到该卡', 'The card was not found');
const { product, productStopped } = OrderingSwitch.values;
/** What is about the card, not about the package. */
const OF_CARD: readonly string[] = [product, productStopped];
const OFF: readonly string[] = ['notHeld', ...OrderingSwitch.options.map(({ value }) => value)];

async function cardOf(ctx: Ctx, { iccid, their_order_no, code_mask }: DifferenceRow) {
  const refuse = (reason: Text) => new Refused(orderNotCreatable, { number: their_order_no ?? '', reason });
  if (code_mask !== null) throw refuse(iccid === null ? NO_CARD : CODE_UNUSED);
  if (iccid === null) throw refuse(NO_CARD);
  const card = await ctx.db.selectFrom('cards.v_card').selectAll().where('iccid', '=', iccid).executeTakeFirst();
  if (!card) throw refuse(CARD_UNKNOWN);
  return card;
}

/** Orders a package for the card of a line, whose shop has paid for it. Answers the order. */
async function create(ctx: Ctx, row: DifferenceRow, packageId: string) {
  const { customerId } = accountOf(ctx);
  const card = await cardOf(ctx, row);
  const wanted = { sellerId: customerId, card, packageIds: [packageId], channel: 'api' as const };
  const judged = (await judgePackages(ctx, wanted)).get(packageId);
  const reason = judged?.whyNot;
  if (!judged?.chain || reason) {
    const said = reason ?? text('未分配该套餐', 'You do not have the package');
    const isOfPackage = !judged?.whyKey || (OFF.includes(judged.whyKey) && !OF_CARD.includes(judged.whyKey));
    throw isOfPackage
      ? refusedAt('packageId', packageNotOrderable, { reason: said })
      : saleRefused(judged?.renewal(), orderNotCreatable, { number: row.their_order_no ?? '', reason: said });
  }
  const line = await ctx.db
    .selectFrom('channel_statements.line')
    .selectAll()
    .where('id', '=', row.line_id)
    .executeTakeFirstOrThrow();
  // Whoever made the package owes nobody for it.
  const isMaker = judged.chain.length === 1;
  const { orderId, orderNo } = await sellPaidElsewhere(ctx, {
    chain: isMaker ? [{ customerId, reservePrice: money(0n, line.currency) }] : judged.chain,
    packageVersionId: judged.found.id,
    customerId,
    card: { id: card.id, iccid: card.iccid },
    title: text(`补建渠道订单 ${line.their_order_no}`, `Order missing of a shop: ${line.their_order_no}`),
  });
  const named = { order_id: orderId, order_no: orderNo, package_name: judged.found.name };
  await addChannelOrder(ctx, {
    ...named,
    seller_id: customerId,
    sales_platform: line.sales_platform,
    their_order_no: line.their_order_no,
    iccid: card.iccid,
    their_price: line.amount,
    settlement_price: line.settlement,
    currency: line.currency,
  });
  return named;
}

/** Orders what shops sold and we do not have: all of them, or none. */
export async function createOrders(
  ctx: Ctx,
  { ids, packageId, reason }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const rows = await openDifferences(ctx, ids, 'create');
  for (const row of rows) await decide(ctx, row, 'created', reason, await create(ctx, row, packageId));
  await matchAgain(ctx, rows);
  return { created: rows.length };
}
