import {
  type deleteCardScope as deleteEndpoint,
  type editCardScope as editEndpoint,
  type generateCardScope as generateEndpoint,
  type importCardScopes as importEndpoint,
  SEGMENT_ROWS,
  segmentHasCards,
  segmentIsComplete,
  segmentsOverlap,
} from '@cardinal/contract/api/cardImports/cardScopes.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { problem } from '@cardinal/primitives/problem.ts';
import { countOf, digitsOf, segmentGroupRule } from '@cardinal/primitives/segment.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { productHeldBy } from '../../catalogue/face.ts';
import { importAccounts } from '../imports/importAccounts.ts';
import { iccidsOf, keyOf, overlapOf } from '../imports/segmentRules.ts';
import { importNumbers } from './importNumbers.ts';
import type { CardScopeRow } from './segmentTables.ts';

/** Serialises registrations, so that two overlapping ones see each other. */
const LOCK = 7_130_172;

const wrong = (field: string, zh: string, en: string) =>
  new Refused(invalid, {}, [{ field, text: problem(zh, en).text }]);

async function productOf(ctx: Ctx, code: string, platform: Platform) {
  const own = accountOf(ctx).customerId;
  const product = (await productHeldBy(ctx, code, [own])).get(own);
  if (!product) throw wrong('productCode', '产品不存在', 'Product not found');
  if (product.notSold) throw wrong('productCode', product.notSold.zh, product.notSold.en);
  if (product.platform !== platform) {
    throw wrong('productCode', '产品与通道的运营商不一致', 'Product carrier does not match the carrier account');
  }
  return product;
}

export async function importSegments(
  ctx: Ctx,
  { rows, ...asked }: BodyOf<typeof importEndpoint>,
): Promise<AnswerOf<typeof importEndpoint>> {
  const [account] = await importAccounts(ctx, asked.carrierAccountId);
  const platform = account?.platform;
  if (!account || platform === undefined || platform === Platform.values.unknown) {
    throw wrong('carrierAccountId', '通道不存在', 'Carrier account not found');
  }
  await productOf(ctx, asked.productCode, platform);
  const segments = rows.map(({ startIccid, endIccid }) => ({ start: digitsOf(startIccid), end: digitsOf(endIccid) }));
  const found = segmentGroupRule({ platform, maxRows: SEGMENT_ROWS })(segments);
  if (found) throw new Refused(invalid, {}, [{ field: 'rows', ...found }]);
  const keyed = segments.map(({ start, end }, at) => ({
    start: keyOf(start, platform),
    end: keyOf(end, platform),
    row: at + 1,
  }));
  const shown = (row: number) => `${row}: ${segments[row - 1]?.start}-${segments[row - 1]?.end}`;
  const clash = overlapOf(keyed);
  if (clash) throw new Refused(segmentsOverlap, { one: shown(clash[0].row), other: shown(clash[1].row) });
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(ctx.db);
  await refuseRegistered(ctx, keyed, shown);
  const now = ctx.clock.now();
  const made = segments.map((segment, at) => ({
    id: ctx.ids.next(),
    customer_id: accountOf(ctx).customerId,
    platform,
    carrier_account_id: account.id,
    product_code: asked.productCode,
    size: asked.size ?? null,
    start_iccid: segment.start,
    end_iccid: segment.end,
    start_key: keyed[at]?.start ?? '',
    end_key: keyed[at]?.end ?? '',
    numbers: countOf(segment, platform),
    delivery_note: asked.deliveryNote || null,
    operator: accountOf(ctx).account,
    created_at: now,
    updated_at: now,
  }));
  for (let at = 0; at < made.length; at += 1_000) {
    await ctx.db
      .insertInto('card_imports.card_scope')
      .values(made.slice(at, at + 1_000))
      .execute();
  }
  const numbers = made.reduce((sum, each) => sum + each.numbers, 0);
  ctx.note({
    objectKind: 'cardScope',
    summary: `${made.length} → ${asked.productCode}`,
    after: { ...asked, segments: made.length, numbers },
  });
  return { segments: made.length, numbers };
}

