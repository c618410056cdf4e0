import type { ImportMode } from '@cardinal/contract/api/cardImports/importSources.ts';
import type { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { CARD_IMPORT } from '../../domains/cardImports/imports/importKind.ts';
import { carrierAccount } from '../../domains/carriers/face.ts';
import { batchNoOf } from '../../domains/sheetImports/face.ts';
import type { Ctx } from '../../framework/context.ts';
import type { DemoCard } from './demoCards.ts';
import { insertMany } from './demoInsert.ts';

type Row = Readonly<Record<string, unknown>>;
type Delivery = { readonly card: DemoCard; readonly product: unknown; readonly places: number[] };

const IMPORTED = 9;
const IMPORTER = { customer_id: '1', account_id: '1002', account_name: 'operator' };
/** The delivery that came from the carrier's own list. */
const PULLED = 2;
const MEGABYTE = 1_048_576;

/**
 * Writes the largest deliveries as the sheets they were imported from, and one unreadable sheet. The card rows refer to them. A
 * sheet holds cards of one account, kind and product that go to one customer.
 */
export async function seedDeliveries(ctx: Ctx, cards: readonly DemoCard[], rows: readonly Row[]): Promise<Row[]> {
  const deliveries = new Map<string, Delivery>();
  for (const [place, card] of cards.entries()) {
    const product = rows[place]?.['product_code'];
    const key = [card.accountId, card.kind, product, card.customerId, card.createdAt.getTime()].join(' ');
    const delivery = deliveries.get(key) ?? { card, product, places: [] };
    delivery.places.push(place);
    deliveries.set(key, delivery);
  }
  const largest = [...deliveries.values()].sort((a, b) => b.places.length - a.places.length).slice(0, IMPORTED);
  const named = [...rows];
  const pulledFrom = largest[PULLED]?.card.accountId;
  const pulled = {
    mode: 'pull',
    file_bytes: 0,
    file_name: (pulledFrom && (await carrierAccount(ctx, pulledFrom))?.name) || '',
  };
  const batches = largest.map(({ card, product, places }, at): Row => {
    const batch = { ...batchOf(ctx, card, { rows: places.length, product }), ...(at === PULLED && pulled) };
    for (const place of places) named[place] = { ...named[place], import_batch_id: batch.id };
    return { ...batch, state: 'done', choice: 'goodOnly', good: places.length, imported: places.length };
  });
  const [first] = largest;
  const unread = first && {
    ...batchOf(ctx, first.card, { rows: 0, product: first.product }),
    state: 'failed',
    failure_zh: '第一行没有 ICCID 列标题，请使用导入模板',
    failure_en: 'The first row has no column titled ICCID; use the import template',
  };
  await insertMany(ctx, 'card_imports.import_batch', unread ? [...batches, unread] : batches);
  return named;
}

const DELIVERY = text('交付单', 'delivery');
const STATEMENT = text('对账单', 'statement');

function batchOf(ctx: Ctx, card: DemoCard, of: { rows: number; product: unknown }) {
  const id = ctx.ids.next();
  const { createdAt, line } = card;
  const after = (seconds: number) => new Date(createdAt.getTime() + seconds * 1_000);
  const day = createdAt.toISOString().slice(0, 10);
  return {
    id,
    batch_no: batchNoOf(CARD_IMPORT, id),
    ...IMPORTER,
    target_customer_id: card.customerId,
    carrier_account_id: card.accountId,
    platform: line.platform as Exclude<Platform, -1>,
    sub_type: null,
    kind: card.kind as CardKind,
    size: null,
    is_prefix_confirmed: false,
    mode: 'file' as ImportMode,
    remark: null,
    product_code: of.product,
    product_version: 1,
    file_name: `${say(of.rows > 0 ? DELIVERY : STATEMENT, ctx.language)}-${day}.xlsx`,
    file_bytes: Math.round(MEGABYTE / 64) + of.rows * 48,
    file_sha256: id.padStart(64, '0'),
    rows: of.rows,
    progress: of.rows,
    good: 0,
    imported: 0,
    choice: null,
    failure_zh: null,
    failure_en: null,
    created_at: createdAt,
    checked_at: after(4),
    finished_at: after(11),
  };
}
