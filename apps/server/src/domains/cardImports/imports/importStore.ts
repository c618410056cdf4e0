import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { OperationType } from '@cardinal/contract/tasks/operationTypes.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../framework/tables.ts';
import type { CardState } from '../../cards/cardState.ts';
import { markRepeated, type RowCounts } from '../../sheetImports/face.ts';
import { ALREADY, type ImportFault } from './importRules.ts';
import type { ImportBatch } from './importTables.ts';

const CARDS = { schema: 'cards' };

/** A Unicom card is one card with and without its check digit: both spellings are compared and claimed. */
export const hasTwoSpellings = (platform: Platform): boolean => platform === Platform.values.Lt;

const iccidKey = (platform: Platform): RawBuilder<string> =>
  hasTwoSpellings(platform) ? sql<string>`left(r.iccid, 19)` : sql<string>`r.iccid`;

/** The columns whose values are one card's alone: kind of the claim, and what a clash is called. */
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
    update cards.import_row r set faults = array[${fault}]
    from cards.card_identifier i
    where r.reading_id = ${readingId}::bigint and r.faults is null and i.kind = ${kind} and i.value = ${key}`.execute(
    db,
  );
}

/** What only all rows together, and all cards there are, can tell. Nothing leaves the database. */
export async function judgeReading(db: Database, readingId: string, platform: Platform): Promise<void> {
  await markRepeated(db, CARDS, readingId, { key: iccidKey(platform), fault: 'repeated' });
  await markTaken(db, readingId, 1, sql<string>`r.iccid`, ALREADY);
  if (hasTwoSpellings(platform)) await markTaken(db, readingId, 1, iccidKey(platform), ALREADY);
  for (const { kind, column, repeated, taken } of UNIQUE_COLUMNS) {
    const key = sql<string>`r.${sql.ref(column)}`;
    await markRepeated(db, CARDS, readingId, { key, fault: repeated });
    await markTaken(db, readingId, kind, key, taken);
  }
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

/** Rows of the sheet, numbers from and to, that are still good. */
export type Part = { readonly readingId: string; readonly after: number; readonly to: number };

const partOf = ({ readingId, after, to }: Part) => sql`
  select * from cards.import_row
  where reading_id = ${readingId}::bigint and row_number > ${after} and row_number <= ${to} and faults is null`;

/** The number of the row at which a part of so many good rows ends, or nothing when there are no more. */
export async function endOfPart(
  db: Database,
  readingId: string,
  after: number,
  rows: number,
): Promise<number | undefined> {
  const found = await sql<{ end: number | null }>`
    select max(row_number) as end from (
      select row_number from cards.import_row
      where reading_id = ${readingId}::bigint and row_number > ${after} and faults is null
      order by row_number limit ${rows}
    ) part`.execute(db);
  return found.rows[0]?.end ?? undefined;
}

/**
 * Claims the numbers of a part, in one order so that two imports never wait for each other in a circle. Answers whether
 * somebody else had one of them.
 */
export async function claimNumbers(db: Database, batch: ImportBatch, part: Part): Promise<{ isComplete: boolean }> {
  const { rows } = await sql<{ asked: string; put: string }>`
    with part as (${partOf(part)}), claims as (${claimsOf(batch)}), put as (
      insert into cards.card_identifier (kind, value, card_id)
      select kind, value, card_id from claims order by kind, value
      on conflict do nothing returning 1
    )
    select (select count(*) from claims) as asked, (select count(*) from put) as put`.execute(db);
  return { isComplete: rows[0]?.asked === rows[0]?.put };
}

/** Rows of a part whose numbers were taken since the check become wrong and give back what they had claimed. */
export async function markOvertaken(
  db: Database,
  batch: ImportBatch,
  part: Part,
): Promise<Pick<RowCounts, 'bad' | 'already'>> {
  const taken = (kind: number, value: RawBuilder<unknown>) => sql`exists (
    select 1 from cards.card_identifier i where i.kind = ${kind} and i.value = ${value} and i.card_id <> r.card_id)`;
  const iccidTaken = hasTwoSpellings(batch.platform)
    ? sql`(${taken(1, sql`r.iccid`)} or ${taken(1, iccidKey(batch.platform))})`
    : taken(1, sql`r.iccid`);
  const verdict = sql`case when ${iccidTaken} then ${ALREADY}::text ${sql.join(
    UNIQUE_COLUMNS.map(
      (unique) => sql`when ${taken(unique.kind, sql`r.${sql.ref(unique.column)}`)} then ${unique.taken}::text`,
    ),
    sql` `,
  )} end`;
  const { rows } = await sql<{ already: number; bad: number }>`
    with judged as (
      select r.row_number, ${verdict} as fault from (${partOf(part)}) r
    ), marked as (
      update cards.import_row r set faults = array[j.fault] from judged j
      where r.reading_id = ${part.readingId}::bigint and r.row_number = j.row_number and j.fault is not null
      returning r.card_id, j.fault
    ), returned as (
      delete from cards.card_identifier i using marked m where i.card_id = m.card_id returning 1
    )
    select count(*) filter (where fault = ${ALREADY})::int as already,
      count(*) filter (where fault <> ${ALREADY})::int as bad
    from marked`.execute(db);
  const { already = 0, bad = 0 } = rows[0] ?? {};
  return { already, bad };
}

/** What is the same for every card of a batch. */
export type CardTerms = {
  readonly status: { readonly word: string; readonly zh: string; readonly en: string };
  readonly operation: OperationType;
  readonly taskId: string;
  readonly accountId: string | null;
  readonly accountName: string;
};

/** Writes the cards of a part and the first line of each one's history. Answers how many. */
export async function writeCards(
  db: Database,
  batch: ImportBatch,
  part: Part,
  terms: CardTerms,
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into cards.card (
      id, iccid, platform, sub_type, carrier_account_id, kind, size, business_number, mapping_number, imsi, imei, eid,
      carrier_status, lifecycle, customer_id, product_code, product_version, remark, import_batch_id, created_at, updated_at)
    select p.card_id, p.iccid, ${batch.platform}, ${batch.sub_type}, ${batch.carrier_account_id}::bigint, ${batch.kind},
      coalesce(p.size, ${batch.size}), p.business_number, p.mapping_number, p.imsi, p.imei, p.eid,
      ${terms.status.word}, 'unactivated', ${batch.target_customer_id}::bigint, ${batch.product_code},
      ${batch.product_version}, coalesce(p.remark, ${batch.remark}),
      ${batch.id}::bigint, ${now}::timestamptz, ${now}::timestamptz
    from (${partOf(part)}) p order by p.row_number`.execute(db);
  const state: CardState = {
    status: terms.status.word,
    reasons: [],
    customer: batch.target_customer_id,
    ...(batch.product_code === null ? {} : { product: batch.product_code }),
    ...(batch.product_version === null ? {} : { version: batch.product_version }),
    tags: [],
  };
  // The first event of a card has the card's own id: a part that is written again makes the same line. Of all lines of an
  // import one stands for the others.
  await sql`
    with lead as (
      insert into cards.event_fold (task_id, customer_id)
      select ${terms.taskId}::bigint, ${batch.target_customer_id}::bigint
      where ${terms.taskId}::bigint is not null and exists (select 1 from (${partOf(part)}) any_row)
      on conflict do nothing returning task_id
    )
    insert into cards.card_event (
      id, card_id, at, iccid, customer_id, operation_type, action, to_value, result, source,
      actor_account_id, actor_customer_id, actor_name, task_id, state, is_lead)
    select p.card_id, p.card_id, ${now}::timestamptz, p.iccid, ${batch.target_customer_id}::bigint, ${terms.operation},
      'import_card', ${JSON.stringify(terms.status)}::jsonb, 'done', 'import',
      ${terms.accountId}::bigint, ${batch.customer_id}::bigint, nullif(${terms.accountName}, ''), ${terms.taskId}::bigint,
      ${JSON.stringify(state)}::jsonb || jsonb_strip_nulls(jsonb_build_object('remark', coalesce(p.remark, ${batch.remark}::text))),
      ${terms.taskId}::bigint is null or (exists (select 1 from lead) and row_number() over (order by p.row_number) = 1)
    from (${partOf(part)}) p order by p.row_number`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
