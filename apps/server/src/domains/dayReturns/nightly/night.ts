import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { actDue, type DueRow } from '../../../framework/dueRows.ts';
import { customerOf } from '../../customers/face.ts';
import type { SwitchRow } from '../dayReturnTables.ts';
import { attempt } from '../items/attempt.ts';
import { nextNight, nightNow } from '../items/itemRules.ts';
import { beyond, lockItem } from '../items/itemStore.ts';

const AT_ONCE = 200;

/** The night of these customers begins: each has one a day, whatever it comes to, and the next moment is set with it. */
async function begin(ctx: Ctx, due: readonly DueRow[]): Promise<void> {
  for (const { key } of due) {
    const setting = await beyond(ctx)
      .selectFrom('day_returns.switch')
      .selectAll()
      .where('customer_id', '=', key)
      .executeTakeFirstOrThrow();
    await beginNight(ctx, setting);
    await beyond(ctx)
      .updateTable('day_returns.switch')
      .set({ next_at: nextNight(ctx.clock.now(), setting.hour) })
      .where('customer_id', '=', key)
      .execute();
  }
}

async function beginNight(ctx: Ctx, setting: SwitchRow): Promise<void> {
  const now = ctx.clock.now();
  const customer = await customerOf(beyond(ctx), setting.customer_id);
  if (!customer) return;
  const id = ctx.ids.next();
  const item = await beyond(ctx)
    .insertInto('day_returns.item')
    .values({
      id,
      day: nightNow(now, setting.hour),
      customer_id: customer.id,
      currency: customer.currency,
      state: 'due',
      amount: '0',
      step: null,
      reason: null,
      why_zh: null,
      why_en: null,
      attempts: 0,
      next_at: now,
      cash_out_id: null,
      cash_out_no: null,
      failed_at: null,
      solved_at: null,
      told: 0,
      told_at: null,
      asked_by_id: setting.set_by_id,
      asked_by: setting.set_by,
      created_at: now,
    })
    .onConflict((on) => on.columns(['customer_id', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!item) return;
  // What still waits is part of this night's money.
  await beyond(ctx)
    .updateTable('day_returns.item')
    .set({ state: 'carried', next_at: null })
    .where('customer_id', '=', customer.id)
    .where('id', '<', id)
    .where('state', 'in', ['due', 'waiting'])
    .execute();
}

/** Each in a transaction of its own, so that one customer's fault stops no other. */
async function work(ctx: Ctx, due: readonly DueRow[]): Promise<void> {
  for (const { key } of due) {
    const row = await lockItem(ctx, key);
    if (row?.next_at) await attempt(ctx, row);
  }
}

/**
 * Begins the nights whose hour has come and asks for what is due. Killed anywhere it goes on: a night and its next moment, a
 * cash-out and the row that names it are written together. Returns how many cash-outs were looked at.
 */
export async function workNights(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  await actDue(
    ctx,
    { table: 'day_returns.switch', key: 'customer_id', due: 'next_at', atOnce: AT_ONCE, act: begin },
    signal,
  );
  return actDue(
    ctx,
    {
      table: 'day_returns.item',
      key: 'id',
      due: 'next_at',
      waiting: sql`state in ('due', 'waiting')`,
      atOnce: 1,
      act: work,
    },
    signal,
  );
}

export const nightJob = job({
  name: 'dayReturns.night',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx, _payload, signal) => {
    await workNights(ctx, signal);
  },
});
