import { listOperations } from '@cardinal/contract/api/audit/audit.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { ListQuery } from '@cardinal/contract/framework/list.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { DEFAULT_ZONE } from '@cardinal/primitives/zone.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { type AnyQuery, dataset } from '../../framework/dataset.ts';
import { summaryOf } from '../../framework/domain.ts';
import { likeContains } from '../../framework/likeContains.ts';
import { refuseLongPeriods } from '../../framework/list/longPeriods.ts';
import { customerNames, subtreeIds } from '../customers/face.ts';
import { fieldNames } from './fieldNames.ts';
import { objectCarriers } from './objectCarriers.ts';
import { taskIdOf, taskNumbersOf } from './taskNumbers.ts';

const FROM_ABOVE = text('上级操作', 'By a parent customer');
const FROM_SYSTEM = text('系统', 'System');

const column = (name: string) => sql`l.${sql.ref(name)}`;

/** A change without a description of its own is described by its endpoint's title. */
const saidBy = (endpoint: string, ctx: Ctx): string | null => {
  const summary = summaryOf(ctx, endpoint);
  return summary ? say(summary, ctx.language) : null;
};

/**
 * Whether the caller may see who acted. Names of accounts above the caller are hidden, so they cannot be searched for either.
 */
const isKnown = (ctx: Ctx) =>
  ctx.scope.everything
    ? sql<boolean>`true`
    : sql<boolean>`(l.actor_customer_id is null or l.actor_customer_id = any(${ctx.scope.customerIds}::bigint[]))`;

/** The carrier family of what a row is about, as far as later rooms know it. */
function carrierOfObject(ctx: Ctx): RawBuilder<unknown> {
  const objectId = sql`case when l.object_id ~ '^[0-9]{1,18}$' then l.object_id::bigint end`;
  const kinds = [...ctx.contributed(objectCarriers).values()].map(
    ({ kind, table }) =>
      sql`when ${sql.lit(kind)} then (select o.platform from ${sql.table(table)} o where o.id = ${objectId})`,
  );
  return kinds.length === 0 ? sql`null::int` : sql`case l.object_kind ${sql.join(kinds, sql` `)} end`;
}

/** Rows of the caller's own subtree; actors outside it are neither named nor searchable by name. */
export const operationDataset = dataset(listOperations, {
  from: (ctx, asked) => {
    refuseLongPeriods(asked, ['at']);
    return ctx.db.selectFrom('audit.operation_log as l');
  },
  table: 'l',
  carrier: carrierOfObject,
  countBound: 20_000,
  columns: {
    actorName: {
      sql: column('actor_name'),
      where: (operator, value, ctx) =>
        operator === 'is'
          ? sql<boolean>`${isKnown(ctx)} and l.actor_name = any(${value})`
          : sql<boolean>`${isKnown(ctx)} and l.actor_name ilike ${likeContains(String(value))}`,
    },
    summary: {
      sql: column('summary'),
      where: (_operator, value) => {
        const sought = likeContains(String(value));
        return sql<boolean>`(l.summary ilike ${sought} or l.summary_en ilike ${sought})`;
      },
    },
    address: {
      sql: column('address'),
      where: (_operator, value, ctx) => sql<boolean>`${isKnown(ctx)} and l.address = any(${value})`,
    },
  },
  select: (query) => query.selectAll('l'),
  present: async (rows, ctx) => {
    const names = await customerNames(
      ctx.db,
      rows.flatMap((row) => [row.customer_id, row.acting_for_customer_id ?? []].flat()),
    );
    const numbers = await taskNumbersOf(
      ctx,
      rows.flatMap((row) => row.task_id ?? []),
    );
    const { scope } = ctx;
    const knows = (customerId: unknown) =>
      customerId === null || scope.everything || scope.customerIds.includes(String(customerId));
    return rows.map((row) => {
      const isOwn = knows(row.actor_customer_id);
      const name = isOwn ? row.actor_name : say(FROM_ABOVE, ctx.language);
      return {
        actorName: name || say(FROM_SYSTEM, ctx.language),
        customerName: names.get(row.customer_id) ?? '',
        actingFor: (row.acting_for_customer_id && names.get(row.acting_for_customer_id)) ?? null,
        summary: (ctx.language === 'en' && row.summary_en) || (row.summary ?? saidBy(row.endpoint, ctx)),
        address: isOwn ? row.address : '',
        taskNo: (row.task_id && numbers.get(row.task_id)) ?? null,
        before: row.before_value,
        after: row.after_value,
        fieldNames: fieldNames(ctx, row.endpoint, row.before_value, row.after_value),
      };
    });
  },
  extra: async (query, asked, ctx) => {
    const { accountId, underCustomerId, taskNo } = asked;
    let so = query;
    if (accountId) {
      so = so.where(sql<boolean>`${isKnown(ctx)} and l.actor_account_id = ${String(accountId)}::bigint`);
    }
    if (underCustomerId) {
      const ids = await subtreeIds(ctx.db, String(underCustomerId));
      so = so.where(sql<boolean>`l.customer_id = any(${ids}::bigint[])`);
    }
    if (taskNo) {
      const id = (await taskIdOf(ctx, String(taskNo))) ?? null;
      so = so.where(sql<boolean>`(l.task_id = ${id}::bigint or (l.object_kind = 'task' and l.object_id = ${id}))`);
    }
    return so;
  },
  figures: operationsPerDay,
});

/** The chart's period if none is given, and the count at which it stops; a narrower period shows all. */
const CHARTED_MS = 30 * 86_400_000;
const COUNTED = 200_000;

async function operationsPerDay(
  ctx: Ctx,
  filtered: () => Promise<AnyQuery>,
  asked: ListQuery,
): Promise<AnswerOf<typeof listOperations>['summary']> {
  const hasPeriod = asked['atFrom'] !== undefined || asked['atTo'] !== undefined;
  const newest = (await filtered())
    .clearSelect()
    .select(['l.at', 'l.operation_type'])
    .$if(!hasPeriod, (query) => query.where('l.at', '>', new Date(ctx.clock.now().getTime() - CHARTED_MS)))
    .orderBy('l.at', 'desc')
    .limit(COUNTED);
  const perDay = (await ctx.db
    .selectFrom(newest.as('n'))
    .select([
      sql<string>`(n.at at time zone ${sql.lit(DEFAULT_ZONE)})::date::text`.as('day'),
      sql<number>`n.operation_type`.as('operationType'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .groupBy([sql`1`, sql`2`])
    .orderBy(sql`1`)
    .orderBy(sql`2`)
    .execute()) as { day: string; operationType: number; count: number }[];
  return { perDay };
}
