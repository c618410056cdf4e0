import { type Language, say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { containing } from '../../framework/containing.ts';
import type { AnyQuery, Dataset } from '../../framework/dataset.ts';
import { summaryOf } from '../../framework/domain.ts';
import { customerNames } from '../customers/face.ts';

const FROM_ABOVE = text('上级操作', 'By a superior');
const FROM_SYSTEM = text('系统', 'System');

const column = (name: string) => sql`l.${sql.ref(name)}`;

/** A change that noted nothing of its own is told by what its endpoint does. */
const saidBy = (endpoint: string, language: Language): string | null => {
  const summary = summaryOf(endpoint);
  return summary ? say(summary, language) : null;
};

/** Rows of one's own subtree; whoever acted from outside it is not named, nor searchable by name. */
export const operationDataset: Dataset = {
  from: (ctx) => ctx.db.selectFrom('audit.operation_log as l') as unknown as AnyQuery,
  id: sql<string>`l.id`,
  countBound: 20_000,
  columns: {
    at: column('at'),
    operationType: column('operation_type'),
    actorName: {
      sql: column('actor_name'),
      where: (operator, value, ctx) => {
        const known = ctx.scope.everything
          ? sql<boolean>`true`
          : sql<boolean>`l.actor_customer_id = any(${ctx.scope.customerIds}::bigint[])`;
        return operator === 'is'
          ? sql<boolean>`${known} and l.actor_name = any(${value})`
          : sql<boolean>`${known} and l.actor_name ilike ${containing(String(value))}`;
      },
    },
    customerId: column('customer_id'),
    objectKind: column('object_kind'),
    objectId: column('object_id'),
    summary: column('summary'),
    result: column('result'),
    endpoint: column('endpoint'),
    permission: column('permission'),
    address: column('address'),
    requestId: column('request_id'),
    taskId: column('task_id'),
  },
  select: (query) => query.selectAll('l'),
  present: async (rows, ctx) => {
    const names = await customerNames(ctx.db, [...new Set(rows.map((row) => String(row['customer_id'])))]);
    const { scope } = ctx;
    const knows = (customerId: unknown) =>
      customerId === null || scope.everything || scope.customerIds.includes(String(customerId));
    return rows.map((row) => {
      const isOwn = knows(row['actor_customer_id']);
      const name = isOwn ? String(row['actor_name'] ?? '') : say(FROM_ABOVE, ctx.language);
      return {
        id: String(row['id']),
        at: (row['at'] as Date).toISOString(),
        operationType: row['operation_type'],
        actorName: name || say(FROM_SYSTEM, ctx.language),
        customerId: String(row['customer_id']),
        customerName: names.get(String(row['customer_id'])) ?? '',
        objectKind: row['object_kind'],
        objectId: row['object_id'],
        summary: row['summary'] ?? saidBy(String(row['endpoint']), ctx.language),
        result: row['result'],
        endpoint: row['endpoint'],
        permission: row['permission'],
        address: isOwn ? row['address'] : '',
        requestId: row['request_id'],
        taskId: row['task_id'] === null ? null : String(row['task_id']),
        before: row['before_value'],
        after: row['after_value'],
      };
    });
  },
  extra: async (query, asked, ctx) => {
    if (!asked['accountId']) return query;
    const its = query.where(sql<boolean>`l.actor_account_id = ${String(asked['accountId'])}::bigint`);
    return ctx.scope.everything
      ? its
      : its.where(sql<boolean>`l.actor_customer_id = any(${ctx.scope.customerIds}::bigint[])`);
  },
  figures: async (ctx, filtered) => {
    const recent = (await filtered())
      .clearSelect()
      .select([sql`(l.at at time zone 'Asia/Shanghai')::date::text`.as('day'), 'l.result'])
      .where('l.at', '>', new Date(ctx.clock.now().getTime() - 30 * 86_400_000));
    const rows = (await ctx.db
      .selectFrom(recent.as('r'))
      .select([
        'r.day',
        sql<string>`count(*)`.as('count'),
        sql<string>`count(*) filter (where r.result = 'refused')`.as('refused'),
      ])
      .groupBy('r.day')
      .orderBy('r.day')
      .execute()) as { day: string; count: string; refused: string }[];
    return { perDay: rows.map((row) => ({ day: row.day, count: Number(row.count), refused: Number(row.refused) })) };
  },
};
