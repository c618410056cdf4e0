import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { scrubbed } from './masking.ts';

export type Fault = {
  readonly source: 'console' | 'api' | 'worker' | 'carrier';
  readonly place: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly version: string;
  readonly requestId: string;
  readonly accountId: string | null;
  readonly customerId: string | null;
  readonly crumbs: readonly string[];
};

/** Samples kept of one entry; the newest replace the oldest. */
const SAMPLES = 20;
const HOUR_MS = 3_600_000;

/** Faults are the same when source, place, message and the first own line of the stack agree, numbers ignored. */
const fingerprintOf = (fault: Fault): string => {
  const frame = fault.stack?.split('\n').find((line) => line.trim().startsWith('at ')) ?? '';
  const plain = `${fault.source}|${fault.place}|${fault.message}|${frame}`.replace(/\d+/g, '0');
  return createHash('sha256').update(plain).digest('hex').slice(0, 32);
};

/** Groups a fault with equal ones and keeps a sample. A fixed one seen again in another version is reopened as new. */
export async function keepFault(ctx: Ctx, raw: Fault): Promise<void> {
  const fault: Fault = {
    ...raw,
    message: scrubbed(raw.message).slice(0, 500),
    stack: raw.stack && scrubbed(raw.stack).slice(0, 8_000),
  };
  const now = ctx.clock.now();
  const entry = await ctx.db
    .insertInto('audit.error_entry')
    .values({
      id: ctx.ids.next(),
      fingerprint: fingerprintOf(fault),
      source: fault.source,
      place: fault.place.slice(0, 255),
      message: fault.message,
      version: fault.version.slice(0, 64),
      state: 'new',
      note: null,
      occurrences: 1,
      accounts: 0,
      first_seen: now,
      last_seen: now,
      handled_by: null,
      handled_at: null,
    })
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet({
        occurrences: sql`audit.error_entry.occurrences + 1`,
        last_seen: sql`excluded.last_seen`,
        version: sql`excluded.version`,
        state: sql`case when audit.error_entry.state = 'fixed' and audit.error_entry.version <> excluded.version then 'new' else audit.error_entry.state end`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('audit.error_sample')
    .values({
      id: ctx.ids.next(),
      entry_id: entry.id,
      at: now,
      request_id: fault.requestId,
      account_id: fault.accountId,
      customer_id: fault.customerId,
      stack: fault.stack ?? null,
      crumbs: JSON.stringify(fault.crumbs.map(scrubbed)),
    })
    .execute();
  await countIt(ctx, entry.id, fault.accountId);
  await sql`delete from audit.error_sample where entry_id = ${entry.id} and id < (
    select min(id) from (select id from audit.error_sample where entry_id = ${entry.id} order by id desc limit ${SAMPLES}) newest)`.execute(
    ctx.db,
  );
}

/** Counts per hour and per account, independent of how many samples are kept. */
async function countIt(ctx: Ctx, entryId: string, accountId: string | null): Promise<void> {
  const hour = new Date(Math.floor(ctx.clock.now().getTime() / HOUR_MS) * HOUR_MS);
  await ctx.db
    .insertInto('audit.error_hour')
    .values({ entry_id: entryId, hour, occurrences: 1 })
    .onConflict((conflict) =>
      conflict.columns(['entry_id', 'hour']).doUpdateSet({ occurrences: sql`audit.error_hour.occurrences + 1` }),
    )
    .execute();
  if (!accountId) return;
  const isFirst = await ctx.db
    .insertInto('audit.error_account')
    .values({ entry_id: entryId, account_id: accountId })
    .onConflict((conflict) => conflict.columns(['entry_id', 'account_id']).doNothing())
    .returning('account_id')
    .executeTakeFirst();
  if (!isFirst) return;
  await ctx.db
    .updateTable('audit.error_entry')
    .set((column) => ({ accounts: column('accounts', '+', 1) }))
    .where('id', '=', entryId)
    .execute();
}
