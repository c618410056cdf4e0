import type { readAllocation as endpoint } from '@cardinal/contract/api/cardAllocations/allocations.ts';
import { allocationNotFound } from '@cardinal/contract/api/cardAllocations/refusals.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { previewUndo } from '../../cardBatches/face.ts';
import { customerOf, idsOfPath } from '../../customers/face.ts';
import { taskRefs } from '../../tasks/face.ts';
import type { AllocationRow } from '../allocationTables.ts';
import { amountOf } from '../documents/documentRules.ts';
import { isReversible, maker } from './allocationList.ts';
import { ABOVE, sidesNamed } from './sides.ts';

const MOST_SEGMENTS = 200;

/** Runs of numbers that follow each other; the last digit checks and does not count. */
async function segmentsOf(ctx: Ctx, id: string) {
  const { rows } = await sql<{ first: string; last: string; cards: number }>`
    select min(iccid) as first, max(iccid) as last, count(*)::int as cards from (
      select iccid, left(iccid, length(iccid) - 1) as body,
        case when iccid ~ '^[0-9]+$' then left(iccid, length(iccid) - 1)::numeric
          - row_number() over (partition by length(iccid), iccid ~ '^[0-9]+$' order by iccid) end as run
      from card_allocations.item where allocation_id = ${id}::bigint and result = 'done') n
    group by length(iccid), coalesce(run::text, iccid) order by 1 limit ${MOST_SEGMENTS + 1}`.execute(
    ctx.beyondScope('cards of a document that was read in scope'),
  );
  return { segments: rows.slice(0, MOST_SEGMENTS), areAllSegments: rows.length <= MOST_SEGMENTS };
}

/** The customers between both sides, as far as the caller sees them, from above. */
async function namesBetween(ctx: Ctx, row: AllocationRow): Promise<string[]> {
  const [upper, lower] =
    row.direction === 'allocate'
      ? [row.from_customer_id, row.to_customer_id]
      : [row.to_customer_id, row.from_customer_id];
  const path = idsOfPath((await customerOf(ctx.db, lower))?.path ?? '');
  const between = path.slice(path.indexOf(upper) + 1, path.indexOf(lower));
  const { nameOf } = await sidesNamed(ctx, between);
  return between.flatMap((id) => nameOf(id) ?? []);
}

function postingsOf(row: AllocationRow, nameOf: (id: string) => string | undefined) {
  const { transaction_id, payer_id, payee_id, finished_at } = row;
  const amount = amountOf(row);
  if (transaction_id === null || amount === null || !finished_at) return [];
  const sides = [
    { id: payer_id, amount: `-${amount}` },
    { id: payee_id, amount },
  ];
  return sides.flatMap(({ id, amount: minor }) => {
    const customerName = id === null ? undefined : nameOf(id);
    return customerName === undefined
      ? []
      : [{ customerName, amount: minor, at: finished_at.toISOString(), transactionId: transaction_id }];
  });
}

export async function readAllocation(
  ctx: Ctx,
  { allocationId: id }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const row = await ctx.db
    .selectFrom('card_allocations.allocation as a')
    .selectAll('a')
    .select(maker(ctx).as('maker'))
    .where('a.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refused(allocationNotFound);
  const { nameOf } = await sidesNamed(ctx, [row.from_customer_id, row.to_customer_id]);
  const task = (await taskRefs(ctx.db, [row.task_id])).get(row.task_id);
  const related = await ctx.db
    .selectFrom('card_allocations.allocation')
    .select(['id', 'allocation_no as allocationNo', 'reverses_id'])
    .where((on) => on.or([on('reverses_id', '=', id), on('id', '=', row.reverses_id ?? '0')]))
    .orderBy('id')
    .execute();
  const named = related.map(({ reverses_id, ...each }) => each);
  const above = say(ABOVE, ctx.language);
  return {
    id,
    allocationNo: row.allocation_no,
    direction: row.direction,
    state: row.state,
    fromName: nameOf(row.from_customer_id) ?? above,
    toName: nameOf(row.to_customer_id) ?? above,
    between: await namesBetween(ctx, row),
    productCode: row.product_code,
    asked: row.asked,
    done: row.done,
    reversed: row.reversed,
    unitPrice: row.unit_price,
    amount: amountOf(row),
    currency: row.currency,
    madeBy: row.maker || null,
    remark: row.remark,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    taskId: task ? row.task_id : null,
    taskNo: task?.taskNo ?? null,
    repeatsNo: task ? row.repeats_no : null,
    reverses: named.find((each) => each.id === row.reverses_id) ?? null,
    reversedBy: named.filter((each) => each.id !== row.reverses_id),
    isReversible: isReversible(ctx.clock.now(), row, task !== undefined),
    ...(await segmentsOf(ctx, id)),
    postings: postingsOf(row, nameOf),
  };
}

/** Freezes the batch that puts back what the task of a document moved. */
export async function previewReverse(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('card_allocations.allocation')
    .select('task_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refused(allocationNotFound);
  return previewUndo(ctx, row.task_id);
}
