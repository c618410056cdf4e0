import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../framework/tables.ts';

/** Kinds of claim in `cards.card_identifier`, numbered as in the identifier pickers. */
export const CLAIM_KINDS = { iccid: 1, business_number: 2, imsi: 5, eid: 6 } as const;

export type NumberClaim = {
  readonly cardId: string;
  readonly column: 'business_number' | 'imsi';
  readonly value: string;
};

/** Claims numbers for cards that lacked them. Returns the claims that were free. */
export async function claimNumbers(db: Database, wanted: readonly NumberClaim[]): Promise<NumberClaim[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<{ kind: number; card_id: string }>`
    insert into cards.card_identifier (kind, value, card_id)
    select kind, value, card_id from unnest(
      ${wanted.map(({ column }) => CLAIM_KINDS[column])}::smallint[], ${wanted.map(({ value }) => value)}::text[],
      ${wanted.map(({ cardId }) => cardId)}::bigint[]
    ) as g (kind, value, card_id)
    on conflict (kind, value) do nothing returning kind, card_id`.execute(db);
  const made = new Set(rows.map((row) => `${row.kind} ${row.card_id}`));
  return wanted.filter(({ column, cardId }) => made.has(`${CLAIM_KINDS[column]} ${cardId}`));
}

/**
 * Claims all numbers a query yields (`kind`, `value`, `card_id`), in one order, so that two imports never deadlock. Returns
 * whether all of them were free. Inside a transaction. Almost always all are free, and inserting without looking first takes
 * half the time.
 */
export async function claimAll(db: Database, claims: RawBuilder<unknown>): Promise<boolean> {
  const insert = sql`
    insert into cards.card_identifier (kind, value, card_id)
    select kind, value, card_id from (${claims}) claims order by kind, value`;
  await sql`savepoint claims`.execute(db);
  try {
    await insert.execute(db);
    await sql`release savepoint claims`.execute(db);
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    await sql`rollback to savepoint claims`.execute(db);
    await sql`${insert} on conflict do nothing`.execute(db);
    return false;
  }
}

const isDuplicate = (error: unknown): boolean => (error as { code?: string }).code === '23505';

/** Releases the claims of these cards. */
export const releaseClaims = (db: Database, cardIds: readonly string[]): Promise<unknown> =>
  cardIds.length === 0
    ? Promise.resolve()
    : sql`delete from cards.card_identifier where card_id = any(${[...cardIds]}::bigint[])`.execute(db);
