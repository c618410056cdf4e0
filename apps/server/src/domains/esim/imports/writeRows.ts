import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { EsimArchitecture } from '@cardinal/contract/enumerations/esim.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { openEsimCards, turnIntoEsimCards } from '../../cards/face.ts';
import { carrierAccount } from '../../carriers/face.ts';
import type { RunningTask } from '../../tasks/face.ts';
import { numberPlace, openNumberSecret } from '../sealing.ts';
import { ALREADY } from './contents.ts';
import type { EsimImportBatch } from './importTables.ts';

export type StagedRow = {
  readonly row_number: number;
  readonly id: string;
  readonly subject: string;
  readonly fields: Readonly<Record<string, string | null>>;
  readonly matching_id: string | null;
  readonly activation_code: string | null;
  readonly matching_value: string | null;
};

/** Rows that could no longer be imported, by number, with the reason. */
export type Overtaken = ReadonlyMap<number, string>;

const NO_ROWS: Overtaken = new Map();

/** Writes rows as chips in stock; returns those whose EID was imported elsewhere in the meantime. */
export async function writeChips(ctx: Ctx, batch: EsimImportBatch, rows: readonly StagedRow[]): Promise<Overtaken> {
  if (rows.length === 0) return NO_ROWS;
  const now = ctx.clock.now();
  const made = await ctx.db
    .insertInto('esim.chip')
    .values(
      rows.map(({ id, subject, fields }) => ({
        eid: subject,
        id,
        architecture: fields['architecture'] as EsimArchitecture,
        customer_id: batch.target_customer_id,
        carrier_account_id: batch.carrier_account_id,
        manufacturer: fields['manufacturer'] ?? null,
        memory_free: null,
        imei: fields['imei'] ?? null,
        state: 'INVENTORY',
        enabled_number_id: null,
        fallback_number_id: null,
        strategy_id: null,
        product_code: fields['productCode'] ?? null,
        product_version: fields['productVersion'] ? Number(fields['productVersion']) : null,
        bootstrap_iccid: fields['bootstrapIccid'] ?? null,
        remark: fields['remark'] ?? null,
        import_batch_id: batch.id,
        last_audit_at: null,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('eid').doNothing())
    .returning('eid')
    .execute();
  const written = new Set(made.map((row) => row.eid));
  return new Map(rows.flatMap((row) => (written.has(row.subject) ? [] : [[row.row_number, ALREADY] as const])));
}

/** Writes rows as code numbers in stock, with their cards; returns those whose numbers were taken in the meantime. */
export async function writeNumbers(
  ctx: Ctx,
  batch: EsimImportBatch,
  rows: readonly StagedRow[],
  task: RunningTask,
): Promise<Overtaken> {
  const overtaken = new Map<number, string>();
  const cardOf = (row: StagedRow) => row.fields['cardId'] ?? row.id;
  for (const row of await claimedBefore(ctx, rows, cardOf)) overtaken.set(row.row_number, 'matchingIdExists');
  const claimed = rows.filter((row) => !overtaken.has(row.row_number));
  const fresh = claimed.filter((row) => !row.fields['cardId']);
  const account = await carrierAccount(ctx, batch.carrier_account_id);
  const taken = await openEsimCards(
    ctx,
    fresh.map(({ id, subject, fields }) => ({
      id,
      iccid: subject,
      imsi: fields['imsi'] ?? null,
      msisdn: fields['msisdn'] ?? null,
    })),
    {
      platform: batch.platform ?? Platform.values.other,
      subType: account?.subType ?? null,
      carrierAccountId: batch.carrier_account_id,
      customerId: batch.target_customer_id,
      product: batch.product_code === null ? null : { code: batch.product_code, version: batch.product_version ?? 1 },
      taskId: task.id,
      actor: { accountId: task.accountId, accountName: task.accountName, customerId: task.customerId },
    },
  );
  const turned = await turnIntoEsimCards(
    ctx,
    claimed.flatMap((row) => row.fields['cardId'] ?? []),
    batch.target_customer_id,
  );
  const written: StagedRow[] = [];
  for (const row of claimed) {
    const isThere = row.fields['cardId'] ? turned.has(row.fields['cardId']) : !taken.has(row.id);
    if (isThere) written.push(row);
    else overtaken.set(row.row_number, ALREADY);
  }
  await unclaim(ctx, claimed.filter((row) => overtaken.has(row.row_number)).map(cardOf));
  await insertNumbers(ctx, batch, written);
  return overtaken;
}

/** Claims the rows' matchingIds; returns the rows that were too late. */
async function claimedBefore(
  ctx: Ctx,
  rows: readonly StagedRow[],
  cardOf: (row: StagedRow) => string,
): Promise<StagedRow[]> {
  const claims = rows.flatMap((row) =>
    row.matching_value === null ? [] : [{ value: row.matching_value, card_id: cardOf(row) }],
  );
  if (claims.length === 0) return [];
  const put = await ctx.db
    .insertInto('esim.matching_claim')
    // A fixed order, so that two imports never deadlock.
    .values(claims.sort((a, b) => (a.value < b.value ? -1 : 1)))
    .onConflict((conflict) => conflict.column('value').doNothing())
    .returning('value')
    .execute();
  const own = new Set(put.map((claim) => claim.value));
  return rows.filter((row) => row.matching_value !== null && !own.has(row.matching_value));
}

const unclaim = (ctx: Ctx, cardIds: readonly string[]) =>
  cardIds.length === 0
    ? Promise.resolve()
    : ctx.db
        .deleteFrom('esim.matching_claim')
        .where('card_id', 'in', [...cardIds])
        .execute();

async function insertNumbers(ctx: Ctx, batch: EsimImportBatch, rows: readonly StagedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('esim.code_number')
    .values(
      rows.map((row) => {
        const { fields } = row;
        const cardId = fields['cardId'] ?? row.id;
        return {
          card_id: cardId,
          iccid: row.subject,
          imsi: fields['imsi'] ?? null,
          msisdn: fields['msisdn'] ?? null,
          profile_type: fields['profileType'] ?? '',
          platform: batch.platform ?? Platform.values.other,
          country: fields['country'] ?? '',
          carrier_account_id: batch.carrier_account_id,
          smdp_account_id: batch.smdp_account_id ?? batch.carrier_account_id,
          smdp_address: fields['smdpAddress'] ?? null,
          matching_id: sealedAt(ctx, row, cardId, 'matchingId', row.matching_id),
          activation_code: sealedAt(ctx, row, cardId, 'activationCode', row.activation_code),
          eid: null,
          enable_state: 0 as const,
          rsp_state: 'Available' as const,
          cost: fields['cost'] ?? null,
          currency: batch.currency,
          import_batch_id: batch.id,
          imported_at: now,
          bound_at: null,
          state_at: now,
          took_card: cardId !== row.id,
        };
      }),
    )
    .execute();
}

/** A secret was encrypted for the id of its row; a card that existed before has another id. */
function sealedAt(
  ctx: Ctx,
  row: StagedRow,
  cardId: string,
  secret: 'matchingId' | 'activationCode',
  sealed: string | null,
): string | null {
  if (sealed === null || cardId === row.id) return sealed;
  const plain = openNumberSecret(ctx, row.id, secret, sealed);
  return plain === null ? null : ctx.secrets.seal(plain, numberPlace(cardId, secret));
}

/** Free numbers of a batch's profile types, within the importer's scope. */
export async function stockByType(ctx: Ctx, readingId: string): Promise<Record<string, number>> {
  const types = await ctx.db
    .selectFrom('esim.import_row')
    .select(sql<string>`fields->>'profileType'`.as('type'))
    .where('reading_id', '=', readingId)
    .where('faults', 'is', null)
    .distinct()
    .execute();
  return stockOfTypes(
    ctx,
    types.map((row) => row.type),
  );
}

export async function stockOfTypes(ctx: Ctx, types: readonly string[]): Promise<Record<string, number>> {
  if (types.length === 0) return {};
  const rows = await ctx.db
    .selectFrom('esim.code_number as n')
    .innerJoin('cards.v_esim_card as c', 'c.id', 'n.card_id')
    .select(['n.profile_type', sql<number>`count(*)::int`.as('free')])
    .where('n.profile_type', 'in', [...types])
    .where('n.enable_state', '=', 0)
    .where('n.eid', 'is', null)
    .groupBy('n.profile_type')
    .execute();
  const found = new Map(rows.map((row) => [row.profile_type, row.free]));
  return Object.fromEntries(types.map((type) => [type, found.get(type) ?? 0]));
}
