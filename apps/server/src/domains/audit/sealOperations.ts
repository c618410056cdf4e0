import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { job } from '../../framework/domain.ts';
import type { Database } from '../../framework/tables.ts';
import { anchorHead, announceHead } from './anchoredHeads.ts';
import { FIRST_HASH, sealHash } from './sealRules.ts';

const BATCH = 2_000;
/**
 * A row is sealed within a minute of its commit, and no transaction lasts this long. An unsealed row older than the head by
 * more than this was inserted afterwards. It is never sealed, and verification reports it.
 */
export const LATEST_COMMIT_MS = 2 * 3_600_000;
const SEAL_LOCK = 7_340;

/**
 * The row exactly as it is hashed: every column in a fixed order, formatted by the database. The viewing account and the
 * English of a summary were added later and are present only where there is one, so rows sealed before keep their hash.
 */
export const canonicalRow = sql<string>`(jsonb_build_array(l.id::text, extract(epoch from l.at)::text, l.customer_id::text,
  l.actor_customer_id::text, l.actor_account_id::text, l.actor_name, l.operation_type, l.endpoint, l.permission, l.object_kind,
  l.object_id, l.summary, l.before_value, l.after_value, l.address, l.user_agent, l.request_id, l.task_id::text, l.result,
  l.code) || case when l.acting_for_customer_id is null then '[]'::jsonb
    else jsonb_build_array(l.acting_for_customer_id::text) end
  || case when l.summary_en is null then '[]'::jsonb
    else jsonb_build_array(jsonb_build_object('en', l.summary_en)) end)::text`;

export async function headOf(db: Database): Promise<{ seq: bigint; hash: string; at: Date | null }> {
  const head = await db
    .selectFrom('audit.seal')
    .select(['seq', 'hash', 'log_at'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return head ? { seq: BigInt(head.seq), hash: head.hash, at: head.log_at } : { seq: 0n, hash: FIRST_HASH, at: null };
}

const withoutSeal = (db: Database) =>
  db
    .selectFrom('audit.operation_log as l')
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('audit.seal as s').select('s.seq').whereRef('s.log_id', '=', 'l.id'))),
    );

/** Rows waiting for their seal: all before the first seal, otherwise only recent ones. */
export const unsealed = (db: Database, head: Date | null) =>
  head ? withoutSeal(db).where('l.at', '>', new Date(head.getTime() - LATEST_COMMIT_MS)) : withoutSeal(db);

/** Rows that were not sealed when they should have been created. */
export const addedLater = (db: Database, head: Date) =>
  withoutSeal(db).where('l.at', '<=', new Date(head.getTime() - LATEST_COMMIT_MS));

/** The chain keeps one key from its first seal on. */
const KEY_ID = 1;
const KEY_PLACE = `audit.seal_key:${KEY_ID}`;

/** The key of the chain: created at the first seal, encrypted anew when SECRETS_KEY gets a new first key. */
export async function chainKey(ctx: Pick<Ctx, 'secrets' | 'random' | 'clock'>, db: Database): Promise<Buffer> {
  const { secrets } = ctx;
  const read = () => db.selectFrom('audit.seal_key').select('sealed').where('id', '=', KEY_ID).executeTakeFirst();
  let kept = await read();
  if (!kept) {
    const made = Buffer.from(ctx.random.bytes(32)).toString('base64');
    await db
      .insertInto('audit.seal_key')
      .values({ id: KEY_ID, sealed: secrets.seal(made, KEY_PLACE), made_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    kept = await read();
  }
  if (!kept) throw new Error('The key of the operation log cannot be kept');
  const key = secrets.open(kept.sealed, KEY_PLACE);
  if (secrets.isStale(kept.sealed)) {
    const sealed = secrets.seal(key, KEY_PLACE);
    await db.updateTable('audit.seal_key').set({ sealed }).where('id', '=', KEY_ID).execute();
  }
  return Buffer.from(key, 'base64');
}

/** Seals at most one batch in one transaction and returns how many. Concurrent sealers wait for each other. */
async function sealBatch(ctx: Ctx): Promise<{ sealed: number; seq: bigint; hash: string }> {
  return ctx.transact(async (inside) => {
    const { db, clock } = inside;
    await sql`select pg_advisory_xact_lock(${SEAL_LOCK})`.execute(db);
    const key = await chainKey(inside, db);
    const head = await headOf(db);
    const rows = await unsealed(db, head.at)
      .select(['l.id', 'l.at', canonicalRow.as('row')])
      .orderBy('l.id')
      .limit(BATCH)
      .execute();
    let { seq, hash } = head;
    const seals = rows.map((row) => {
      const previous = hash;
      seq += 1n;
      hash = sealHash(key, seq, previous, row.row);
      return { seq: String(seq), log_id: row.id, log_at: row.at, previous, hash, sealed_at: clock.now() };
    });
    if (seals.length > 0) {
      await db.insertInto('audit.seal').values(seals).execute();
      await announceHead(inside, { seq, hash });
    }
    return { sealed: seals.length, seq, hash };
  });
}

/** Seals all waiting rows, then writes the head outside the database and to the program log. */
export async function sealOperations(ctx: Ctx): Promise<number> {
  let total = 0;
  let batch = await sealBatch(ctx);
  while (batch.sealed > 0) {
    total += batch.sealed;
    await anchorHead(ctx, batch);
    if (batch.sealed < BATCH) break;
    batch = await sealBatch(ctx);
  }
  return total;
}

export const sealJob = job({
  name: 'audit.seal',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx) => {
    await sealOperations(ctx);
  },
});
