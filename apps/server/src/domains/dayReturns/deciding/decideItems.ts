import { platformDecides } from '@cardinal/contract/api/cashOuts/refusals.ts';
import type {
  returnToManual as manualEndpoint,
  notifyDayReturns as notifyEndpoint,
  retryDayReturns as retryEndpoint,
} from '@cardinal/contract/api/dayReturns/dayReturns.ts';
import { dayReturnMoved, dayReturnNotFound, newerDayReturn } from '@cardinal/contract/api/dayReturns/refusals.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { customerNames } from '../../customers/face.ts';
import { earnerOf } from '../../profitSharing/face.ts';
import { startTask } from '../../tasks/face.ts';
import type { ItemRow } from '../dayReturnTables.ts';
import { beyond, endEarlier, hasNewer, keepItem, tell } from '../items/itemStore.ts';

/** Failed ones within the caller's scope, locked: the platform's to handle. */
async function lockFailed(ctx: Ctx, ids: readonly string[]): Promise<ItemRow[]> {
  const isPlatform = (await earnerOf(ctx)) === undefined;
  const unique = [...new Set(ids)];
  const rows = await ctx.db
    .selectFrom('day_returns.item')
    .selectAll()
    .where('id', 'in', unique)
    .where('failed_at', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length < unique.length) throw new Refused(dayReturnNotFound);
  if (!isPlatform) throw new Refused(platformDecides);
  return rows;
}

const named = async (ctx: Ctx, rows: readonly ItemRow[]): Promise<string> => {
  const names = await customerNames(
    ctx.db,
    rows.map(({ customer_id }) => customer_id),
  );
  return [...new Set(rows.map((row) => `${names.get(row.customer_id) ?? ''} ${row.day}`))].slice(0, 5).join('、');
};

/** Starts a task that tries each of them again. One alone is refused at once where it cannot be. */
export async function retryItems(
  ctx: Ctx,
  { ids }: BodyOf<typeof retryEndpoint>,
): Promise<AnswerOf<typeof retryEndpoint>> {
  const rows = await lockFailed(ctx, ids);
  const [first] = rows;
  if (rows.length === 1 && first) {
    if (first.state !== 'failed') throw new Refused(dayReturnMoved);
    if (await hasNewer(ctx, first)) throw new Refused(newerDayReturn);
  }
  const task = await startTask(ctx, {
    action: 'day_return',
    title: text('重试日返', 'Retry day returns'),
    items: rows.map(({ id, day, customer_id }) => ({ target: `${day} ${customer_id}`, targetId: id })),
  });
  ctx.note({
    objectKind: 'dayReturn',
    objectId: first?.id ?? '',
    summary: await named(ctx, rows),
    taskId: task.taskId,
  });
  return task;
}

/** Nothing of it is asked for by itself any more: its customer asks by hand, and switches the nights on again if it wants. */
export async function toManual(
  ctx: Ctx,
  { id }: BodyOf<typeof manualEndpoint>,
): Promise<AnswerOf<typeof manualEndpoint>> {
  const [row] = await lockFailed(ctx, [id]);
  if (row?.state !== 'failed') throw new Refused(dayReturnMoved);
  const now = ctx.clock.now();
  await endEarlier(ctx, row, 'manual');
  await keepItem(ctx, id, { state: 'manual', solved_at: now });
  await beyond(ctx)
    .updateTable('day_returns.switch')
    .set((of) => ({ is_on: false, next_at: null, version: of('version', '+', 1) }))
    .where('customer_id', '=', row.customer_id)
    .where('is_on', '=', true)
    .execute();
  ctx.note({
    objectKind: 'dayReturn',
    objectId: id,
    customerId: row.customer_id,
    summary: await named(ctx, [row]),
    before: { state: row.state },
    after: { state: 'manual' },
  });
  return { id, state: 'manual' };
}

export async function notifyItems(
  ctx: Ctx,
  { ids }: BodyOf<typeof notifyEndpoint>,
): Promise<AnswerOf<typeof notifyEndpoint>> {
  const rows = (await lockFailed(ctx, ids)).filter(({ state }) => state === 'failed');
  for (const row of rows) {
    await tell(ctx, row);
    await keepItem(ctx, row.id, { told: row.told + 1, told_at: ctx.clock.now() });
  }
  ctx.note({
    objectKind: 'dayReturn',
    objectId: ids[0] ?? '',
    summary: await named(ctx, rows),
    after: { told: rows.length },
  });
  return { told: rows.length };
}
