import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import {
  cardCannotTake,
  cardLimitReached,
  codeExpired,
  codeUsed,
  codeVoided,
} from '@cardinal/contract/api/groupBuys/refusals.ts';
import type { openRedeemCode } from '@cardinal/contract/api/openApi/codeInterfaces.ts';
import { OrderingSwitch } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { money } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { chainKept, judgePackages, RENEWAL_RULE, saleRefused, sellPrepaid } from '../../orders/face.ts';
import { asSeller, beyond, changeBatch, lockBatch } from '../batches/batchStore.ts';
import type { BatchRow, CodeRow } from '../groupBuyTables.ts';
import { findCode } from './findCode.ts';

type Asked = BodyOf<typeof openRedeemCode>;
type Redeeming = AnswerOf<typeof openRedeemCode>;

const { product, productStopped } = OrderingSwitch.values;
const NOT_FOR_PRODUCT = text('该码不适用于此卡的产品', 'Not for the product of this card');
/** What keeps the package from being sold now; a code that was paid for is good all the same. */
const OF_THE_SALE: readonly string[] = [
  'notHeld',
  ...OrderingSwitch.options.map(({ value }) => value).filter((each) => each !== product && each !== productStopped),
];

function refuseState(code: CodeRow, batch: BatchRow, now: Date): void {
  if (code.state === 'redeeming' || code.state === 'redeemed') throw new Refused(codeUsed);
  if (code.state === 'voided') throw new Refused(codeVoided);
  if (code.state === 'expired' || batch.expires_at <= now) throw new Refused(codeExpired);
}

/** Refuses a card that does not take the package of a code; what only the delivery finds out is found out then. */
async function refuseUnable(
  ctx: Ctx,
  batch: BatchRow,
  card: NonNullable<Parameters<typeof judgePackages>[1]['card']>,
): Promise<void> {
  const { product_codes: products } = batch;
  if (products.length > 0 && !products.includes(card.product_code ?? ''))
    throw new Refused(cardCannotTake, { reason: NOT_FOR_PRODUCT });
  const asked = { sellerId: batch.seller_id, card, packageIds: [batch.package_id], channel: 'api' as const };
  const judged = (await judgePackages(await asSeller(ctx, batch.seller_id), asked)).get(batch.package_id);
  // Rules of renewals go by what the code cost.
  const isOfCard = judged?.whyKey && ![...OF_THE_SALE, RENEWAL_RULE].includes(judged.whyKey);
  const attempt = judged?.renewal(batch.price);
  const reason = isOfCard ? judged.whyNot : attempt?.words;
  if (reason) throw saleRefused(attempt, cardCannotTake, { reason });
}

/** Codes of an offer that a card has taken or is taking; one card redeems one code of an offer at a time. */
async function refuseBeyondLimit(ctx: Ctx, batch: BatchRow, cardId: string): Promise<void> {
  if (batch.per_card === null) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`group_buys:${batch.offer_id}:${cardId}`}, 0))`.execute(
    ctx.db,
  );
  const { n } = await beyond(ctx)
    .selectFrom('group_buys.code as c')
    .innerJoin('group_buys.batch as b', 'b.id', 'c.batch_id')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('c.card_id', '=', cardId)
    .where('c.state', 'in', ['redeeming', 'redeemed'])
    .where('b.offer_id', '=', batch.offer_id)
    .executeTakeFirstOrThrow();
  if (n >= batch.per_card) throw new Refused(cardLimitReached, { most: batch.per_card });
}

async function redeem(ctx: Ctx, { batch_id: batchId, id }: CodeRow, asked: Asked): Promise<Redeeming> {
  const batch = await lockBatch(ctx, { id: batchId });
  const code = await beyond(ctx)
    .selectFrom('group_buys.code')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const now = ctx.clock.now();
  refuseState(code, batch, now);
  const card = await ctx.db.selectFrom('cards.v_card').selectAll().where('iccid', '=', asked.iccid).executeTakeFirst();
  if (!card) throw refusedAt('iccid', cardNotFound);
  await refuseUnable(ctx, batch, card);
  await refuseBeyondLimit(ctx, batch, card.id);
  const { orderId, orderNo, taskNo } = await sellPrepaid(ctx, {
    chain: chainKept(batch.chain),
    price: money(BigInt(batch.price), batch.currency),
    packageVersionId: batch.package_version_id,
    customerId: accountOf(ctx).customerId,
    card: { id: card.id, iccid: card.iccid },
    title: text(`兑换 ${batch.package_name}`, `Redeem: ${batch.package_name}`),
  });
  await beyond(ctx)
    .updateTable('group_buys.code')
    .set({
      state: 'redeeming',
      changed_at: now,
      card_id: card.id,
      iccid: card.iccid,
      order_id: orderId,
      order_no: orderNo,
      failure_zh: null,
      failure_en: null,
    })
    .where('id', '=', id)
    .execute();
  await changeBatch(ctx, batch.id, { redeeming: batch.redeeming + 1 });
  await beyond(ctx)
    .insertInto('group_buys.channel_order')
    .values({
      id: ctx.ids.next(),
      seller_id: batch.seller_id,
      customer_id: batch.customer_id,
      sales_platform: batch.sales_platform,
      their_order_no: asked.theirOrderNo ?? null,
      code_no: code.code_no,
      batch_no: batch.batch_no,
      order_id: orderId,
      order_no: orderNo,
      iccid: card.iccid,
      package_name: batch.package_name,
      their_price: asked.theirPrice ?? null,
      settlement_price: batch.price,
      currency: batch.currency,
      created_at: now,
    })
    .execute();
  ctx.note({ objectKind: 'redeemCode', objectId: id, summary: code.code_no, after: { iccid: card.iccid, orderNo } });
  return { codeNo: code.code_no, iccid: card.iccid, orderNo, taskNo, state: 'redeeming' };
}

/** Redeems a code that the caller's customer bought onto one of its cards. Of two at once one wins. */
export async function redeemCode(ctx: Ctx, asked: Asked): Promise<Commit<Redeeming>> {
  const code = await findCode(ctx, asked.code, 'bought');
  return (inside) => redeem(inside, code, asked);
}
