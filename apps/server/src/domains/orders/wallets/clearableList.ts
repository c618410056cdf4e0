import { listClearableCards } from '@cardinal/contract/api/orders/balanceClearing.ts';
import { IDLE_MONTHS, MOST_CLEARED } from '@cardinal/contract/api/orders/batchActions.ts';
import type { ClearingBlock, ClearingReason } from '@cardinal/contract/enumerations/cardWallet.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { narrowing } from '../../cards/face.ts';
import { customerNames } from '../../customers/face.ts';
import { ownCustomer } from '../reading/ownSteps.ts';
import { monthsAgo } from './clearingRules.ts';
import { blockOf, hasLeftPayer, isIdleSince, MAY_HAVE_MONEY, WALLETS } from './walletShares.ts';

/** Beyond so many cards the sums are those of the first. */
const ADDED_UP = 100_000;

type Wallets = {
  currency: Currency;
  total: string;
  paid: string;
  gift: string;
  preload: string;
  moved_at: Date | null;
  why: ClearingReason | null;
  block: ClearingBlock | null;
};
type Asked = { readonly currency?: Currency | undefined; readonly idleMonths?: number | undefined };

const currencyAsked = (ctx: Ctx, { currency }: Asked) =>
  currency
    ? sql<string>`${currency}::bpchar`
    : sql<string>`(select m.currency from customers.v_customer m where m.id = ${ownCustomer(ctx) ?? '0'}::bigint)`;

/** What is on the wallets of a card `c`, and whether it may be cleared. */
function walletsOf(ctx: Ctx, asked: Asked) {
  const currency = currencyAsked(ctx, asked);
  const since = monthsAgo(ctx.clock.now(), Number(asked.idleMonths ?? IDLE_MONTHS.usual));
  const on = (kind: string) => sql`coalesce(sum(a.balance) filter (where a.kind = ${kind}), 0)`;
  return sql<Wallets>`lateral (
    select s.*,
      (select max(h.created_at) from orders.card_recharge h where h.card_id = c.id and h.currency = s.currency) as moved_at,
      case when c.lifecycle = 'cancelled' then 'cancelled' when ${hasLeftPayer(currency)} then 'moved'
        when ${isIdleSince(since)} then 'idle' end as why,
      ${blockOf()} as block
    from (
      select a.currency, sum(a.balance) as total, ${on('walletPaid')} as paid, ${on('walletGift')} as gift,
        ${on('walletPreload')} as preload
      from ledger.v_account a
      where a.owner_kind = 'card' and a.owner_id = c.id and a.currency = ${currency} and a.balance > 0
        and a.kind = any(${[...WALLETS]}::text[])
      group by a.currency) s)`;
}

export const clearableDataset = dataset(listClearableCards, {
  from: (ctx, asked) =>
    ctx.db
      .selectFrom('cards.v_card as c')
      .innerJoin(walletsOf(ctx, asked as Asked).as('w'), (on) => on.onTrue())
      .where(MAY_HAVE_MONEY)
      .where(sql<SqlBool>`w.why is not null`),
  table: 'c',
  carrier: sql`c.platform`,
  columns: {
    currency: sql`w.currency`,
    total: sql`w.total`,
    paid: sql`w.paid`,
    gift: sql`w.gift`,
    preload: sql`w.preload`,
    why: sql`w.why`,
    block: sql`w.block`,
    movedAt: sql`w.moved_at`,
  },
  // All that one clearing takes is counted exactly.
  countBound: MOST_CLEARED,
  select: (query) =>
    query.select([
      'c.id',
      'c.iccid',
      'c.platform',
      'c.customer_id',
      'c.last_session_at',
      'w.currency',
      'w.total',
      'w.paid',
      'w.gift',
      'w.preload',
      'w.moved_at',
      'w.why',
      'w.block',
    ]),
  present: async (rows, ctx) => {
    const names = await customerNames(
      ctx.db,
      rows.map((row) => row.customer_id),
    );
    return rows.map((row) => ({ customerName: names.get(row.customer_id) ?? '' }));
  },
  extra: async (query, asked, ctx) =>
    (await narrowing(ctx, 'c', asked)).reduce((so, condition) => so.where(condition), query),
  figures: async (ctx, filtered, asked) => {
    const inner = (await filtered())
      .clearSelect()
      .select([sql`w.paid`.as('paid'), sql`w.gift`.as('gift'), sql`w.preload`.as('preload')])
      .limit(ADDED_UP + 1);
    const sums = (await ctx.db
      .selectFrom(inner.as('f'))
      .select([
        sql<number>`count(*)::int`.as('cards'),
        sql<string>`coalesce(sum(f.paid), 0)`.as('paid'),
        sql<string>`coalesce(sum(f.gift), 0)`.as('gift'),
        sql<string>`coalesce(sum(f.preload), 0)`.as('preload'),
        currencyAsked(ctx, asked as Asked).as('currency'),
      ])
      .executeTakeFirstOrThrow()) as { cards: number; paid: string; gift: string; preload: string; currency: Currency };
    return { ...sums, isPartial: sums.cards > ADDED_UP };
  },
});
