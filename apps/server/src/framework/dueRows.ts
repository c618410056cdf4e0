import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from './context.ts';
import type { Tables } from './tables.ts';

/** A row that is due, and since when. */
export type DueRow = { readonly key: string; readonly at: Date };

/** Rows that act at moments of their own, found by an index on moment and key. */
export type DueRows = {
  readonly table: keyof Tables & string;
  readonly key: string;
  /** The column of the moment. */
  readonly due: string;
  /** Which rows wait at all, if not every row with a moment does. */
  readonly waiting?: RawBuilder<boolean>;
  /** Rows in one transaction. */
  readonly atOnce: number;
  /** Locks what the house locks before these rows. */
  readonly lockFirst?: (ctx: Ctx, rows: readonly DueRow[]) => Promise<void>;
  /** Does what was due and sets the next moment or none, both in this transaction. The rows are locked, earliest first. */
  readonly act: (ctx: Ctx, rows: readonly DueRow[]) => Promise<void>;
};

type Found = DueRow & { readonly moment: string };

const WHY = 'time passes for everybody’s rows';

/** Due rows without a lock, in order from the last one seen. */
async function find(ctx: Ctx, rows: DueRows, now: Date, after: Found | undefined): Promise<Found[]> {
  const [key, due] = [sql.ref(rows.key), sql.ref(rows.due)];
  const found = await sql<Found>`
    select ${key}::text as key, ${due} as at, ${due}::text as moment from ${sql.table(rows.table)}
    where ${due} <= ${now} and ${rows.waiting ?? sql`true`}
      and ${after ? sql`(${due}, ${key}) > (${after.moment}, ${after.key})` : sql`true`}
    order by ${due}, ${key} limit ${rows.atOnce}`.execute(ctx.beyondScope(WHY));
  return found.rows;
}

/** Those of the rows that are still due, locked; what another transaction has locked is left to it. */
async function lock(ctx: Ctx, rows: DueRows, now: Date, found: readonly DueRow[]): Promise<DueRow[]> {
  const [key, due] = [sql.ref(rows.key), sql.ref(rows.due)];
  const locked = await sql<DueRow>`
    select ${key}::text as key, ${due} as at from ${sql.table(rows.table)}
    where ${key}::text = any(${found.map((row) => row.key)}) and ${due} <= ${now} and ${rows.waiting ?? sql`true`}
    order by ${due}, ${key} for update skip locked`.execute(ctx.beyondScope(WHY));
  return locked.rows;
}

const doThem = (ctx: Ctx, rows: DueRows, now: Date, found: readonly DueRow[]): Promise<number> =>
  ctx.transact(async (inside) => {
    await rows.lockFirst?.(inside, found);
    const locked = await lock(inside, rows, now, found);
    if (locked.length > 0) await rows.act(inside, locked);
    return locked.length;
  });

/**
 * Does what is due by now, in the order of the rows' own moments and each once: a row is locked, judged again and done in one
 * transaction, so a process that is killed leaves it due and whole. A row that fails is left due and stops no other; the first
 * failure is thrown when all are through. Returns how many were done.
 */
export async function actDue(ctx: Ctx, rows: DueRows, signal?: AbortSignal): Promise<number> {
  const now = ctx.clock.now();
  const failures: unknown[] = [];
  const tryThem = async (found: readonly DueRow[]): Promise<number> => {
    try {
      return await doThem(ctx, rows, now, found);
    } catch (error) {
      if (found.length === 1) {
        ctx.log.error({ err: error, table: rows.table, key: found[0]?.key }, 'a due row failed');
        failures.push(error);
        return 0;
      }
      let done = 0;
      for (const row of found) done += await tryThem([row]);
      return done;
    }
  };
  let done = 0;
  let last: Found | undefined;
  while (!signal?.aborted) {
    const found = await find(ctx, rows, now, last);
    if (found.length === 0) break;
    done += await tryThem(found);
    last = found.at(-1);
  }
  if (failures.length > 0) throw failures[0];
  return done;
}
