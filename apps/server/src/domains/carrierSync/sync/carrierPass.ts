import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { applyReadings } from '../../cardCommands/face.ts';
import { type CallAbout, type CarrierOutcome, callCarrier, capabilitiesOf, noteSynced } from '../../carriers/face.ts';
import { dropUnlisted } from '../pools/poolMembers.ts';
import { takeInventory } from './inventory.ts';
import { tellListed } from './listedCards.ts';
import { beginRun, endRun, noteRun } from './syncRuns.ts';

/** Before any card existed. */
const EVER = new Date('2000-01-01T00:00:00Z');
/** A pass starts this much before the previous one began: the carrier's clock may be behind ours. */
const OVERLAP_MS = 300_000;
/** Pages read per run of the job; the next run reads the rest. */
const MOST_PAGES = 200;
/** Longer than any page takes, including retries. */
const LEASE_MS = 60_000;

export type PassEnd =
  | { readonly kind: 'finished'; readonly seen: number; readonly changed: number }
  /** More pages are left. */
  | { readonly kind: 'unfinished' }
  /** The carrier cannot be asked now or did not answer; the schedule retries, an immediate retry would only cost calls. */
  | { readonly kind: 'halted' }
  /** Another process reads, or the pass was restarted in the meantime. */
  | { readonly kind: 'elsewhere' };

type Pass = { readonly accountId: string; readonly reader: string; readonly beganAt: Date; readonly since: Date };

/** A page of a carrier's list and the position of the next; null: it was the last. */
type Page = {
  readonly next: string | null;
  readonly seen: number;
  /** Applies the page; returns how many cards it changed. */
  readonly take: (inside: Ctx) => Promise<number>;
};

/** What is listed for an account: changed cards, or all cards where only those are listed. */
type List = {
  readonly ask: (ctx: Ctx, pass: Pass, after: string | null, about: CallAbout) => Promise<CarrierOutcome<Page>>;
  /** A complete read covers all changes up to its start. */
  readonly tellsChanges: boolean;
};

const CHANGES: List = {
  tellsChanges: true,
  ask: async (ctx, { accountId, since }, after, about) => {
    const readAt = ctx.clock.now();
    const page = Number(after ?? 1);
    const outcome = await callCarrier(ctx, accountId, 'listDevices', { modifiedSince: since, page }, about);
    if (outcome.kind !== 'ok') return outcome;
    const { devices, isLastPage } = outcome.answer;
    const take = async (inside: Ctx) => {
      const { changed, seen } = await applyReadings(inside, accountId, devices, { readAt, isDirect: false });
      if (seen < devices.length) await tellListed(inside, accountId, devices);
      return changed;
    };
    return { kind: 'ok', answer: { next: isLastPage ? null : String(page + 1), seen: devices.length, take } };
  },
};

const INVENTORY: List = {
  tellsChanges: false,
  ask: async (ctx, { accountId, beganAt }, after, about) => {
    const outcome = await callCarrier(ctx, accountId, 'listCards', { after }, about);
    if (outcome.kind !== 'ok') return outcome;
    const { cards, next } = outcome.answer;
    return {
      kind: 'ok',
      answer: { next, seen: cards.length, take: (inside) => takeInventory(inside, accountId, cards, beganAt) },
    };
  },
};

/**
 * Reads on in the carrier's list of changed cards, or of all cards, page by page, and applies it. The position is stored with
 * every page, so an interrupted pass continues there; a page read twice changes nothing. One process reads an account at a
 * time.
 */
export async function readChanges(ctx: Ctx, accountId: string, signal: AbortSignal): Promise<PassEnd> {
  const operations = (await capabilitiesOf(ctx, accountId))?.operations ?? [];
  const list = operations.includes('listDevices') ? CHANGES : operations.includes('listCards') ? INVENTORY : undefined;
  const found = list && (await beginPass(ctx, accountId, list));
  if (!found) return { kind: 'elsewhere' };
  const { pass } = found;
  try {
    return await readPages(ctx, list, { pass, after: found.after }, signal);
  } finally {
    await endReading(ctx, pass);
  }
}

