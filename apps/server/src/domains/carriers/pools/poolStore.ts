import type { Text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { CarrierPool } from '../../carrierAdapters/face.ts';
import { poolAfter } from './poolRules.ts';

/** A reader's lease on the pool list of an account, and the next page. */
export type PoolReading = {
  readonly accountId: string;
  readonly reader: string;
  readonly beganAt: Date;
  readonly page: number;
};

/** Longer than a page takes, with its requests per pool and their retries. */
const LEASE_MS = 300_000;
/** How long a pool that is no longer listed is shown. */
const GONE_KEPT_MS = 90 * DAY_MS;

/** The running list or a new one; undefined while another process reads it. */
export async function beginReading(ctx: Ctx, accountId: string): Promise<PoolReading | undefined> {
  const now = ctx.clock.now();
  const reader = ctx.ids.next();
  const until = new Date(now.getTime() + LEASE_MS);
  const { rows } = await sql<{ began_at: Date; next_page: number }>`
    insert into carriers.pool_reading as r (account_id, reader, read_until, began_at)
    values (${accountId}::bigint, ${reader}::bigint, ${until}, ${now})
    on conflict (account_id) do update set reader = excluded.reader, read_until = excluded.read_until,
      began_at = coalesce(r.began_at, excluded.began_at)
      where r.read_until is null or r.read_until <= ${now}
    returning began_at, next_page`.execute(ctx.db);
  const [row] = rows;
  return row && { accountId, reader, beganAt: row.began_at, page: row.next_page };
}

const own = ({ accountId, reader }: PoolReading) =>
  sql`account_id = ${accountId}::bigint and reader = ${reader}::bigint`;

/** Stores the position before a page and renews the lease; false if another process has it. */
export async function keepReading(ctx: Ctx, reading: PoolReading, page: number): Promise<boolean> {
  const until = new Date(ctx.clock.now().getTime() + LEASE_MS);
  const { numAffectedRows } = await sql`
    update carriers.pool_reading set next_page = ${page}, read_until = ${until} where ${own(reading)}`.execute(ctx.db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** The list is complete: pools missing in it are marked as gone. */
export async function finishReading(ctx: Ctx, reading: PoolReading): Promise<void> {
  const now = ctx.clock.now();
  await sql`
    update carriers.pool set gone_at = ${now}
    where account_id = ${reading.accountId}::bigint and gone_at is null and seen_at < ${reading.beganAt}`.execute(
    ctx.db,
  );
  await sql`
    delete from carriers.pool
    where account_id = ${reading.accountId}::bigint
      and gone_at < ${new Date(now.getTime() - GONE_KEPT_MS)}`.execute(ctx.db);
  await sql`
    update carriers.pool_reading set reader = null, read_until = null, began_at = null, next_page = 1,
      finished_at = ${now}, halted_at = null, halted_zh = null, halted_en = null
    where ${own(reading)}`.execute(ctx.db);
}

/**
 * Releases a list that was not completed. `halted` says what interrupted it; with `isOver` the next reading starts over instead
 * of continuing at its page.
 */
export const leaveReading = (
  ctx: Ctx,
  reading: PoolReading,
  { halted, isOver = false }: { readonly halted?: Text; readonly isOver?: boolean } = {},
): Promise<unknown> =>
  sql`
    update carriers.pool_reading set reader = null, read_until = null,
      began_at = case when ${isOver} then null else began_at end,
      next_page = case when ${isOver} then 1 else next_page end,
      halted_at = ${halted ? ctx.clock.now() : null}, halted_zh = ${halted?.zh ?? null}, halted_en = ${halted?.en ?? null}
    where ${own(reading)}`.execute(ctx.db);

/** Applies a page of pools; `readAt` is the time before the carrier was asked for it. */
export async function takePools(
  ctx: Ctx,
  accountId: string,
  told: readonly CarrierPool[],
  readAt: Date,
): Promise<void> {
  if (told.length === 0) return;
  const rows = await ctx.db
    .selectFrom('carriers.pool')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(
      'pool_id',
      'in',
      told.map(({ poolId }) => poolId),
    )
    .execute();
  const known = new Map(
    rows.map((row) => [
      row.pool_id,
      {
        poolId: row.pool_id,
        name: row.name,
        totalBytes: row.total_bytes,
        usedBytes: row.used_bytes,
        members: row.members === null ? null : Number(row.members),
        readAt: row.read_at,
      },
    ]),
  );
  // If a page has a pool twice, its last row counts.
  for (const pool of new Map(told.map((each) => [each.poolId, each])).values()) {
    const {
      totalBytes,
      usedBytes,
      members,
      readAt: usedReadAt,
      ...named
    } = poolAfter(known.get(pool.poolId), pool, readAt);
    const figures = {
      name: named.name,
      total_bytes: totalBytes,
      used_bytes: usedBytes,
      members: members === null ? null : String(members),
      read_at: usedReadAt,
      seen_at: ctx.clock.now(),
      gone_at: null,
    };
    await ctx.db
      .insertInto('carriers.pool')
      .values({ id: ctx.ids.next(), account_id: accountId, pool_id: pool.poolId, ...figures })
      .onConflict((conflict) => conflict.columns(['account_id', 'pool_id']).doUpdateSet(figures))
      .execute();
  }
}
