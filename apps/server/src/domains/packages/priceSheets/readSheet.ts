import {
  type readPriceSheet as endpoint,
  MOST_PRICE_ROWS,
  priceSheetNotFound,
} from '@cardinal/contract/api/packages/priceSheets.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { FileAnswer, Upload } from '../../../framework/domain.ts';
import type { SheetValue } from '../../../sheets/sheetColumns.ts';
import { platformsNotOffered } from '../../settings/face.ts';
import { answerSheet, findBatch, rowsWith, showBatches, takeSheet, templateSheet } from '../../sheetImports/face.ts';
import { PACKAGES } from '../distributedPackages.ts';
import { PRICE_COLUMNS, type PriceColumn } from './priceRowRules.ts';
import { PRICE_SHEET } from './priceSheetKind.ts';
import { rowsWorkedOff } from './workOff.ts';

export const takePriceSheet = (ctx: Ctx, upload: Upload) =>
  takeSheet(ctx, PRICE_SHEET, upload, { target: accountOf(ctx).customerId, product: undefined, own: {} });

/** A sheet with what its rows come to. */
export async function readSheet(ctx: Ctx, id: string): Promise<AnswerOf<typeof endpoint>> {
  const sheet = await findBatch(ctx.db, PRICE_SHEET, id);
  if (!sheet) throw new Refused(priceSheetNotFound);
  const [[shown], wrong, warned] = await Promise.all([
    showBatches(ctx, [sheet]),
    rowsWith(ctx, PRICE_SHEET, sheet, 'faults'),
    rowsWith(ctx, PRICE_SHEET, sheet, 'warnings'),
  ]);
  if (!shown) throw new Refused(priceSheetNotFound);
  const { operator: _, ...facts } = shown;
  const { fresh, changed } = sheet;
  return {
    ...facts,
    ...(sheet.state === 'running' && sheet.reading_id
      ? await rowsWorkedOff(ctx, sheet.reading_id).then(({ applied, overtaken }) => ({ progress: applied + overtaken }))
      : {}),
    fresh,
    changed,
    warned: sheet.warned,
    reasons: wrong.reasons,
    badRows: wrong.rows,
    warnings: warned.reasons,
    warnedRows: warned.rows,
  };
}

const NAME = text('套餐价格表', 'Package prices');
const FILE = text('套餐价格表.xlsx', 'Package prices.xlsx');
const KINDS: Readonly<Partial<Record<PriceColumn, 'money' | 'date'>>> = {
  reservePrice: 'money',
  minPrice: 'money',
  suggestPrice: 'money',
  effectiveOn: 'date',
};

/** What the caller's children have, at the prices in force; an upload of it changes nothing. Without any, an example row. */
export async function downloadSheet(ctx: Ctx): Promise<FileAnswer> {
  const now = ctx.clock.now();
  const price = (column: 'reserve_price' | 'min_price' | 'suggest_price') => PACKAGES.priceAt(sql`d.id`, column, now);
  const rows = await ctx.db
    .selectFrom('packages.package_distribution as d')
    .innerJoin('packages.package as p', 'p.id', 'd.package_id')
    .innerJoin('customers.v_customer as c', 'c.id', 'd.customer_id')
    .select(['c.code as customer', 'c.name as customerName', 'c.currency', 'p.code', 'p.name'])
    .select([price('reserve_price').as('reserve'), price('min_price').as('min'), price('suggest_price').as('suggest')])
    .where('d.from_customer_id', '=', accountOf(ctx).customerId)
    .where('d.state', '=', 'on')
    .where('d.way', '=', 'resale')
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`p.platform <> all(${await platformsNotOffered(ctx.db)}::int[])`)
    .orderBy('c.code')
    .orderBy('p.code')
    .limit(MOST_PRICE_ROWS)
    .execute();
  if (rows.length === 0)
    return templateSheet(ctx, { fileName: FILE, sheetName: NAME, columns: PRICE_COLUMNS, wide: 20 });
  const amount = (minor: string | null, currency: string) => moneyText(money(BigInt(minor ?? 0), currency));
  return answerSheet(ctx, say(FILE, ctx.language), {
    columns: Object.entries(PRICE_COLUMNS).map(([name, column]) => ({
      title: `${say(column.title, ctx.language)}${'isRequired' in column ? '*' : ''}`,
      kind: KINDS[name as PriceColumn] ?? 'text',
      width: 20,
    })),
    rows: rows.map((row): SheetValue[] => [
      row.customer,
      row.customerName,
      row.code,
      row.name,
      row.currency,
      amount(row.reserve, row.currency),
      amount(row.min, row.currency),
      amount(row.suggest, row.currency),
      '',
    ]),
    sheetName: say(NAME, ctx.language),
  });
}