async function readPages(
  ctx: Ctx,
  list: List,
  { pass, after }: { readonly pass: Pass; readonly after: string | null },
  signal: AbortSignal,
): Promise<PassEnd> {
  let place = after;
  for (let pages = 0; pages < MOST_PAGES && !signal.aborted; pages++) {
    const outcome = await list.ask(ctx, pass, place, { signal, urgency: 'rotation' });
    if (outcome.kind !== 'ok') {
      await haltRun(ctx, pass, outcome.words);
      return { kind: 'halted' };
    }
    const { next, seen, take } = outcome.answer;
    const run = await ctx.transact(async (inside) => {
      if (!(await keepReading(inside, pass, next))) return undefined;
      // Card rows are locked first, as everywhere; only this reader locks the position.
      const noted = await noteRun(inside, pass, { seen, changed: await take(inside) });
      if (next === null) await endPass(inside, pass, list);
      return noted;
    });
    if (!run) return { kind: 'elsewhere' };
    if (next === null) return { kind: 'finished', ...run };
    place = next;
  }
  return { kind: 'unfinished' };
}

/** The current pass, or a new one that starts where the last began; undefined while another process reads it. */
async function beginPass(
  ctx: Ctx,
  accountId: string,
  list: List,
): Promise<{ pass: Pass; after: string | null } | undefined> {
  const now = ctx.clock.now();
  const reader = ctx.ids.next();
  return ctx.transact(async (inside) => {
    const place = inside.db
      .insertInto('carrier_sync.carrier_pass')
      .values({ carrier_account_id: accountId, modified_since: EVER, pass_began_at: null, finished_at: null })
      .onConflict((conflict) => conflict.doNothing());
    await place.execute();
    const held = await inside.db
      .updateTable('carrier_sync.carrier_pass')
      .set({ reader, read_until: new Date(now.getTime() + LEASE_MS) })
      .where('carrier_account_id', '=', accountId)
      .where((on) => on.or([on('read_until', 'is', null), on('read_until', '<=', now)]))
      .returningAll()
      .executeTakeFirst();
    if (!held) return undefined;
    const beganAt = held.pass_began_at ?? now;
    const pass = { accountId, reader, beganAt, since: held.modified_since };
    if (held.pass_began_at) return { pass, after: held.read_to };
    await inside.db
      .updateTable('carrier_sync.carrier_pass')
      .set({ pass_began_at: now, read_to: null })
      .where('carrier_account_id', '=', accountId)
      .execute();
    await beginRun(inside, pass, !list.tellsChanges || held.modified_since.getTime() === EVER.getTime());
    return { pass, after: null };
  });
}

/** Stores the position and renews the lease; false if another process has the pass. */
async function keepReading(ctx: Ctx, { accountId, reader }: Pass, readTo: string | null): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('carrier_sync.carrier_pass')
    .set({ read_to: readTo, read_until: new Date(ctx.clock.now().getTime() + LEASE_MS) })
    .where('carrier_account_id', '=', accountId)
    .where('reader', '=', reader)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const endReading = (ctx: Ctx, { accountId, reader }: Pass): Promise<unknown> =>
  ctx.db
    .updateTable('carrier_sync.carrier_pass')
    .set({ reader: null, read_until: null })
    .where('carrier_account_id', '=', accountId)
    .where('reader', '=', reader)
    .execute();

const haltRun = (ctx: Ctx, pass: Pass, words: Text) => noteRun(ctx, pass, { seen: 0, changed: 0, halted: words });

async function endPass(ctx: Ctx, pass: Pass, { tellsChanges }: List): Promise<void> {
  await ctx.db
    .updateTable('carrier_sync.carrier_pass')
    .set({
      ...(tellsChanges ? { modified_since: new Date(pass.beganAt.getTime() - OVERLAP_MS) } : {}),
      pass_began_at: null,
      read_to: null,
      finished_at: ctx.clock.now(),
    })
    .where('carrier_account_id', '=', pass.accountId)
    .execute();
  await endRun(ctx, pass);
  if (tellsChanges) await noteSynced(ctx, pass.accountId, pass.beganAt);
  else await dropUnlisted(ctx, pass.accountId, pass.beganAt);
}

/** Makes the next pass read every card of the account from the beginning; a running pass ends here. */
export async function forgetPass(ctx: Ctx, accountId: string): Promise<void> {
  const anew = { modified_since: EVER, pass_began_at: null, read_to: null, reader: null, read_until: null };
  await ctx.db
    .insertInto('carrier_sync.carrier_pass')
    .values({ carrier_account_id: accountId, finished_at: null, ...anew })
    .onConflict((conflict) => conflict.column('carrier_account_id').doUpdateSet(anew))
    .execute();
}
