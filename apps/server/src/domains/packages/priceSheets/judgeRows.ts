import { givenInOtherWay } from '@cardinal/contract/api/packages/packageDistributions.ts';
import { EffectiveType } from '@cardinal/contract/enumerations/package.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { sql, type Updateable } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { beginningOf, type DistributionWay } from '../../catalogue/face.ts';
import { platformsNotOffered } from '../../settings/face.ts';
import { markRepeated } from '../../sheetImports/face.ts';
import { PACKAGES } from '../distributedPackages.ts';
import { type HeldPackage, heldPackages } from '../distribution/heldPackages.ts';
import { type Pair, refusalWords } from '../distribution/pairs.ts';
import { floorsOnce, givable, judged, sellersAmong, shownNames, soldAtLoss } from '../distribution/pricedLines.ts';
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
  const floors = floorsOnce(acting);
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
    await keep(
      ctx,
      readingId,
      await judgeAll(
        acting,
        rows.map(({ row_number: row, fields }) => ({ row, ...readRow(acting, fields, known) })),
        floors,
      ),
    );
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

/** A row whose child, package, amounts and day are there. */
type Read = {
  readonly child: Child;
  readonly own: Own;
  readonly line: Pair['line'];
  /** The day it says, or now. */
  readonly from: Date;
  readonly isScheduled: boolean;
  readonly mine: HeldPackage;
};
type Numbered = { readonly row: number };

/** What the columns of a row mean, or what is wrong with them; asks the database nothing. */
function readRow(ctx: Ctx, typed: TypedPrice, known: Known): Verdict | Read {
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
    const { effectiveOn } = typed;
    const from = effectiveOn ? beginningOf(now, { effective: EffectiveType.values.postpone, effectiveOn }) : now;
    return { child, own, line, from, isScheduled: Boolean(effectiveOn), mine: givable(known.held.get(own.id), '') };
  } catch (error) {
    return refusedRow(error);
  }
}

function refusedRow(error: unknown): Verdict {
  if (!(error instanceof Refused)) throw error;
  const field = error.fields[0]?.field ?? '';
  const column = field === 'packageId' ? 'packageCode' : field in PRICE_COLUMNS ? (field as PriceColumn) : '';
  return wrong(saidAt(column, refusalWords(error)));
}

/** Judges rows together: what is asked of the database for each is asked for all at once. */
async function judgeAll(
  ctx: Ctx,
  rows: readonly (Numbered & (Verdict | Read))[],
  floors: ReturnType<typeof floorsOnce>,
): Promise<(Numbered & Verdict)[]> {
  const read = rows.filter((row) => 'mine' in row);
  const [has, isSeller] = await Promise.all([
    heldBy(ctx, read),
    sellersAmong(
      ctx,
      read.map(({ own, child }) => ({ packageId: own.id, customerId: child.id })),
    ),
  ]);
  const verdicts: (Numbered & Verdict)[] = [];
  for (const row of rows) {
    if (!('mine' in row)) verdicts.push(row);
    else verdicts.push({ row: row.row, ...(await judgeRow(ctx, row, { has: has.get(row.row), isSeller, floors })) });
  }
  return verdicts;
}

async function judgeRow(
  ctx: Ctx,
  { row, child, own, line, from, isScheduled, mine }: Numbered & Read,
  facts: {
    readonly has: HeldPrice | undefined;
    readonly isSeller: Awaited<ReturnType<typeof sellersAmong>>;
    readonly floors: ReturnType<typeof floorsOnce>;
  },
): Promise<Verdict> {
  const { has } = facts;
  try {
    if (has?.way === 'share') throw new Refused(givenInOtherWay);
    const price = await judged(ctx, line, mine, from, '', facts.floors);
    const isSame =
      has !== undefined &&
      has.reserve === price.reservePrice &&
      has.min === price.minPrice &&
      has.suggest === price.suggestPrice;
    if (isSame) return wrong(UNCHANGED);
    const losers = facts.isSeller({ packageId: own.id, customerId: child.id })
      ? await soldAtLoss(ctx, own.id, [child.id], price, from)
      : [];
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
        from: isScheduled ? from.toISOString() : null,
        // Only the sale of those who are named before the decision stops.
        suspend: losers.length > 0,
        row,
      },
      isNew: has === undefined,
    };
  } catch (error) {
    return refusedRow(error);
  }
}

type HeldPrice = {
  readonly reserve: string | null;
  readonly min: string | null;
  readonly suggest: string | null;
  readonly way: DistributionWay;
};

/** The prices children have from the caller at the time of their rows, by row; none of those without a price. */
async function heldBy(ctx: Ctx, rows: readonly (Numbered & Read)[]): Promise<ReadonlyMap<number, HeldPrice>> {
  const at = sql<Date>`asked.at`;
  const price = (column: 'reserve_price' | 'min_price' | 'suggest_price') => PACKAGES.priceAt(sql`d.id`, column, at);
  const asked = rows.map(({ row, own, child, from }) => ({ row, package: own.id, customer: child.id, at: from }));
  const found = await ctx.db
    .selectFrom('packages.package_distribution as d')
    .innerJoin(
      sql<{ row: number; package: string; customer: string; at: Date }>`(
        select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
          as r ("row" integer, package bigint, customer bigint, at timestamptz))`.as('asked'),
      (on) => on.onRef('asked.package', '=', 'd.package_id').onRef('asked.customer', '=', 'd.customer_id'),
    )
    .select(['asked.row', 'd.way', price('reserve_price').as('reserve'), price('min_price').as('min')])
    .select(price('suggest_price').as('suggest'))
    .where('d.state', '=', 'on')
    .execute();
  return new Map(found.map(({ row, ...prices }) => [row, prices]));
}

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
