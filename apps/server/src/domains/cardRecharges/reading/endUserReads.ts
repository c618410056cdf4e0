import type {
  readCardBalance as balanceEndpoint,
  readTopUp as topUpEndpoint,
} from '@cardinal/contract/api/cardRecharges/endUserTopUps.ts';
import { topUpNotFound } from '@cardinal/contract/api/cardRecharges/refusals.ts';
import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { TopUpRestart } from '@cardinal/contract/enumerations/cardRecharge.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type Ctx, endUserOf } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { fundsOf } from '../../ledger/face.ts';
import { walletOf } from '../../orders/face.ts';
import { asSeller, cardOf, type OwnCard } from '../../publicAccounts/face.ts';
import { settingsOf } from '../../settings/face.ts';
import { freeAmountOf, tiersFor } from '../tiers/offered.ts';

const { arrears } = StopReason.values;

async function wallets(ctx: Ctx, card: OwnCard, currency: string) {
  const on = async (kind: 'walletPaid' | 'walletGift') =>
    String((await fundsOf(ctx, walletOf(card, currency, kind))).balance);
  return { paid: await on('walletPaid'), gift: await on('walletGift') };
}

export async function readCardBalance(
  ctx: Ctx,
  { cardId }: QueryOf<typeof balanceEndpoint>,
): Promise<AnswerOf<typeof balanceEndpoint>> {
  const card = await cardOf(ctx, cardId);
  const { publicAccountId, customerId } = endUserOf(ctx);
  const seller = await asSeller(ctx, customerId);
  const currency = ((await customerOf(seller.db, customerId))?.currency ?? 'CNY') as Currency;
  const isCancelled = card.lifecycle === 'cancelled';
  const tiers = isCancelled ? [] : await tiersFor(ctx, { id: publicAccountId, customerId, currency }, card);
  const free = isCancelled ? undefined : await freeAmountOf(ctx, publicAccountId);
  return {
    currency,
    ...(await wallets(ctx, card, currency)),
    asOf: ctx.clock.now().toISOString(),
    isCancelled,
    isInArrears: card.stop_reasons.includes(arrears),
    tiers: tiers.map(({ id, kind, amount, bonus }) => ({ id, kind, amount, bonus })),
    free: free ? { id: free.id, least: String(free.least), most: String(free.most), step: String(free.step) } : null,
  };
}

/** Whether the card runs again, in the carrier's words: a command that waits for him is no restart. */
async function restartOf(ctx: Ctx, hadArrears: boolean, card: OwnCard): Promise<TopUpRestart> {
  if (!hadArrears) return 'none';
  if (card.stop_reasons.includes(arrears)) return 'refused';
  if (card.stop_reasons.length > 0) return 'others';
  if (card.pending_action !== null) return 'asked';
  if (card.lifecycle === 'activated') return 'done';
  // What the carrier refuses has its reason back; until the task begins nothing is pending.
  return (await settingsOf(ctx, card.customer_id)).restartsAfterPayment ? 'asked' : 'byHand';
}

export async function readTopUp(
  ctx: Ctx,
  { orderId }: QueryOf<typeof topUpEndpoint>,
): Promise<AnswerOf<typeof topUpEndpoint>> {
  const own = ctx.beyondScope('an end user’s own top-ups');
  const topUp = await own
    .selectFrom('card_recharges.top_up as t')
    .innerJoin('retail_orders.v_order as o', 'o.id', 't.id')
    .selectAll('t')
    .where('t.id', '=', orderId)
    .where('o.end_user_id', '=', endUserOf(ctx).endUserId)
    .executeTakeFirst();
  if (!topUp) throw new Refused(topUpNotFound);
  const card = await own
    .selectFrom('cards.v_card')
    .selectAll()
    .where('id', '=', topUp.card_id)
    .executeTakeFirstOrThrow();
  return {
    kind: topUp.kind,
    bonus: topUp.bonus,
    bonusState: topUp.bonus_state,
    restart: await restartOf(ctx, topUp.lifted_arrears, card),
    ...(await wallets(ctx, card, topUp.currency)),
    currency: topUp.currency,
  };
}
