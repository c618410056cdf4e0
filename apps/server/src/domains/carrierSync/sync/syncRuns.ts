import { listSyncRuns } from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { type Selectable, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import type { SyncRunTable } from './syncTables.ts';

const KEPT_DAYS = 30;

type Run = { readonly accountId: string; readonly beganAt: Date };

/** Begins a pass with a row for the list of runs, and removes very old rows. */
export async function beginRun(ctx: Ctx, { accountId, beganAt }: Run, isFull: boolean): Promise<void> {
  await ctx.db
    .deleteFrom('carrier_sync.sync_run')
    .where('carrier_account_id', '=', accountId)
    .where('began_at', '<', new Date(beganAt.getTime() - KEPT_DAYS * DAY_MS))
    .execute();
  await ctx.db
    .insertInto('carrier_sync.sync_run')
    .values({
      id: ctx.ids.next(),
      carrier_account_id: accountId,
      began_at: beganAt,
      finished_at: null,
      is_full: isFull,
      halted_zh: null,
      halted_en: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Adds a page to the run, or records what interrupted it; returns the run's totals. */
export async function noteRun(
  ctx: Ctx,
  { accountId, beganAt }: Run,
  step: { seen: number; changed: number; halted?: Text },
): Promise<{ seen: number; changed: number }> {
  const run = await ctx.db
    .updateTable('carrier_sync.sync_run')
    .set((row) => ({
      seen: row('seen', '+', step.seen),
      changed: row('changed', '+', step.changed),
      halted_zh: step.halted?.zh ?? null,
      halted_en: step.halted?.en ?? null,
    }))
    .where('carrier_account_id', '=', accountId)
    .where('began_at', '=', beganAt)
    .returning(['seen', 'changed'])
    .executeTakeFirst();
  return run ?? step;
}

export const endRun = (ctx: Ctx, { accountId, beganAt }: Run): Promise<unknown> =>
  ctx.db
    .updateTable('carrier_sync.sync_run')
    .set({ finished_at: ctx.clock.now() })
    .where('carrier_account_id', '=', accountId)
    .where('began_at', '=', beganAt)
    .execute();

/** The latest pass over an account's list: how many cards it named, and what stopped it, if anything did. */
export async function latestRun(
  ctx: Ctx,
  accountId: string,
): Promise<{ seen: number; halted: Text | null } | undefined> {
  const run = await ctx.db
    .selectFrom('carrier_sync.sync_run')
    .selectAll()
    .where('carrier_account_id', '=', accountId)
    .orderBy('began_at', 'desc')
    .executeTakeFirst();
  return run && { seen: run.seen, halted: haltOf(run) };
}

const haltOf = ({ halted_zh: zh, halted_en: en }: Selectable<SyncRunTable>): Text | null =>
  zh ? text(zh, en ?? zh) : null;

/** Runs of the accounts the caller may see; any other account has none. */
export const syncRunDataset = dataset(listSyncRuns, {
  from: (ctx) =>
    ctx.db
      .selectFrom('carriers.v_account as a')
      .innerJoin('carrier_sync.sync_run as r', 'r.carrier_account_id', 'a.id'),
  table: 'r',
  columns: {
    accountId: sql`r.carrier_account_id`,
  },
  select: (query) => query.selectAll('r'),
  present: async (rows, ctx) => rows.map((row) => present(row, ctx)),
});

function present(row: Selectable<SyncRunTable>, ctx: Ctx) {
  const halted = haltOf(row);
  return {
    accountId: row.carrier_account_id,
    state: row.finished_at ? 'finished' : halted ? 'halted' : 'running',
    halted: halted && say(halted, ctx.language),
  };
}
