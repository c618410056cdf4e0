import type { Ctx } from '../../../framework/context.ts';
import { callCarrier, noteSynced } from '../../carriers/face.ts';
import { applyReadings } from './applyReadings.ts';

/** Before any card existed. */
const EVER = new Date('2000-01-01T00:00:00Z');
/** A pass begins this much before the last one began: the carrier's clock may be behind ours. */
const OVERLAP_MS = 300_000;
/** Pages read in one run of the job; what is left is read by the next. */
const MOST_PAGES = 200;

export type PassEnd =
  | { readonly kind: 'finished'; readonly seen: number; readonly changed: number }
  /** More pages are left, or the carrier cannot be asked before `until`. */
  | { readonly kind: 'unfinished'; readonly until: Date | null };

/**
 * Reads on in the carrier's list of changed cards, page by page, and takes over what it says. The place is kept with every
 * page, so a pass that is cut off goes on where it was; a page that is read twice changes nothing.
 */
export async function readChanges(ctx: Ctx, accountId: string, signal: AbortSignal): Promise<PassEnd> {
  const pass = await beginPass(ctx, accountId);
  let { next_page: page, seen, changed } = pass;
  for (let pages = 0; pages < MOST_PAGES && !signal.aborted; pages++) {
    const readAt = ctx.clock.now();
    const args = { modifiedSince: pass.modified_since, page };
    const outcome = await callCarrier(ctx, accountId, 'listDevices', args, { signal });
    if (outcome.kind !== 'ok') {
      return { kind: 'unfinished', until: outcome.kind === 'unavailable' ? outcome.retryAt : null };
    }
    const { devices, isLastPage } = outcome.answer;
    page += 1;
    const applied = await ctx.transact(async (inside) => {
      await inside.db
        .updateTable('cards.carrier_pass')
        .set((row) => ({ next_page: page, seen: row('seen', '+', devices.length) }))
        .where('carrier_account_id', '=', accountId)
        .execute();
      if (isLastPage) await endPass(inside, accountId, pass.pass_began_at);
      return applyReadings(inside, accountId, devices, { readAt, isDirect: false });
    });
    seen += devices.length;
    changed += applied.changed;
    if (isLastPage) return { kind: 'finished', seen, changed };
  }
  return { kind: 'unfinished', until: null };
}

/** The pass under way, or a new one from where the last began. */
async function beginPass(ctx: Ctx, accountId: string) {
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('cards.carrier_pass')
    .values({ carrier_account_id: accountId, modified_since: EVER, pass_began_at: now, finished_at: null })
    .onConflict((conflict) =>
      conflict
        .column('carrier_account_id')
        .doUpdateSet({ pass_began_at: now, next_page: 1, seen: 0, changed: 0 })
        .where('cards.carrier_pass.pass_began_at', 'is', null),
    )
    .execute();
  const pass = await ctx.db
    .selectFrom('cards.carrier_pass')
    .selectAll()
    .where('carrier_account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { ...pass, pass_began_at: pass.pass_began_at ?? now };
}

async function endPass(ctx: Ctx, accountId: string, beganAt: Date): Promise<void> {
  await ctx.db
    .updateTable('cards.carrier_pass')
    .set({
      modified_since: new Date(beganAt.getTime() - OVERLAP_MS),
      pass_began_at: null,
      next_page: 1,
      finished_at: ctx.clock.now(),
    })
    .where('carrier_account_id', '=', accountId)
    .execute();
  await noteSynced(ctx, accountId, beganAt);
}

/** The next pass reads every card of the account, from the beginning. */
export async function forgetPass(ctx: Ctx, accountId: string): Promise<void> {
  await ctx.db
    .insertInto('cards.carrier_pass')
    .values({ carrier_account_id: accountId, modified_since: EVER, pass_began_at: null, finished_at: null })
    .onConflict((conflict) =>
      conflict
        .column('carrier_account_id')
        .doUpdateSet({ modified_since: EVER, pass_began_at: null, next_page: 1, seen: 0, changed: 0 }),
    )
    .execute();
}
