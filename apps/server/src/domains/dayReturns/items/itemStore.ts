import type { Ctx } from '../../../framework/context.ts';
import type { ItemRow, SwitchRow } from '../dayReturnTables.ts';
import { dayReturnFailed } from '../events.ts';
import { STILL_OPEN } from './itemRules.ts';

export const beyond = (ctx: Ctx) => ctx.beyondScope('the nights of all customers');

/** Locked until the transaction ends; before its cash-out. */
export const lockItem = (ctx: Ctx, id: string): Promise<ItemRow | undefined> =>
  beyond(ctx).selectFrom('day_returns.item').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function keepItem(ctx: Ctx, id: string, change: Partial<ItemRow>): Promise<void> {
  await beyond(ctx).updateTable('day_returns.item').set(change).where('id', '=', id).execute();
}

export const switchOf = (ctx: Ctx, customerId: string): Promise<SwitchRow | undefined> =>
  beyond(ctx).selectFrom('day_returns.switch').selectAll().where('customer_id', '=', customerId).executeTakeFirst();

/** Another of the customer, newer than this one, whose attempt takes this one's money too. */
export async function hasNewer(ctx: Ctx, { id, customer_id }: Pick<ItemRow, 'id' | 'customer_id'>): Promise<boolean> {
  const found = await beyond(ctx)
    .selectFrom('day_returns.item')
    .select('id')
    .where('customer_id', '=', customer_id)
    .where('id', '>', id)
    .where('state', 'in', [...STILL_OPEN])
    .executeTakeFirst();
  return found !== undefined;
}

/** What failed before, up to this one, has the end of this one. */
export async function endEarlier(
  ctx: Ctx,
  { id, customer_id }: Pick<ItemRow, 'id' | 'customer_id'>,
  state: 'solved' | 'carried' | 'manual',
): Promise<void> {
  await beyond(ctx)
    .updateTable('day_returns.item')
    .set({ state, solved_at: ctx.clock.now() })
    .where('customer_id', '=', customer_id)
    .where('id', '<', id)
    .where('state', '=', 'failed')
    .execute();
}

/** It failed; its customer is told the first time. The row is locked. */
export async function fail(
  ctx: Ctx,
  row: ItemRow,
  how: Pick<ItemRow, 'step' | 'reason' | 'why_zh' | 'why_en'> & Partial<ItemRow>,
): Promise<void> {
  const now = ctx.clock.now();
  const failed = { ...row, state: 'failed' as const, next_at: null, failed_at: row.failed_at ?? now, ...how };
  const isFirst = row.failed_at === null;
  const { id: _, ...change } = { ...failed, ...(isFirst ? { told: row.told + 1, told_at: now } : {}) };
  await keepItem(ctx, row.id, change);
  if (isFirst) await tell(ctx, failed);
}

export const tell = (ctx: Ctx, row: ItemRow) =>
  ctx.emit(dayReturnFailed, {
    itemId: row.id,
    customerId: row.customer_id,
    day: row.day,
    amount: row.amount,
    currency: row.currency,
    whyZh: row.why_zh ?? '',
    whyEn: row.why_en ?? '',
    told: row.told,
  });
