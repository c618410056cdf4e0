import type { AllocationAction } from '@cardinal/contract/api/cardAllocations/batchActions.ts';
import type { ActionParameters } from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import type { AllocationDirection } from '@cardinal/contract/enumerations/allocation.ts';
import { compareIds } from '@cardinal/primitives/ids.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { BatchCard, StartedBatch } from '../../cardBatches/face.ts';
import { taskRefs } from '../../tasks/face.ts';
import type { AllocationTable } from '../allocationTables.ts';
import { holdPrice, type Priced } from './documentMoney.ts';
import { lowerOf } from './documentRules.ts';

export const ofBothSides = (ctx: Ctx) =>
  ctx.beyondScope('a document belongs to the lower of both sides, whoever makes it');

const DIRECTIONS: Readonly<Record<AllocationAction, AllocationDirection>> = {
  allocate_card: 'allocate',
  recover_card: 'recover',
};

/** Short, easy to say, and derived from the unique id. */
const numberOf = (id: string) => `A${BigInt(id).toString(36).toUpperCase()}`;

type Way = { readonly fromId: string; readonly toId: string; readonly reversesId: string | null };
type OnWay = Way & { readonly id: string; readonly iccid: string };

/** From whom to whom each card of a task goes: to one target, or in an undo back to whoever had it. */
async function waysOf(
  ctx: Ctx,
  cards: readonly BatchCard[],
  { targetId, undoes }: { readonly targetId: string; readonly undoes: string | undefined },
): Promise<readonly OnWay[]> {
  const ids = cards.map(({ id }) => id);
  const back =
    undoes === undefined
      ? sql<string | null>`null::bigint`
      : sql<string | null>`(select (u.before ->> 'customer')::bigint from tasks.v_done_item u
          where u.task_id = ${undoes}::bigint and u.target_id = c.id)`;
  const reverses =
    undoes === undefined
      ? sql<string | null>`null::bigint`
      : sql<string | null>`(select i.allocation_id from card_allocations.item i
          where i.task_id = ${undoes}::bigint and i.card_id = c.id and i.result = 'done')`;
  const rows = await ctx.db
    .selectFrom('cards.v_card as c')
    .select(['c.id', 'c.iccid', 'c.customer_id as fromId', back.as('back'), reverses.as('reversesId')])
    .where(sql<boolean>`c.id = any(${ids}::bigint[])`)
    .execute();
  return rows.map(({ back, ...row }) => ({ ...row, toId: back ?? targetId }));
}

const wayKey = ({ fromId, toId }: Way) => `${fromId}>${toId}`;

/**
 * Writes the documents of a task in the transaction that starts it: one for each pair of customers between whom cards go, with
 * every card. What they cost is held.
 */
export async function openDocuments(
  ctx: Ctx,
  {
    action,
    task,
    makerId,
    targetId,
    priced,
  }: {
    readonly action: AllocationAction;
    readonly task: StartedBatch;
    readonly makerId: string;
    readonly targetId: string;
    /** Of each card; nothing: they are free. */
    readonly priced: Priced | undefined;
  },
  cards: readonly BatchCard[],
): Promise<void> {
  const { actor } = ctx;
  const { productCode, remark } = task.parameters as ActionParameters;
  const db = ofBothSides(ctx);
  const now = ctx.clock.now();
  const direction = DIRECTIONS[action];
  const ways = (await waysOf(ctx, cards, { targetId, undoes: task.undoes })).filter(
    ({ fromId, toId }) => fromId !== toId,
  );
  const repeatsNo =
    task.repeats === undefined ? null : ((await taskRefs(ctx.db, [task.repeats])).get(task.repeats)?.taskNo ?? null);
  const groups = [...Map.groupBy(ways, wayKey).values()].sort((a, b) =>
    compareIds((a[0] as OnWay).fromId, (b[0] as OnWay).fromId),
  );
  for (const group of groups) {
    const way = group[0] as OnWay;
    const id = ctx.ids.next();
    const row = {
      id,
      allocation_no: numberOf(id),
      direction,
      customer_id: lowerOf(direction, way.fromId, way.toId),
      from_customer_id: way.fromId,
      to_customer_id: way.toId,
      maker_id: makerId,
      product_code: productCode ?? null,
      task_id: task.id,
      reverses_id: way.reversesId,
      repeats_no: repeatsNo,
      asked: group.length,
      state: 'running' as const,
      unit_price: priced?.unitPrice ?? null,
      currency: priced?.currency ?? null,
      payer_id: priced?.payerId ?? null,
      payee_id: priced?.payeeId ?? null,
      hold_id: null,
      transaction_id: null,
      remark: remark ?? null,
      made_by: actor.kind === 'account' ? actor.account : '',
      created_at: now,
      finished_at: null,
    } satisfies Omit<AllocationTable, 'done' | 'reversed'>;
    await db.insertInto('card_allocations.allocation').values(row).execute();
    await sql`
      insert into card_allocations.item (id, allocation_id, customer_id, from_customer_id, to_customer_id, task_id, card_id, iccid)
      select g.id, ${id}, ${row.customer_id}, ${way.fromId}, ${way.toId}, ${task.id}, g.card_id, g.iccid
      from unnest(${group.map(() => ctx.ids.next())}::bigint[], ${group.map((card) => card.id)}::bigint[],
        ${group.map(({ iccid }) => iccid)}::text[]) as g (id, card_id, iccid)`.execute(db);
    const holdId =
      priced && (await holdPrice(ctx, { ...priced, allocationNo: row.allocation_no, cards: group.length }));
    if (holdId)
      await db.updateTable('card_allocations.allocation').set({ hold_id: holdId }).where('id', '=', id).execute();
  }
}
