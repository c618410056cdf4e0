import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import type { Measure } from '../../../framework/measures.ts';
import type { Database, Tables } from '../../../framework/tables.ts';
import { codesAskingRealName } from '../../catalogue/face.ts';
import { platformsNotOffered } from '../../settings/face.ts';
import type { Walk } from './counterTables.ts';
import { differing, dropEmptyGroups, type Known, rebuildCounters, recount } from './recount.ts';

type State = Tables['cards.card_counter_refresh'];

const WHY = 'each count names its customer';

/** How much is done in one transaction: pages of marks, some 200 a page, cards whose time has come, cards a walk passes. */
export type Chunk = { readonly pages: number; readonly due: number; readonly walked: number };
const CHUNK: Chunk = { pages: 64, due: 10_000, walked: 20_000 };

/** A walk over all cards goes on a minute later, so that what changes is still counted every minute. */
const WALK_MS = 30_000;
const LAST_ID = '9223372036854775807';

export type Counting = { readonly chunk?: Chunk; readonly walkMs?: number; readonly signal?: AbortSignal };

/** A run of the counting: what it finds is of the moment it began. */
type Run = {
  readonly ctx: Ctx;
  readonly began: Date;
  readonly chunk: Chunk;
  readonly walkMs: number;
  readonly signal?: AbortSignal;
};

/** One step of a run, while nobody else takes one; time does not run backwards for it. */
const step = <T>({ ctx, began }: Run, run: (db: Database, state: State, known: Known) => Promise<T>): Promise<T> =>
  ctx.transact(async ({ beyondScope }) => {
    const db = beyondScope(WHY);
    const state = await db.selectFrom('cards.card_counter_refresh').selectAll().forUpdate().executeTakeFirstOrThrow();
    const now = began > state.counted_at ? began : state.counted_at;
    return run(db, state, { now, askingRealName: state.asking_real_name, notOffered: state.not_offered });
  });

/** Every step writes the row, since its version is what sums of the counters are kept by. */
const note = (db: Database, change: Partial<State>) =>
  db
    .updateTable('cards.card_counter_refresh')
    .set((row) => ({ walk: row.ref('walk'), ...change }))
    .execute();

const BEGINNING = { walk_after: '0', walk_found: '0' } as const;

/** Takes notice of what decides besides the cards. If it has changed, all cards are walked over. */
async function noteConditions(ctx: Ctx): Promise<void> {
  const askingRealName = await codesAskingRealName(ctx);
  const notOffered = (await platformsNotOffered(ctx.db)).sort((a, b) => a - b);
  const db = ctx.beyondScope(WHY);
  await db
    .insertInto('cards.card_counter_refresh')
    .values({
      one: true,
      counted_at: new Date(0),
      took_ms: 0,
      walk: 'fill',
      drift: '0',
      ...BEGINNING,
      asking_real_name: [],
      not_offered: [],
    })
    .onConflict((conflict) => conflict.column('one').doNothing())
    .execute();
  await sql`
    update cards.card_counter_refresh set asking_real_name = ${askingRealName}::text[], not_offered = ${notOffered}::int[],
      walk = case walk when 'fill' then walk else 'conditions' end, walk_after = 0, walk_found = 0
    where (asking_real_name, not_offered) is distinct from (${askingRealName}::text[], ${notOffered}::int[])`.execute(
    db,
  );
}

