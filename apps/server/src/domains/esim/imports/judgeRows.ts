import { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { takenNumbers } from '../../cards/face.ts';
import { productHeldBy } from '../../catalogue/face.ts';
import { markRepeated } from '../../sheetImports/face.ts';
import { ALREADY } from './contents.ts';
import type { EsimImportBatch } from './importTables.ts';

/** How many rows at a time are compared with existing cards. */
const ROWS_AT_ONCE = 5_000;
const IMSI = 5;
const BUSINESS_NUMBER = 2;

/** Checks that need all rows together and all existing data. Runs in the caller's transaction. */
export async function judgeRows(ctx: Ctx, batch: EsimImportBatch, readingId: string): Promise<void> {
  const mark = (key: RawBuilder<unknown>, fault: string) =>
    markRepeated(ctx.db, { schema: 'esim' }, readingId, { key, fault });
  await mark(sql`r.subject`, 'repeated');
  if (batch.content === 'chips') {
    await markKnownChips(ctx, readingId);
    await markUnknownProducts(ctx, batch, readingId);
  } else {
    await mark(sql`r.fields->>'imsi'`, 'imsiRepeated');
    await mark(sql`r.fields->>'msisdn'`, 'msisdnRepeated');
    await mark(sql`r.matching_value`, 'matchingIdRepeated');
    await markKnownMatching(ctx, readingId);
    await markTakenNumbers(ctx, batch, readingId);
  }
  await forgetSecrets(ctx, readingId);
}

/** Good rows with warnings. */
export async function countWarned(ctx: Ctx, readingId: string): Promise<{ warned: number }> {
  return ctx.db
    .selectFrom('esim.import_row')
    .select(sql<number>`count(*)::int`.as('warned'))
    .where('reading_id', '=', readingId)
    .where('faults', 'is', null)
    .where('warnings', 'is not', null)
    .executeTakeFirstOrThrow();
}

/** Chips that exist already, whoever owns them; the owner is never named. */
async function markKnownChips(ctx: Ctx, readingId: string): Promise<void> {
  await sql`
    update esim.import_row r set faults = array[${ALREADY}] from esim.chip h
    where r.reading_id = ${readingId}::bigint and r.faults is null and h.eid = r.subject`.execute(ctx.db);
}

async function markUnknownProducts(ctx: Ctx, batch: EsimImportBatch, readingId: string): Promise<void> {
  const { rows } = await sql<{ code: string }>`
    select distinct fields->>'productCode' as code from esim.import_row
    where reading_id = ${readingId}::bigint and faults is null`.execute(ctx.db);
  for (const { code } of rows) {
    const held = await productHeldBy(ctx, code, [batch.customer_id, batch.target_customer_id]);
    const product = held.get(batch.customer_id) && held.get(batch.target_customer_id);
    const isRight =
      product &&
      product.notSold === undefined &&
      product.kind === CardKind.values.esim &&
      product.platform === Platform.values.eSIM;
    await sql`
      update esim.import_row set
        faults = case when ${isRight ?? false} then null else array['productUnknown:' || ${code}::text] end,
        fields = fields || jsonb_build_object('productVersion', ${product ? String(product.version) : null}::text)
      where reading_id = ${readingId}::bigint and faults is null and fields->>'productCode' = ${code}`.execute(ctx.db);
  }
}

async function markKnownMatching(ctx: Ctx, readingId: string): Promise<void> {
  await sql`
    update esim.import_row r set faults = array['matchingIdExists'] from esim.matching_claim m
    where r.reading_id = ${readingId}::bigint and r.faults is null and m.value = r.matching_value`.execute(ctx.db);
}

type Judged = { row: number; fault?: string; cardId?: string };

/** Numbers that belong to a card already. If chosen, a plain card of the caller may become a code number. */
async function markTakenNumbers(ctx: Ctx, batch: EsimImportBatch, readingId: string): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await ctx.db
      .selectFrom('esim.import_row')
      .select(['row_number', 'id', 'subject', 'fields'])
      .where('reading_id', '=', readingId)
      .where('faults', 'is', null)
      .where('row_number', '>', after)
      .orderBy('row_number')
      .limit(ROWS_AT_ONCE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.row_number;
    const taken = await takenNumbers(
      ctx,
      rows.map(({ id, subject, fields }) => ({
        id,
        iccid: subject,
        imsi: fields['imsi'] ?? null,
        msisdn: fields['msisdn'] ?? null,
      })),
      batch.platform ?? Platform.values.unknown,
    );
    const plain = await plainCards(
      ctx,
      batch,
      [...taken.values()].map(({ cardId }) => cardId),
    );
    const judged = rows.flatMap((row): Judged[] => {
      const found = taken.get(row.id);
      return found ? [{ row: row.row_number, ...verdictOn(found, plain.get(found.cardId), batch, row.subject) }] : [];
    });
    await writeVerdicts(ctx, readingId, judged);
  }
}

function verdictOn(
  found: { kind: number; cardId: string },
  plain: string | undefined,
  batch: EsimImportBatch,
  iccid: string,
): { fault: string } | { cardId: string } {
  if (found.kind === BUSINESS_NUMBER) return { fault: 'msisdnExists' };
  if (found.kind === IMSI) return { fault: 'imsiExists' };
  // The ICCID comes first: it identifies the card, and whether the other numbers are that card's own.
  if (plain === undefined || plain.slice(0, 19) !== iccid.slice(0, 19)) return { fault: ALREADY };
  return batch.takes_cards ? { cardId: found.cardId } : { fault: 'plainCard' };
}

/** The plain cards among these that belong to the account, within the importer's scope: id and ICCID. */
async function plainCards(
  ctx: Ctx,
  batch: EsimImportBatch,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'iccid'])
    .where('id', 'in', [...new Set(ids)])
    .where('kind', '!=', CardKind.values.esim)
    .where('carrier_account_id', '=', batch.carrier_account_id)
    .where('customer_id', '=', batch.target_customer_id)
    .execute();
  return new Map(rows.map((row) => [row.id, row.iccid]));
}

async function writeVerdicts(ctx: Ctx, readingId: string, judged: readonly Judged[]): Promise<void> {
  if (judged.length === 0) return;
  await sql`
    update esim.import_row r set
      faults = case when j.fault is null then null else array[j.fault] end,
      warnings = case when j."cardId" is null then r.warnings else array_append(coalesce(r.warnings, '{}'), 'takesCard') end,
      fields = case when j."cardId" is null then r.fields else r.fields || jsonb_build_object('cardId', j."cardId") end
    from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as j ("row" int, fault text, "cardId" text)
    where r.reading_id = ${readingId}::bigint and r.row_number = j."row"`.execute(ctx.db);
}

/** Rows that are not imported keep no secrets. */
const forgetSecrets = (ctx: Ctx, readingId: string) =>
  ctx.db
    .updateTable('esim.import_row')
    .set({ matching_id: null, activation_code: null })
    .where('reading_id', '=', readingId)
    .where('faults', 'is not', null)
    .execute();
