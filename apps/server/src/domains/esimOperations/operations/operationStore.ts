import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import { beyond, type ChipRow, type CodeNumberRow, isClosedChip } from '../../esim/face.ts';
import type { OperationRow } from '../operationTables.ts';
import { type ChipFacts, OPEN_STATES } from './operationRules.ts';

export const lockOperation = (db: Database, of: { eid: string; id: string }): Promise<OperationRow | undefined> =>
  db
    .selectFrom('esim_operations.operation')
    .selectAll()
    .where('eid', '=', of.eid)
    .where('id', '=', of.id)
    .forUpdate()
    .executeTakeFirst();

/** The open operations of a chip, in the order of their requests. */
export const openOperationsOf = (db: Database, eid: string): Promise<OperationRow[]> =>
  db
    .selectFrom('esim_operations.operation')
    .selectAll()
    .where('eid', '=', eid)
    .where('state', 'in', OPEN_STATES)
    .orderBy('id')
    .forUpdate()
    .execute();

/** The chips among these with an open operation other than an audit. */
export const withOpenOperation = (db: Database, eids: readonly string[]) =>
  underWay(db, eids, (kind) => kind !== 'audit');

/** The chips among these with any open operation, audits included. */
export const withAnyOperation = (db: Database, eids: readonly string[]) => underWay(db, eids, () => true);

async function underWay(
  db: Database,
  eids: readonly string[],
  counts: (kind: OperationRow['kind']) => boolean,
): Promise<ReadonlySet<string>> {
  if (eids.length === 0) return new Set();
  const rows = await db
    .selectFrom('esim_operations.operation')
    .select(['eid', 'kind'])
    .where('eid', 'in', eids)
    .where('state', 'in', OPEN_STATES)
    .execute();
  return new Set(rows.filter(({ kind }) => counts(kind)).map(({ eid }) => eid));
}

export const factsOfChip = (chip: ChipRow, numbers: readonly CodeNumberRow[]): ChipFacts => ({
  architecture: chip.architecture,
  isClosed: isClosedChip(chip.state),
  numbers: numbers.map((number) => ({
    id: number.card_id,
    enableState: number.enable_state,
    isFallback: number.card_id === chip.fallback_number_id,
  })),
});

export const setOperation = (
  db: Database,
  of: { readonly eid: string; readonly id: string },
  changes: Partial<Omit<OperationRow, 'words'>> & { readonly words?: string | null },
): Promise<unknown> =>
  db.updateTable('esim_operations.operation').set(changes).where('eid', '=', of.eid).where('id', '=', of.id).execute();

/** The first of its chip: no earlier operation is open; audits neither wait nor block. */
const IS_FIRST = sql<SqlBool>`(o.kind = 'audit' or not exists (select from esim_operations.operation earlier
  where earlier.eid = o.eid and earlier.id < o.id and earlier.kind <> 'audit'
    and earlier.state in ('queued', 'ordered', 'released', 'waitingDevice')))`;

/**
 * Claims due operations of an account, each for one worker until `until`. The operation of a dead worker is free after that
 * time.
 */
export async function claimDue(ctx: Ctx, accountId: string, most: number, until: Date): Promise<OperationRow[]> {
  const now = ctx.clock.now();
  const { rows } = await sql<OperationRow>`
    update esim_operations.operation o set claimed_until = ${until}
    from (select o.eid, o.id from esim_operations.operation o
      where o.carrier_account_id = ${accountId}::bigint and o.state in ('queued', 'ordered', 'released', 'waitingDevice')
        and o.next_check_at <= ${now} and (o.claimed_until is null or o.claimed_until <= ${now}) and ${IS_FIRST}
      order by o.next_check_at, o.id limit ${most} for update skip locked) due
    where o.eid = due.eid and o.id = due.id
    returning o.*`.execute(beyond(ctx));
  return rows;
}

/** When the next unclaimed operation of an account is due; undefined if there is none. */
export async function nextDueAt(ctx: Ctx, accountId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(o.next_check_at, o.claimed_until)) as at from esim_operations.operation o
    where o.carrier_account_id = ${accountId}::bigint and o.state in ('queued', 'ordered', 'released', 'waitingDevice')
      and ${IS_FIRST}`.execute(beyond(ctx));
  return rows[0]?.at ?? undefined;
}

/** Accounts with due operations; a lost job is recovered here. */
export async function accountsWithDue(ctx: Ctx): Promise<string[]> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ id: string }>`
    select distinct carrier_account_id as id from esim_operations.operation
    where carrier_account_id is not null and state in ('queued', 'ordered', 'released', 'waitingDevice')
      and next_check_at <= ${now} and (claimed_until is null or claimed_until <= ${now})`.execute(beyond(ctx));
  return rows.map(({ id }) => id);
}

/** Those of these chips that anything was ever asked of. */
export async function chipsEverAsked(ctx: Ctx, eids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await beyond(ctx)
    .selectFrom('esim_operations.operation')
    .select('eid')
    .distinct()
    .where('eid', 'in', [...eids, ''])
    .execute();
  return new Set(rows.map(({ eid }) => eid));
}
