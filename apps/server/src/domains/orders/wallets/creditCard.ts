import type { CardWallet } from '@cardinal/contract/enumerations/cardWallet.ts';
import { type Money, money, negated } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type About, type AccountOf, ofCustomer, openAccount, post, requirePosted } from '../../ledger/face.ts';
import { walletOf } from './walletAccounts.ts';
import { allSharesOn } from './walletShares.ts';

const rechargeNoOf = (id: string) => `R${BigInt(id).toString(36).toUpperCase()}`;

type Card = { readonly id: string; readonly iccid: string; readonly customer_id: string };
type Credit = {
  readonly payerId: string;
  readonly wallet: CardWallet;
  readonly amount: Money;
  readonly remark: string | null;
};

/**
 * Moves an amount from an account to a wallet of a locked card. Whoever pays is kept beside it: what is left on the card is that
 * customer's when it is cleared, or an end user's, and then nobody's to clear. Nothing has changed where it is not posted.
 */
export async function creditFrom(
  ctx: Ctx,
  card: Card,
  credit: Credit & { readonly from: AccountOf; readonly about?: About; readonly endUserId?: string },
) {
  const { payerId, wallet, amount, remark, from, endUserId } = credit;
  const by = ctx.actor.kind === 'account' ? ctx.actor : undefined;
  const id = ctx.ids.next();
  const rechargeNo = rechargeNoOf(id);
  const about = credit.about ?? { key: `card:recharge:${id}`, kind: 'recharge' as const, businessNo: rechargeNo };
  const posted = await post(ctx, about, [
    { account: await openAccount(ctx, from), amount: negated(amount) },
    { account: await openAccount(ctx, walletOf(card, amount.currency, wallet)), amount },
  ]);
  if (posted.isPosted)
    await ctx.db
      .insertInto('orders.card_recharge')
      .values({
        id,
        recharge_no: rechargeNo,
        card_id: card.id,
        iccid: card.iccid,
        customer_id: payerId,
        wallet,
        amount: String(amount.minor),
        currency: amount.currency,
        remark,
        made_by: by?.accountId ?? null,
        made_by_name: by?.account ?? '',
        made_by_customer_id: by?.customerId ?? null,
        end_user_id: endUserId ?? null,
        created_at: ctx.clock.now(),
        reversed: null,
        reversed_by_name: null,
        reversed_at: null,
      })
      .execute();
  return { id, rechargeNo, posted };
}

/** Moves an amount from a customer's balance to a wallet of a locked card, or refuses. */
export async function creditCard(ctx: Ctx, card: Card, credit: Credit): Promise<{ id: string; rechargeNo: string }> {
  if (ctx.actor.kind !== 'account') throw new Error('Somebody puts money on a card');
  const from = ofCustomer(credit.payerId, credit.amount.currency, 'balance');
  const { posted, ...made } = await creditFrom(ctx, card, { ...credit, from });
  requirePosted(posted);
  return made;
}

const ofCard = (ctx: Ctx) => ctx.beyondScope('what is on a locked card, whoever put it there');

/** What is left of amounts that came to a card, and what was spent of them. */
export async function creditsLeft(ctx: Ctx, cardId: string, currency: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; left: string; spent: string }>`
    select r.id::text as id, coalesce(s.amount, 0)::text as left,
      (r.amount - coalesce(r.reversed, 0) - r.cleared - coalesce(s.amount, 0))::text as spent
    from orders.card_recharge r
    left join ${allSharesOn(sql`${cardId}::bigint`, currency)} s on s.recharge_id = r.id
    where r.id = any(${[...ids]}::bigint[]) and r.card_id = ${cardId}::bigint`.execute(ofCard(ctx));
  return new Map(rows.map(({ id, left, spent }) => [id, { left: BigInt(left), spent: BigInt(spent) }]));
}

/** Takes a part of what is left of such an amount off a locked card again. */
export async function debitTo(
  ctx: Ctx,
  card: Card,
  of: { readonly creditId: string; readonly wallet: CardWallet; readonly amount: Money; readonly to: AccountOf },
  about: About,
): Promise<void> {
  const { creditId, wallet, amount, to } = of;
  requirePosted(
    await post(ctx, about, [
      { account: await openAccount(ctx, walletOf(card, amount.currency, wallet)), amount: negated(amount) },
      { account: await openAccount(ctx, to), amount: money(amount.minor, amount.currency) },
    ]),
  );
  await sql`update orders.card_recharge set reversed = coalesce(reversed, 0) + ${String(amount.minor)}::bigint,
    reversed_at = ${ctx.clock.now()} where id = ${creditId}::bigint`.execute(ofCard(ctx));
}

/** Whether money was put on a card and stayed there; a first recharge is one before which there was none. */
export const wasRecharged = async (ctx: Ctx, cardId: string): Promise<boolean> =>
  (await ofCard(ctx)
    .selectFrom('orders.card_recharge')
    .select('id')
    .where('card_id', '=', cardId)
    .where('wallet', '=', 'walletPaid')
    .where(sql<boolean>`amount > coalesce(reversed, 0)`)
    .limit(1)
    .executeTakeFirst()) !== undefined;