/** Counts what has been marked and what time has changed. `isWhole`: nothing else is outstanding, so the figures are of now. */
async function countMarked(run: Run, isWhole: boolean): Promise<void> {
  const { ctx, chunk, signal } = run;
  const start = performance.now();
  const { rows } = await sql<{ pages: number }>`
    select (pg_relation_size('cards.uncounted_card') / current_setting('block_size')::int)::int as pages`.execute(
    ctx.db,
  );
  const pages = rows[0]?.pages ?? 0;
  // Marks that are added meanwhile are the next run's, or it might never end.
  for (let page = 0; page < pages; page += chunk.pages) {
    if (signal?.aborted) return;
    await step(run, async (db, _, known) => {
      // The very rows that are seen: the mark of a transaction that has not ended stays, whatever its place.
      const taken = await sql<{ card_id: string }>`
        delete from cards.uncounted_card
        where ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + chunk.pages},0)`}::tid returning card_id`.execute(
        db,
      );
      await recount(db, idsOf(taken.rows), known, false);
      await note(db, {});
    });
  }
  for (let isDone = false; !isDone; ) {
    if (signal?.aborted) return;
    isDone = await step(run, async (db, _, known) => {
      const due = await db
        .selectFrom('cards.counted_card')
        .select('card_id')
        .where('holds_until', '<', known.now)
        .limit(chunk.due)
        .execute();
      await recount(db, idsOf(due), known, false);
      const isLast = due.length < chunk.due;
      if (isLast) await dropEmptyGroups(db);
      const took_ms = Math.round(performance.now() - start);
      await note(db, isLast && isWhole ? { counted_at: known.now, took_ms } : {});
      return isLast;
    });
  }
}

const idsOf = (rows: readonly { readonly card_id: string }[]) => rows.map((row) => row.card_id);

/** Walks on over all cards and counts those anew that are counted as something else than they are. Returns whether it is over. */
async function walkOn(run: Run): Promise<boolean> {
  const until = performance.now() + run.walkMs;
  for (let isOver = false; !isOver; ) {
    if (run.signal?.aborted || performance.now() > until) return false;
    isOver = await step(run, async (db, { walk, walk_after, walk_found }, known) => {
      if (walk === null) return true;
      const { rows } = await sql<{ last: string | null; n: number }>`
        select max(id) as last, count(*)::int as n from (
          select id from cards.card where id > ${walk_after}::bigint order by id limit ${run.chunk.walked}) part`.execute(
        db,
      );
      const { last, n = 0 } = rows[0] ?? {};
      const isLast = n < run.chunk.walked;
      // What is counted beyond the last card is of cards that are gone.
      const passed = isLast || !last ? LAST_ID : last;
      const wrong = await differing(db, walk_after, passed, known);
      await recount(
        db,
        wrong.map(({ id }) => id),
        known,
        walk === 'fill',
      );
      // A mark that waits is no drift.
      const found = Number(walk_found) + wrong.filter(({ isMarked }) => !isMarked).length;
      await note(db, { walk_after: passed, walk_found: String(found) });
      if (isLast) await endWalk(run.ctx, db, walk, found);
      return isLast;
    });
  }
  return true;
}

/** The counters are compared with what the cards are counted as; only the counting itself waits meanwhile. */
async function endWalk(ctx: Ctx, db: Database, walk: Walk, found: number): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db);
  await dropEmptyGroups(db);
  const drift = found + (await rebuildCounters(db));
  const isCheck = walk === 'check';
  if (isCheck && drift > 0) ctx.log.error({ drift }, 'card counters were wrong and have been mended');
  await note(db, {
    walk: null,
    ...BEGINNING,
    ...(isCheck ? { checked_at: ctx.clock.now(), drift: String(drift) } : {}),
  });
}

/**
 * Brings the counters up to now: what was marked, what time has changed, and a part of a walk if one is under way. Every step
 * is a transaction of its own that takes the marks it applies, so a run may end anywhere.
 */
export async function countChanges(
  ctx: Ctx,
  { chunk = CHUNK, walkMs = WALK_MS, signal }: Counting = {},
): Promise<void> {
  const run: Run = { ctx, began: ctx.clock.now(), chunk, walkMs, ...(signal ? { signal } : {}) };
  await noteConditions(ctx);
  const { walk } = await ctx.db.selectFrom('cards.card_counter_refresh').select('walk').executeTakeFirstOrThrow();
  const isWhole = walk === null || walk === 'check' || (await walkOn(run));
  if (isWhole || walk !== 'fill') await countMarked(run, isWhole);
  if (walk === 'check') await walkOn(run);
}

/** Has all cards checked, unless they are walked over already. */
const beginCheck = (ctx: Ctx): Promise<unknown> =>
  ctx
    .beyondScope(WHY)
    .updateTable('cards.card_counter_refresh')
    .set({ walk: 'check', ...BEGINNING })
    .where('walk', 'is', null)
    .execute();

/** Compares every card with what it is counted as, and the counters with their cards; mends and reports what is wrong. */
export async function checkCounters(ctx: Ctx, counting: Counting = {}): Promise<void> {
  await beginCheck(ctx);
  await countChanges(ctx, { walkMs: Number.POSITIVE_INFINITY, ...counting });
}

/** Counts all cards at once: for those that were written without marks, as the demo's are. */
export async function refreshCardCounters(ctx: Ctx): Promise<void> {
  await ctx
    .beyondScope(WHY)
    .updateTable('cards.card_counter_refresh')
    .set({ walk: 'fill', ...BEGINNING })
    .execute();
  await countChanges(ctx, { walkMs: Number.POSITIVE_INFINITY });
}

/** When the cards were counted last: every change that was committed then is in the counters. */
export async function cardCountersRefreshedAt(ctx: Ctx): Promise<Date | undefined> {
  const last = await ctx.db
    .selectFrom('cards.card_counter_refresh')
    .select('counted_at')
    .where('counted_at', '>', new Date(0))
    .executeTakeFirst();
  return last?.counted_at;
}

export const cardCountersJob = job({
  name: 'cards.tally',
  payload: z.object({}),
  schedule: '* * * * *',
  retries: 0,
  keyed: true,
  run: (ctx, _, signal) => countChanges(ctx, { signal }),
});

/** At night; the walk itself is done by the job above. */
export const checkCountersJob = job({
  name: 'cards.checkCounters',
  payload: z.object({}),
  schedule: '40 3 * * *',
  keyed: true,
  run: async (ctx) => {
    await beginCheck(ctx);
  },
});

const one = async (ctx: Ctx, figure: 'age' | 'drift') => {
  const last = await ctx.db.selectFrom('cards.card_counter_refresh').selectAll().executeTakeFirst();
  if (!last) return [];
  const age = (ctx.clock.now().getTime() - last.counted_at.getTime()) / 1_000;
  return [{ value: figure === 'age' ? age : Number(last.drift) }];
};

export const countersAge: Measure = {
  name: 'card_counters_age_seconds',
  help: 'How old the counted figures of cards are: changes up to then are in them',
  read: (ctx) => one(ctx, 'age'),
};

export const countersDrift: Measure = {
  name: 'card_counters_drift',
  help: 'Cards and groups that the last nightly check found counted wrongly, and mended',
  read: (ctx) => one(ctx, 'drift'),
};
