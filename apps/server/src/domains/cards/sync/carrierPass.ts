import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { callCarrier, noteSynced } from '../../carriers/face.ts';
import { applyReadings } from './applyReadings.ts';
import { noteStrangers } from './strangers.ts';
import { beginRun, endRun, noteRun } from './syncRuns.ts';

/** Before any card existed. */
const EVER = new Date('2000-01-01T00:00:00Z');
/** A pass begins this much before the last one began: the carrier's clock may be behind ours. */
const OVERLAP_MS = 300_000;
/** Pages read in one run of the job; what is left is read by the next. */
const MOST_PAGES = 200;
/** Longer than any page takes, its repeats included. */
const LEASE_MS = 60_000;

export type PassEnd =
  | { readonly kind: 'finished'; readonly seen: number; readonly changed: number }
  /** More pages are left, or the carrier cannot be asked before `until`. */
  | { readonly kind: 'unfinished'; readonly until: Date | null }
  /** Another process reads, or the pass was begun anew meanwhile. */
  | { readonly kind: 'elsewhere' };

type Pass = { readonly accountId: string; readonly reader: string; readonly beganAt: Date; readonly since: Date };

/**
 * Reads on in the carrier's list of changed cards, page by page, and takes over what it says. The place is kept with every
 * page, so a pass that is cut off goes on where it was; a page that is read twice changes nothing. One process reads an
 * account at a time.
 */
export async function readChanges(ctx: Ctx, accountId: string, signal: AbortSignal): Promise<PassEnd> {
  const found = await beginPass(ctx, accountId);
  if (!found) return { kind: 'elsewhere' };
  const { pass } = found;
  try {
    return await readPages(ctx, pass, found.nextPage, signal);
  } finally {
    await endReading(ctx, pass);
  }
}

async function readPages(ctx: Ctx, pass: Pass, nextPage: number, signal: AbortSignal): Promise<PassEnd> {
  const { accountId } = pass;
  let page = nextPage;
  for (let pages = 0; pages < MOST_PAGES && !signal.aborted; pages++) {
    const readAt = ctx.clock.now();
    const args = { modifiedSince: pass.since, page };
    const outcome = await callCarrier(ctx, accountId, 'listDevices', args, { signal, urgency: 'rotation' });
    if (outcome.kind !== 'ok') {
      await haltRun(ctx, pass, outcome.words);
      return { kind: 'unfinished', until: outcome.kind === 'unavailable' ? outcome.retryAt : null };
    }
    const { devices, isLastPage } = outcome.answer;
    page += 1;
    const run = await ctx.transact(async (inside) => {
      if (!(await keepReading(inside, pass, page))) return undefined;
      // Rows of cards are locked first everywhere; the place of the pass is this reader's alone.
      const { changed, seen } = await applyReadings(inside, accountId, devices, { readAt, isDirect: false });
      if (seen < devices.length) await noteStrangers(inside, accountId, devices);
      const noted = await noteRun(inside, pass, { seen: devices.length, changed });
      if (isLastPage) await endPass(inside, pass);
      return noted;
    });
    if (!run) return { kind: 'elsewhere' };
    if (isLastPage) return { kind: 'finished', ...run };
  }
  return { kind: 'unfinished', until: null };
}

/** The pass under way, or a new one from where the last began; nothing where another process reads it. */
async function beginPass(ctx: Ctx, accountId: string): Promise<{ pass: Pass; nextPage: number } | undefined> {
  const now = ctx.clock.now();
  const reader = ctx.ids.next();
  return ctx.transact(async (inside) => {
    const place = inside.db
      .insertInto('cards.carrier_pass')
      .values({ carrier_account_id: accountId, modified_since: EVER, pass_began_at: null, finished_at: null })
      .onConflict((conflict) => conflict.doNothing());
    await place.execute();
    const held = await inside.db
      .updateTable('cards.carrier_pass')
      .set({ reader, read_until: new Date(now.getTime() + LEASE_MS) })
      .where('carrier_account_id', '=', accountId)
      .where((on) => on.or([on('read_until', 'is', null), on('read_until', '<=', now)]))
      .returningAll()
      .executeTakeFirst();
    if (!held) return undefined;
    const beganAt = held.pass_began_at ?? now;
    const pass = { accountId, reader, beganAt, since: held.modified_since };
    if (held.pass_began_at) return { pass, nextPage: held.next_page };
    await inside.db
      .updateTable('cards.carrier_pass')
      .set({ pass_began_at: now, next_page: 1 })
      .where('carrier_account_id', '=', accountId)
      .execute();
    await beginRun(inside, pass, held.modified_since.getTime() === EVER.getTime());
    return { pass, nextPage: 1 };
  });
}

/** Moves the place and keeps the lease; false when the pass is another's by now. */
async function keepReading(ctx: Ctx, { accountId, reader }: Pass, page: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('cards.carrier_pass')
    .set({ next_page: page, read_until: new Date(ctx.clock.now().getTime() + LEASE_MS) })
    .where('carrier_account_id', '=', accountId)
    .where('reader', '=', reader)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const endReading = (ctx: Ctx, { accountId, reader }: Pass): Promise<unknown> =>
  ctx.db
    .updateTable('cards.carrier_pass')
    .set({ reader: null, read_until: null })
    .where('carrier_account_id', '=', accountId)
    .where('reader', '=', reader)
    .execute();

const haltRun = (ctx: Ctx, pass: Pass, words: Text) => noteRun(ctx, pass, { seen: 0, changed: 0, halted: words });

async function endPass(ctx: Ctx, pass: Pass): Promise<void> {
  await ctx.db
    .updateTable('cards.carrier_pass')
    .set({
      modified_since: new Date(pass.beganAt.getTime() - OVERLAP_MS),
      pass_began_at: null,
      next_page: 1,
      finished_at: ctx.clock.now(),
    })
    .where('carrier_account_id', '=', pass.accountId)
    .execute();
  await endRun(ctx, pass);
  await noteSynced(ctx, pass.accountId, pass.beganAt);
}

/** The next pass reads every card of the account, from the beginning; one that is under way ends here. */
export async function forgetPass(ctx: Ctx, accountId: string): Promise<void> {
  const anew = { modified_since: EVER, pass_began_at: null, next_page: 1, reader: null, read_until: null };
  await ctx.db
    .insertInto('cards.carrier_pass')
    .values({ carrier_account_id: accountId, finished_at: null, ...anew })
    .onConflict((conflict) => conflict.column('carrier_account_id').doUpdateSet(anew))
    .execute();
}
