import { listCustomers } from '@cardinal/contract/api/customers/customers.ts';
import { type RawBuilder, sql } from 'kysely';
import { accountOf, type Ctx, holds } from '../../framework/context.ts';
import { type AnyQuery, dataset, refusedKey } from '../../framework/dataset.ts';
import { likeContains } from '../../framework/likeContains.ts';
import { type CardFigures, cardsBeside, cardsOfCustomers } from './customerCards.ts';
import { type CustomerMoney, customerMoney } from './customerMoney.ts';
import { kindsBelow, mayBeWrittenBy } from './customerRules.ts';
import { type CustomerRow, findCustomer } from './customerStore.ts';

const DAY_MS = 86_400_000;
const NOTHING: CustomerMoney = { balance: '0', creditLimit: '0', spendable: '0', profit: '0' };
const NO_MONEY = { balance: null, creditLimit: null, spendable: null, profit: null };
const NO_CARDS: CardFigures = { total: 0, activated: 0, stopped: 0 };

/** Matches the name or the code. */
export const matches = (keyword: string, name: RawBuilder<unknown>, code: RawBuilder<unknown>) =>
  sql<boolean>`(${name} ilike ${likeContains(keyword)} or ${code} ilike ${likeContains(keyword)})`;

/** A parent's private notes about a customer are hidden from that customer. */
const privateToParent = (column: string, ctx: Ctx) =>
  sql`case when c.id <> ${accountOf(ctx).customerId}::bigint or c.kind = 'PLATFORM' then ${sql.ref(column)} end`;

/** Adds counts to a customer `shown`: its direct children visible to the caller, and its cards. */
export const withCounts = (query: AnyQuery, ctx: Ctx): AnyQuery =>
  query.select([
    ctx.db
      .selectFrom('customers.customer as k')
      .select((column) => column.fn.countAll<string>().as('n'))
      .where(sql<boolean>`k.parent_id = shown.id`)
      .as('children'),
    cardsBeside(ctx, sql`shown.id`).as('cards'),
  ]);

/** The same for rows of a file, which are read without what stands beside a page. */
async function countsOf(ctx: Ctx, ids: readonly string[]) {
  const cards = await cardsOfCustomers(ctx, ids);
  const counted = await ctx.db
    .selectFrom('customers.customer as k')
    .select((column) => ['k.parent_id', column.fn.countAll<string>().as('children')])
    .where(sql<boolean>`k.parent_id = any(${ids}::bigint[])`)
    .groupBy('k.parent_id')
    .execute();
  const children = new Map(counted.map((row) => [row.parent_id, row.children]));
  return (id: string) => ({ cards: cards.get(id) ?? null, children: children.get(id) ?? '0' });
}

export const customerDataset = dataset(listCustomers, {
  from: (ctx) =>
    ctx.db
      .selectFrom('customers.customer as c')
      // The scope applies here too: the parent of the topmost visible customer is not joined.
      .leftJoin('customers.customer as p', 'p.id', 'c.parent_id'),
  table: 'c',
  isShort: true,
  columns: {
    parentId: sql`p.id`,
    salesperson: {
      sql: sql`c.salesperson`,
      where: (_, value, ctx) =>
        sql<boolean>`${privateToParent('c.salesperson', ctx)} ilike ${likeContains(String(value))}`,
    },
  },
  select: (query) => query.selectAll('c').select(['p.id as shown_parent_id', 'p.name as parent_name']),
  beside: withCounts,
  present: async (rows, ctx, forFile) => {
    const ids = rows.map(({ id }) => id);
    const money = holds(ctx.actor, 'user.money') ? await ctx.contributed(customerMoney)?.of(ctx, ids) : undefined;
    const counts = forFile ? await countsOf(ctx, ids) : undefined;
    return rows.map((row) =>
      presentCustomer({ ...row, ...counts?.(row.id) } as ShownCustomer, ctx, money?.get(row.id) ?? NOTHING),
    );
  },
  extra: async (query, asked, ctx) => {
    let so = query;
    if (asked.under) {
      const top = await findCustomer(ctx.db, asked.under);
      so = so.where(top ? sql<boolean>`c.path like ${`${top.path}%`}` : sql<boolean>`false`);
    }
    if (asked.dormantDays) {
      const since = new Date(ctx.clock.now().getTime() - Number(asked.dormantDays) * DAY_MS);
      so = so.where(sql<boolean>`coalesce(c.last_sign_in_at, c.created_at) < ${since}::timestamptz`);
    }
    if (asked.balanceBelow) {
      if (!holds(ctx.actor, 'user.money')) throw refusedKey('balanceBelow');
      so = so.where(ctx.contributed(customerMoney)?.below(String(asked.balanceBelow)) ?? sql<boolean>`true`);
    }
    if (asked.keyword) so = so.where(matches(asked.keyword, sql`c.name`, sql`c.code`));
    return so;
  },
  figures: async (ctx, filtered) => ({
    money: holds(ctx.actor, 'user.money')
      ? ((await ctx.contributed(customerMoney)?.sums(ctx, await filtered())) ?? [])
      : [],
  }),
});

export type ShownCustomer = CustomerRow & {
  shown_parent_id: string | null;
  parent_name: string | null;
  children: string;
  cards: CardFigures | null;
};

function presentCustomer(row: ShownCustomer, ctx: Ctx, money: CustomerMoney) {
  const cards = row.cards ?? NO_CARDS;
  const actor = accountOf(ctx);
  const writable = mayBeWrittenBy(row, actor.customerId);
  return {
    parentId: row.shown_parent_id,
    children: Number(row.children),
    cards: cards.total,
    cardsActivated: cards.activated,
    cardsStopped: cards.stopped,
    ...(row.kind === 'PLATFORM' ? NO_MONEY : money),
    salesperson: writable ? row.salesperson : null,
    remark: writable ? row.remark : null,
    offered: {
      edit: writable && holds(actor, 'user.edit'),
      addChild: kindsBelow(row.kind).length > 0 && row.status === 1 && holds(actor, 'user.add'),
      status: row.id !== actor.customerId && holds(actor, 'user.status'),
      viewAs: row.id !== actor.customerId && holds(actor, 'user.viewAs'),
      move: row.kind !== 'PLATFORM' && row.id !== actor.customerId && holds(actor, 'user.move'),
      credit: row.kind !== 'PLATFORM' && row.id !== actor.customerId && holds(actor, 'user.credit'),
    },
  };
}
