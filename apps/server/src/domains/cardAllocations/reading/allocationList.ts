import { listAllocationItems, listAllocations } from '@cardinal/contract/api/cardAllocations/allocations.ts';
import { say } from '@cardinal/primitives/text.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type Column, dataset } from '../../../framework/dataset.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { refuseLongPeriods } from '../../../framework/list/longPeriods.ts';
import { wordsIn } from '../../cards/face.ts';
import { taskRefs } from '../../tasks/face.ts';
import type { AllocationRow } from '../allocationTables.ts';
import { amountOf } from '../documents/documentRules.ts';
import { isInTime } from '../documents/reversible.ts';
import { ABOVE, seenAmong, sidesNamed } from './sides.ts';

/** Who made a document, unless that is somebody above the caller. */
export const maker = (ctx: Ctx): RawBuilder<string | null> =>
  ctx.scope.everything
    ? sql`a.made_by`
    : sql`case when a.maker_id = any(${ctx.scope.customerIds}::bigint[]) then a.made_by end`;

/** Asking for a customer that the caller does not see finds what an unknown one finds. */
const target: Column = {
  sql: sql`a.to_customer_id`,
  where: async (_, value, ctx) =>
    sql<SqlBool>`a.to_customer_id = any(${await seenAmong(ctx, [value].flat().map(String))}::bigint[])`,
};

/** Whether a document of the caller's may be put back still: what was sold on its cards is asked when it is. */
export const isReversible = (now: Date, row: AllocationRow, taskIsSeen: boolean): boolean =>
  taskIsSeen && row.state !== 'running' && row.done > row.reversed && isInTime(now, row);

export const allocationDataset = dataset(listAllocations, {
  from: (ctx, asked) => {
    refuseLongPeriods(asked, ['createdAt']);
    return ctx.db.selectFrom('card_allocations.allocation as a');
  },
  table: 'a',
  columns: {
    fromName: sql`a.from_customer_id`,
    targetCustomerId: target,
    toName: sql`a.to_customer_id`,
    failed: sql`(a.asked - a.done)`,
    amount: sql`(a.unit_price * a.done)`,
    isReversible: sql`a.state`,
    madeBy: {
      sql: sql`a.made_by`,
      where: (_, value, ctx) => sql<SqlBool>`${maker(ctx)} ilike ${likeContains(String(value))}`,
    },
  },
  select: (query, ctx) => query.selectAll('a').select(maker(ctx).as('maker')),
  present: async (rows, ctx) => {
    const { isSeen, nameOf } = await sidesNamed(
      ctx,
      rows.flatMap((row) => [row.from_customer_id, row.to_customer_id]),
    );
    const tasks = await taskRefs(
      ctx.db,
      rows.map((row) => row.task_id),
    );
    const above = say(ABOVE, ctx.language);
    return rows.map((row) => ({
      fromName: nameOf(row.from_customer_id) ?? above,
      targetCustomerId: isSeen(row.to_customer_id) ? row.to_customer_id : null,
      toName: nameOf(row.to_customer_id) ?? above,
      failed: row.state === 'running' ? 0 : row.asked - row.done,
      amount: amountOf(row),
      madeBy: row.maker || null,
      taskId: tasks.has(row.task_id) ? row.task_id : null,
      isReversible: isReversible(ctx.clock.now(), row, tasks.has(row.task_id)),
    }));
  },
  extra: async (query, { customerId }, ctx) => {
    if (customerId === undefined) return query;
    const seen = await seenAmong(ctx, [customerId]);
    return query.where(
      sql<SqlBool>`(a.from_customer_id = any(${seen}::bigint[]) or a.to_customer_id = any(${seen}::bigint[]))`,
    );
  },
});

export const itemDataset = dataset(listAllocationItems, {
  from: (ctx, asked) =>
    ctx.db
      .selectFrom('card_allocations.allocation as a')
      .innerJoin('card_allocations.item as i', 'i.allocation_id', 'a.id')
      .where('a.id', '=', String((asked as { allocationId?: unknown }).allocationId)),
  table: 'i',
  columns: { words: sql`i.words_zh` },
  select: (query) => query.select(['i.id', 'i.card_id', 'i.iccid', 'i.result', 'i.at', 'i.words_zh', 'i.words_en']),
  present: (rows, ctx) => rows.map((row) => ({ words: wordsIn(ctx.language, row.words_zh, row.words_en) })),
});
