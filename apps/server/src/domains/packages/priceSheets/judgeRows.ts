import { EffectiveType } from '@cardinal/contract/enumerations/package.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { sql, type Updateable } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { beginningOf } from '../../catalogue/face.ts';
import { platformsNotOffered } from '../../settings/face.ts';
import { markRepeated } from '../../sheetImports/face.ts';
import { PACKAGES } from '../distributedPackages.ts';
import { type HeldPackage, heldPackages } from '../distribution/heldPackages.ts';
import { type Pair, refusalWords } from '../distribution/pairs.ts';
import { givable, judged, shownNames, soldAtLoss } from '../distribution/pricedLines.ts';
import { asGiver, scopeOf } from './asGiver.ts';
import { amountOf, PRICE_COLUMNS, type PriceColumn, saidAt, type TypedPrice, UNCHANGED } from './priceRowRules.ts';
import type { PriceSheet, PriceSheetTable } from './sheetTables.ts';

const ROWS_AT_ONCE = 500;

type Child = { readonly id: string; readonly currency: string };
type Own = { readonly id: string; readonly currency: string; readonly cost: string | null };
type Known = {
  readonly children: ReadonlyMap<string, Child>;
  readonly packages: ReadonlyMap<string, Own>;
  readonly held: ReadonlyMap<string, HeldPackage>;
};
type Verdict = {
  readonly faults: string[];
  readonly warnings: string[];
  readonly pair?: Pair;
  readonly isNew?: boolean;
};

const wrong = (...faults: string[]): Verdict => ({ faults, warnings: [] });

/**
 * Judges every row as its form would, for the giver's account as it may act now, and writes no price. Runs in the transaction
 * that makes the reading effective.
 */
export async function judgeRows(ctx: Ctx, sheet: PriceSheet, readingId: string): Promise<Updateable<PriceSheetTable>> {
  await markRepeated(ctx.db, { schema: 'packages' }, readingId, {
    key: sql`(r.fields ->> 'customerCode') || ' ' || lower(r.fields ->> 'packageCode')`,
    fault: 'repeated',
  });
  const giver = { customerId: sheet.customer_id, accountId: sheet.account_id, accountName: sheet.account_name };
  const acting = asGiver(ctx, giver, await scopeOf(ctx, giver));
  const known = await knownOf(acting, readingId, sheet.customer_id);
  for (let after = 0; ; ) {
    const rows = await ctx.db
      .selectFrom('packages.import_row')
      .select(['row_number', 'fields'])
      .where('reading_id', '=', readingId)
      .where('row_number', '>', after)
      .where('faults', 'is', null)
      .orderBy('row_number')
      .limit(ROWS_AT_ONCE)
      .execute();
    const judgedRows: (Verdict & { row: number })[] = [];
    for (const { row_number: row, fields } of rows)
      judgedRows.push({ row, ...(await judgeRow(acting, fields, row, known)) });
    await keep(ctx, readingId, judgedRows);
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) break;
    after = last.row_number;
  }
  return countKinds(ctx, readingId);
}

/** The children and packages the sheet names, as far as the giver has them. */
async function knownOf(ctx: Ctx, readingId: string, own: string): Promise<Known> {
  const named = (field: 'customerCode' | 'packageCode') =>
    sql`(select distinct lower(r.fields ->> ${field}) from packages.import_row r
      where r.reading_id = ${readingId}::bigint and r.faults is null)`;
  const children = await ctx.db
    .selectFrom('customers.v_customer')
    .select(['id', 'code', 'currency'])
    .where('parent_id', '=', own)
    .where(sql<boolean>`lower(code) in ${named('customerCode')}`)
    .execute();
  const packages = await ctx.db
    .selectFrom('packages.package_distribution as d')
    .innerJoin('packages.package as p', 'p.id', 'd.package_id')
    .select(['p.id', 'p.code', 'p.currency'])
    .select(
      sql<string | null>`case when d.from_customer_id is null then (${PACKAGES.makersCost?.(sql`p.currency`)}) end`.as(
        'cost',
      ),
    )
    .where('d.customer_id', '=', own)
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`lower(p.code) in ${named('packageCode')}`)
    .where(sql<boolean>`p.platform <> all(${await platformsNotOffered(ctx.db)}::int[])`)
    .execute();
  return {
    children: new Map(children.map((each) => [each.code.toLowerCase(), each])),
    packages: new Map(packages.map((each) => [each.code.toLowerCase(), each])),
    held: await heldPackages(
      ctx,
      packages.map(({ id }) => id),
    ),
  };
}

