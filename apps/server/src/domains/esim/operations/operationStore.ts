import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import type { ChipRow, CodeNumberRow, OperationRow } from '../esimTables.ts';
import { type ChipFacts, OPEN_STATES } from './operationRules.ts';

/*
 * Rows are locked in one order, whoever comes: chip, its numbers by id, operation, then the cards' and the tasks' rows.
 */

const CLOSED_CHIPS: ReadonlySet<string> = new Set(['RETIRED', 'OPERATOR_MANAGEMENT']);
export const isClosedChip = (state: string): boolean => CLOSED_CHIPS.has(state);
/** A chip, its numbers and cards may be given to somebody else while it is asked; whoever carries it out sees them all. */
const ON_ITS_WAY = 'what is on its way is carried to its end, whosever the chip is by then';
export const beyond = (ctx: Ctx): Database => ctx.beyondScope(ON_ITS_WAY);

export const lockChip = (db: Database, eid: string): Promise<ChipRow | undefined> =>
  db.selectFrom('esim.chip').selectAll().where('eid', '=', eid).forUpdate().executeTakeFirst();

/** Everything that is on the chip, on its way to it, or was. */
export const lockNumbersOf = (db: Database, eid: string): Promise<CodeNumberRow[]> =>
  db.selectFrom('esim.code_number').selectAll().where('eid', '=', eid).orderBy('card_id').forUpdate().execute();

export const lockNumber = (db: Database, cardId: string): Promise<CodeNumberRow | undefined> =>
  db.selectFrom('esim.code_number').selectAll().where('card_id', '=', cardId).forUpdate().executeTakeFirst();

export const lockOperation = (db: Database, of: { eid: string; id: string }): Promise<OperationRow | undefined> =>
  db
    .selectFrom('esim.operation')
    .selectAll()
    .where('eid', '=', of.eid)
    .where('id', '=', of.id)
    .forUpdate()
    .executeTakeFirst();

/** What is asked of a chip and has not ended, in the order it was asked. */
export const openOperationsOf = (db: Database, eid: string): Promise<OperationRow[]> =>
  db
    .selectFrom('esim.operation')
    .selectAll()
    .where('eid', '=', eid)
    .where('state', 'in', OPEN_STATES)
    .orderBy('id')
    .forUpdate()
    .execute();

/** The numbers of many chips, as `lockNumbersOf` finds them, by their chip; nothing is held. */
export async function numbersByChip(
  db: Database,
  eids: readonly string[],
): Promise<ReadonlyMap<string | null, CodeNumberRow[]>> {
  if (eids.length === 0) return new Map();
  const rows = await db
    .selectFrom('esim.code_number')
    .selectAll()
    .where('eid', 'in', eids)
    .orderBy('card_id')
    .execute();
  return Map.groupBy(rows, ({ eid }) => eid);
}

/** Those of these chips that something but an audit is asked of. */
export const withOpenOperation = (db: Database, eids: readonly string[]) =>
  underWay(db, eids, (kind) => kind !== 'audit');

/** Those of these chips on which anything is under way, a reading too. */
export const withAnyOperation = (db: Database, eids: readonly string[]) => underWay(db, eids, () => true);

async function underWay(
  db: Database,
  eids: readonly string[],
  counts: (kind: OperationRow['kind']) => boolean,
): Promise<ReadonlySet<string>> {
  if (eids.length === 0) return new Set();
  const rows = await db
    .selectFrom('esim.operation')
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
  db.updateTable('esim.operation').set(changes).where('eid', '=', of.eid).where('id', '=', of.id).execute();

export const setChip = (
  db: Database,
  eid: string,
  changes: Partial<Omit<ChipRow, 'audit'>> & { readonly audit?: string | null },
): Promise<unknown> =>
  db
    .updateTable('esim.chip')
    .set((on) => ({ ...changes, version: on('version', '+', 1) }))
    .where('eid', '=', eid)
    .execute();

/** The first of its chip: nothing that was asked before it is still open; audits neither wait nor hold up. */
const IS_FIRST = sql<SqlBool>`(o.kind = 'audit' or not exists (select from esim.operation earlier
  where earlier.eid = o.eid and earlier.id < o.id and earlier.kind <> 'audit'
    and earlier.state in ('queued', 'ordered', 'released', 'waitingDevice')))`;

/**
 * Takes operations of an account that are due, each for one worker until `until`. A worker that dies with one leaves it to
 * whoever looks after that moment.
 */
export async function claimDue(ctx: Ctx, accountId: string, most: number, until: Date): Promise<OperationRow[]> {
  const now = ctx.clock.now();
  const { rows } = await sql<OperationRow>`
    update esim.operation o set claimed_until = ${until}
    from (select o.eid, o.id from esim.operation o
      where o.carrier_account_id = ${accountId}::bigint and o.state in ('queued', 'ordered', 'released', 'waitingDevice')
        and o.next_check_at <= ${now} and (o.claimed_until is null or o.claimed_until <= ${now}) and ${IS_FIRST}
      order by o.next_check_at, o.id limit ${most} for update skip locked) due
    where o.eid = due.eid and o.id = due.id
    returning o.*`.execute(beyond(ctx));
  return rows;
}

/** When the next thing of an account is due that nobody holds; undefined where there is none. */
export async function nextDueAt(ctx: Ctx, accountId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(o.next_check_at, o.claimed_until)) as at from esim.operation o
    where o.carrier_account_id = ${accountId}::bigint and o.state in ('queued', 'ordered', 'released', 'waitingDevice')
      and ${IS_FIRST}`.execute(beyond(ctx));
  return rows[0]?.at ?? undefined;
}

/** Accounts with something due: whatever was lost on the way is found again here. */
export async function accountsWithDue(ctx: Ctx): Promise<string[]> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ id: string }>`
    select distinct carrier_account_id as id from esim.operation
    where carrier_account_id is not null and state in ('queued', 'ordered', 'released', 'waitingDevice')
      and next_check_at <= ${now} and (claimed_until is null or claimed_until <= ${now})`.execute(beyond(ctx));
  return rows.map(({ id }) => id);
}
