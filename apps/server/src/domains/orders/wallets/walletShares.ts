import { CardWallet } from '@cardinal/contract/enumerations/cardWallet.ts';
import { FulfilmentState } from '@cardinal/contract/enumerations/order.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** What is on a wallet of a card and whose it was. */
export type Share = { readonly wallet: CardWallet; readonly payerId: string; readonly amount: bigint };

export const WALLETS = CardWallet.options.map(({ value }) => value);

/**
 * What is left on the wallets of a card of each amount that came to it (`recharge_id`, `wallet`, `payer_id`, `amount`): what was
 * spent is taken from the earliest.
 */
export const allSharesOn = (cardId: RawBuilder<unknown>, currency: string | RawBuilder<string>) => sql`(
  select r.id as recharge_id, r.wallet, r.customer_id as payer_id, r.end_user_id,
    least(r.remaining, a.balance - r.later)::bigint as amount
  from (
    select id, wallet, customer_id, end_user_id, amount - coalesce(reversed, 0) - cleared as remaining,
      coalesce(sum(amount - coalesce(reversed, 0) - cleared) over (
        partition by wallet order by id desc rows between unbounded preceding and 1 preceding), 0) as later
    from orders.card_recharge where card_id = ${cardId} and currency = ${currency}) r
  join ledger.v_account a on a.owner_kind = 'card' and a.owner_id = ${cardId} and a.currency = ${currency} and a.kind = r.wallet
  where least(r.remaining, a.balance - r.later) > 0)`;

/** The same, without what end users paid: that is not for customers to share out. */
export const sharesOn = (cardId: RawBuilder<unknown>, currency: string | RawBuilder<string>) =>
  sql`(select * from ${allSharesOn(cardId, currency)} every where every.end_user_id is null)`;

/** What is on all wallets of a card. */
export const totalOn = (cardId: RawBuilder<unknown>, currency: string | RawBuilder<string>) => sql<string>`(
  select coalesce(sum(a.balance), 0) from ledger.v_account a
  where a.owner_kind = 'card' and a.owner_id = ${cardId} and a.currency = ${currency} and a.kind = any(${[...WALLETS]}::text[]))`;

/** Something of what came to a card may be left. */
export const MAY_HAVE_MONEY = sql<SqlBool>`exists (
  select 1 from orders.card_recharge h
  where h.card_id = c.id and h.amount > h.cleared + coalesce(h.reversed, 0))`;

/** Nothing came to a card `c` since a moment, and it was not online. */
export const isIdleSince = (since: Date) => sql<SqlBool>`(
  coalesce(c.last_session_at < ${since}, true)
  and not exists (select 1 from orders.card_recharge h where h.card_id = c.id and h.created_at >= ${since}))`;

/** What keeps a card `c` from being cleared; a clearing is not in its own way. */
export const blockOf = (clearingId = '0') => sql<string | null>`(case
  when exists (select 1 from orders.order_line l
    where l.card_id = c.id and l.state = ${sql.lit(FulfilmentState.values.ordering)}) then 'openOrder'
  when exists (select 1 from orders.clearing_line g
    where g.card_id = c.id and not g.is_closed and g.clearing_id <> ${clearingId}::bigint) then 'openClearing' end)`;

/** Somebody whose money is on a card `c` is not its owner, nor above it. */
export const hasLeftPayer = (currency: string | RawBuilder<string>) => sql<SqlBool>`exists (
  select 1 from ${sharesOn(sql`c.id`, currency)} s join customers.v_customer o on o.id = c.customer_id
  where '/' || o.path not like '%/' || s.payer_id || '/%')`;

/** The facts a card `c` is judged by, as one text: owner, idle, block, total, shares. */
export const aboutWallets = (asked: {
  currency: string;
  idleSince: Date;
  clearingId?: string;
}) => sql<string>`(concat_ws('|',
  c.customer_id, case when ${isIdleSince(asked.idleSince)} then 1 else 0 end, coalesce(${blockOf(asked.clearingId)}, ''),
  ${totalOn(sql`c.id`, asked.currency)}, coalesce((
    select string_agg(concat_ws(':', s.wallet, s.payer_id, s.amount), ',' order by s.wallet, s.payer_id)
    from (select wallet, payer_id, sum(amount) as amount from ${sharesOn(sql`c.id`, asked.currency)} each group by 1, 2) s), '')))`;

/** What `aboutWallets` says. */
export type WalletFacts = {
  readonly ownerId: string;
  readonly isIdle: boolean;
  readonly block: string;
  readonly total: bigint;
  readonly shares: readonly Share[];
};

export function walletFacts(about: string): WalletFacts {
  const [ownerId = '', idle, block = '', total, shares = ''] = about.split('|');
  return {
    ownerId,
    isIdle: idle === '1',
    block,
    total: BigInt(total || 0),
    shares: shares
      .split(',')
      .filter(Boolean)
      .map((each) => {
        const [wallet, payerId = '', amount] = each.split(':');
        return { wallet: wallet as CardWallet, payerId, amount: BigInt(amount ?? 0) };
      }),
  };
}