async function judgeRow(ctx: Ctx, typed: TypedPrice, row: number, known: Known): Promise<Verdict> {
  const child = known.children.get(typed.customerCode.toLowerCase());
  const own = known.packages.get(typed.packageCode.toLowerCase());
  const unknown = [
    ...(child ? [] : [`childUnknown:${typed.customerCode}`]),
    ...(own ? [] : [`packageUnknown:${typed.packageCode}`]),
  ];
  if (!child || !own) return wrong(...unknown);
  if (typed.currency !== '' && typed.currency !== child.currency) return wrong(`otherCurrency:${child.currency}`);
  const amounts = (['reservePrice', 'minPrice', 'suggestPrice'] as const).flatMap((column) =>
    typed[column] === '' ? [] : [[column, amountOf(column, typed[column], child.currency)] as const],
  );
  const faults = amounts.flatMap(([, amount]) => ('fault' in amount ? [amount.fault] : []));
  if (faults.length > 0) return wrong(...faults);
  const line = Object.fromEntries(amounts.map(([column, amount]) => [column, (amount as { minor: string }).minor]));
  const now = ctx.clock.now();
  try {
    const from = typed.effectiveOn
      ? beginningOf(now, { effective: EffectiveType.values.postpone, effectiveOn: typed.effectiveOn })
      : now;
    const mine = givable(known.held.get(own.id), '');
    const price = await judged(ctx, line, mine, from, '');
    const has = await heldBy(ctx, own.id, child.id, from);
    const isSame =
      has !== undefined &&
      has.reserve === price.reservePrice &&
      has.min === price.minPrice &&
      has.suggest === price.suggestPrice;
    if (isSame) return wrong(UNCHANGED);
    const losers = await soldAtLoss(ctx, own.id, [child.id], price, from);
    const isBelowCost =
      own.cost !== null && own.currency === child.currency && BigInt(price.reservePrice) < BigInt(own.cost);
    return {
      faults: [],
      warnings: [
        ...(losers.length > 0 ? [`atLoss:${shownNames(losers)}`] : []),
        ...(isBelowCost ? [`belowCost:${moneyText(money(BigInt(own.cost ?? 0), child.currency))}`] : []),
      ],
      pair: {
        packageId: own.id,
        customerId: child.id,
        line,
        from: typed.effectiveOn ? from.toISOString() : null,
        // Only the sale of those who are named before the decision stops.
        suspend: losers.length > 0,
        row,
      },
      isNew: has === undefined,
    };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const field = error.fields[0]?.field ?? '';
    const column = field === 'packageId' ? 'packageCode' : field in PRICE_COLUMNS ? (field as PriceColumn) : '';
    return wrong(saidAt(column, refusalWords(error)));
  }
}

/** The price a child has from the caller at a time; undefined while it has none. */
const heldBy = (ctx: Ctx, packageId: string, customerId: string, at: Date) => {
  const price = (column: 'reserve_price' | 'min_price' | 'suggest_price') => PACKAGES.priceAt(sql`d.id`, column, at);
  return ctx.db
    .selectFrom('packages.package_distribution as d')
    .select([price('reserve_price').as('reserve'), price('min_price').as('min'), price('suggest_price').as('suggest')])
    .where('d.package_id', '=', packageId)
    .where('d.customer_id', '=', customerId)
    .where('d.state', '=', 'on')
    .executeTakeFirst();
};

const keep = (ctx: Ctx, readingId: string, rows: readonly (Verdict & { row: number })[]) =>
  sql`
  update packages.import_row r
  set faults = nullif(v.faults, '{}'), warnings = nullif(v.warnings, '{}'), pair = v.pair, is_new = v."isNew"
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as v (row integer, faults text[], warnings text[], pair jsonb, "isNew" boolean)
  where r.reading_id = ${readingId}::bigint and r.row_number = v.row`.execute(ctx.db);

const countKinds = (ctx: Ctx, readingId: string) =>
  ctx.db
    .selectFrom('packages.import_row')
    .select([
      sql<number>`(count(*) filter (where is_new))::int`.as('fresh'),
      sql<number>`(count(*) filter (where not is_new))::int`.as('changed'),
      sql<number>`(count(*) filter (where warnings is not null))::int`.as('warned'),
    ])
    .where('reading_id', '=', readingId)
    .where('faults', 'is', null)
    .executeTakeFirstOrThrow();
