import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import { claimAll, importCards, releaseClaims } from '../../cards/face.ts';
import { markRepeated, type RowCounts } from '../../sheetImports/face.ts';
import type { RunningTask } from '../../tasks/face.ts';
import { ALREADY, type ImportFault } from './importRules.ts';
import type { ImportBatch } from './importTables.ts';

const IMPORTS = { schema: 'card_imports' };

/** A Unicom ICCID may lack its check digit: both spellings are compared and claimed. */
export const hasTwoSpellings = (platform: Platform): boolean => platform === Platform.values.Lt;

const iccidKey = (platform: Platform): RawBuilder<string> =>
  hasTwoSpellings(platform) ? sql<string>`left(r.iccid, 19)` : sql<string>`r.iccid`;

/** Columns with values unique to one card: the kind of claim, and the fault for a clash. */
const UNIQUE_COLUMNS = [
  { kind: 2, column: 'business_number', repeated: 'businessNumberRepeated', taken: 'businessNumberExists' },
  { kind: 5, column: 'imsi', repeated: 'imsiRepeated', taken: 'imsiExists' },
  { kind: 6, column: 'eid', repeated: 'eidRepeated', taken: 'eidExists' },
] as const satisfies readonly { kind: number; column: string; repeated: ImportFault; taken: ImportFault }[];

async function markTaken(
  db: Database,
  readingId: string,
  kind: number,
  key: RawBuilder<string>,
  fault: ImportFault,
): Promise<void> {
  await sql`
    update card_imports.import_row r set faults = array[${fault}]
    from cards.v_card_identifier i
    where r.reading_id = ${readingId}::bigint and r.faults is null and i.kind = ${kind} and i.value = ${key}`.execute(
    db,
  );
}

/** Checks that need all rows of the batch and all existing cards. Runs inside the database. */
export async function judgeReading(db: Database, readingId: string, platform: Platform): Promise<void> {
  await markRepeated(db, IMPORTS, readingId, { key: iccidKey(platform), fault: 'repeated' });
  await markTaken(db, readingId, 1, sql<string>`r.iccid`, ALREADY);
  if (hasTwoSpellings(platform)) await markTaken(db, readingId, 1, iccidKey(platform), ALREADY);
  const present = await columnsPresent(db, readingId);
  for (const { kind, column, repeated, taken } of UNIQUE_COLUMNS) {
    if (!present[column]) continue;
    const key = sql<string>`r.${sql.ref(column)}`;
    await markRepeated(db, IMPORTS, readingId, { key, fault: repeated });
    await markTaken(db, readingId, kind, key, taken);
  }
}

/** Which of these columns any row has: a sheet seldom has them all, and each costs two readings of its rows. */
async function columnsPresent(db: Database, readingId: string): Promise<Partial<Record<string, boolean>>> {
  const { rows } = await sql<Record<string, boolean>>`
    select ${sql.join(UNIQUE_COLUMNS.map(({ column }) => sql`count(${sql.ref(column)}) > 0 as ${sql.ref(column)}`))}
    from card_imports.import_row where reading_id = ${readingId}::bigint`.execute(db);
  return rows[0] ?? {};
}

const claimsOf = (batch: ImportBatch) => sql`
  select 1::smallint as kind, p.iccid as value, p.card_id from part p
  ${
    hasTwoSpellings(batch.platform)
      ? sql`union all select 1::smallint, left(p.iccid, 19), p.card_id from part p where length(p.iccid) = 20`
      : sql``
  }
  ${sql.join(
    UNIQUE_COLUMNS.map(({ kind, column }) => {
      const value = sql`p.${sql.ref(column)}`;
      return sql`union all select ${sql.lit(kind)}::smallint, ${value}, p.card_id from part p where ${value} is not null`;
    }),
    sql` `,
  )}`;

/** The good rows of the sheet between two row numbers. */
export type Part = { readonly readingId: string; readonly after: number; readonly to: number };

const partOf = ({ readingId, after, to }: Part) => sql`
  select card_id, row_number, iccid, size, business_number, mapping_number, imsi, imei, eid, remark
  from card_imports.import_row
  where reading_id = ${readingId}::bigint and row_number > ${after} and row_number <= ${to} and faults is null`;

/** The row number at which a part with this many good rows ends; undefined if there are no more. */
export async function endOfPart(
  db: Database,
  readingId: string,
  after: number,
  rows: number,
): Promise<number | undefined> {
  const found = await sql<{ end: number | null }>`
    select max(row_number) as end from (
      select row_number from card_imports.import_row
      where reading_id = ${readingId}::bigint and row_number > ${after} and faults is null
      order by row_number limit ${rows}
    ) part`.execute(db);
  return found.rows[0]?.end ?? undefined;
}

/** Claims the numbers of a part. Returns whether all of them were free. */
export const claimPart = (db: Database, batch: ImportBatch, part: Part): Promise<boolean> =>
  claimAll(db, sql`with part as (${partOf(part)}) ${claimsOf(batch)}`);

/** Rows of a part whose numbers were taken after the check become wrong and release what they had claimed. */
export async function markOvertaken(
  db: Database,
  batch: ImportBatch,
  part: Part,
): Promise<Pick<RowCounts, 'bad' | 'already'>> {
  const taken = (kind: number, value: RawBuilder<unknown>) => sql`exists (
    select 1 from cards.v_card_identifier i where i.kind = ${kind} and i.value = ${value} and i.card_id <> r.card_id)`;
  const iccidTaken = hasTwoSpellings(batch.platform)
    ? sql`(${taken(1, sql`r.iccid`)} or ${taken(1, iccidKey(batch.platform))})`
    : taken(1, sql`r.iccid`);
  const verdict = sql`case when ${iccidTaken} then ${ALREADY}::text ${sql.join(
    UNIQUE_COLUMNS.map(
      (unique) => sql`when ${taken(unique.kind, sql`r.${sql.ref(unique.column)}`)} then ${unique.taken}::text`,
    ),
    sql` `,
  )} end`;
  const { rows } = await sql<{ card_id: string; fault: string }>`
    with judged as (
      select r.row_number, ${verdict} as fault from (${partOf(part)}) r
    ), marked as (
      update card_imports.import_row r set faults = array[j.fault] from judged j
      where r.reading_id = ${part.readingId}::bigint and r.row_number = j.row_number and j.fault is not null
      returning r.card_id, j.fault
    )
    select card_id, fault from marked`.execute(db);
  await releaseClaims(
    db,
    rows.map((row) => row.card_id),
  );
  const already = rows.filter(({ fault }) => fault === ALREADY).length;
  return { already, bad: rows.length - already };
}

/** Writes the cards of a part and each one's first history record. Returns how many. */
export const writeCards = (ctx: Ctx, batch: ImportBatch, part: Part, task: RunningTask): Promise<number> =>
  importCards(
    ctx,
    sql`
      select p.card_id as id, p.row_number as seq, p.iccid, coalesce(p.size, ${batch.size}) as size, p.business_number,
        p.mapping_number, p.imsi, p.imei, p.eid, coalesce(p.remark, ${batch.remark}::text) as remark
      from (${partOf(part)}) p`,
    {
      platform: batch.platform,
      subType: batch.sub_type,
      carrierAccountId: batch.carrier_account_id,
      kind: batch.kind,
      importBatchId: batch.id,
      customerId: batch.target_customer_id,
      product: { code: batch.product_code, version: batch.product_version },
      by: { accountId: task.accountId, accountName: task.accountName, customerId: batch.customer_id },
      taskId: task.id,
    },
  );