/** Segments are one common register: those of other customers count too, but the refusal names only the new row. */
async function refuseRegistered(
  ctx: Ctx,
  keyed: readonly { start: string; end: string; row: number }[],
  shown: (row: number) => string,
): Promise<void> {
  const { rows } = await sql<{ row: number; start_iccid: string; end_iccid: string; customer_id: string }>`
    select g.row, s.start_iccid, s.end_iccid, s.customer_id
    from unnest(${keyed.map((each) => each.start)}::text[], ${keyed.map((each) => each.end)}::text[],
      ${keyed.map((each) => each.row)}::int[]) as g (start, "end", row)
    join card_imports.card_scope s on length(s.start_key) = length(g.start)
      and s.start_key <= g."end" collate "C" and s.end_key >= g.start collate "C"
    order by g.row limit 1`.execute(ctx.beyondScope('a number belongs to one segment of the whole installation'));
  const [found] = rows;
  if (!found) return;
  const isMine = ctx.scope.everything || ctx.scope.customerIds.includes(found.customer_id);
  const other = isMine ? `${found.start_iccid}-${found.end_iccid}` : '—';
  throw new Refused(segmentsOverlap, { one: shown(found.row), other });
}

async function lockSegment(ctx: Ctx, id: string): Promise<CardScopeRow> {
  const row = await ctx.db
    .selectFrom('card_imports.card_scope')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(notFound);
  return row;
}

export async function editSegment(ctx: Ctx, { id, ...asked }: BodyOf<typeof editEndpoint>): Promise<typeof DONE> {
  const row = await lockSegment(ctx, id);
  await productOf(ctx, asked.productCode, row.platform);
  const after = {
    product_code: asked.productCode,
    size: asked.size ?? null,
    delivery_note: asked.deliveryNote || null,
  };
  await ctx.db
    .updateTable('card_imports.card_scope')
    .set({ ...after, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  const before = { product_code: row.product_code, size: row.size, delivery_note: row.delivery_note };
  ctx.note({ objectKind: 'cardScope', objectId: id, summary: `${row.start_iccid}-${row.end_iccid}`, before, after });
  return DONE;
}

export async function deleteSegment(ctx: Ctx, { id }: BodyOf<typeof deleteEndpoint>): Promise<typeof DONE> {
  const row = await lockSegment(ctx, id);
  const { n } = await ctx
    .beyondScope('a card of any customer keeps its segment registered')
    .selectFrom('cards.v_card')
    .select(sql<string>`count(*)`.as('n'))
    .where(sql<boolean>`iccid ~>=~ ${row.start_key} and iccid ~<=~ ${`${row.end_key}~`}`)
    .executeTakeFirstOrThrow();
  if (n !== '0') throw new Refused(segmentHasCards, { n });
  await ctx.db.deleteFrom('card_imports.card_scope').where('id', '=', id).execute();
  ctx.note({ objectKind: 'cardScope', objectId: id, summary: `${row.start_iccid}-${row.end_iccid}`, before: row });
  return DONE;
}

/** Turns the numbers of a segment that are no cards yet into cards. */
export async function generateSegment(
  ctx: Ctx,
  { id }: BodyOf<typeof generateEndpoint>,
): Promise<AnswerOf<typeof generateEndpoint>> {
  const segment = await lockSegment(ctx, id);
  const { accountId, account: accountName, customerId } = accountOf(ctx);
  const product = await productOf(ctx, segment.product_code, segment.platform);
  const iccids = [...iccidsOf({ start: segment.start_iccid, end: segment.end_iccid }, segment.platform)];
  const by = { accountId, accountName, customerId };
  const made = await importNumbers(ctx, segment, { iccids, product, by });
  if (!made) throw new Refused(segmentIsComplete);
  return made;
}
