import { PAIRS_AT_ONCE } from '@cardinal/contract/api/packages/packageDistributions.ts';
import { type decidePriceSheet as endpoint, priceSheetOvertaken } from '@cardinal/contract/api/packages/priceSheets.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { batchIn, changeBatch, finishBatch } from '../../sheetImports/face.ts';
import { startTask } from '../../tasks/face.ts';
import { givePairs, type Pair, pairItem, refusalWords } from '../distribution/pairs.ts';
import { PRICE_SHEET } from './priceSheetKind.ts';
import type { PriceSheet } from './sheetTables.ts';

/** Applies the good rows of a checked sheet, each by the rules that hold now. */
export async function decideSheet(
  ctx: Ctx,
  { priceSheetId, choice }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const sheet = await batchIn(ctx, PRICE_SHEET, priceSheetId, ['waiting']);
  const pairs = await chosenPairs(ctx, sheet, choice);
  const taskId = pairs.length > PAIRS_AT_ONCE ? await startApplying(ctx, sheet, pairs) : await applyAtOnce(ctx, pairs);
  const change = {
    choice,
    ...(taskId === null
      ? { imported: pairs.length, progress: pairs.length }
      : { state: 'running' as const, task_id: taskId, progress: 0 }),
  };
  await changeBatch(ctx, PRICE_SHEET, sheet, change);
  if (taskId === null) await finishBatch(ctx, PRICE_SHEET, { ...sheet, ...change }, String(sheet.reading_id));
  ctx.note({
    objectKind: PRICE_SHEET.objectKind,
    objectId: sheet.id,
    summary: sheet.file_name,
    before: { state: sheet.state },
    after: { choice, rows: pairs.length },
    ...(taskId && { taskId }),
  });
  return { taskId };
}

/** In one order of packages and children, so that two sheets never wait for each other in a circle. */
async function chosenPairs(ctx: Ctx, sheet: PriceSheet, choice: 'all' | 'withoutWarned'): Promise<readonly Pair[]> {
  const rows = await ctx.db
    .selectFrom('packages.import_row')
    .select('pair')
    .where('reading_id', '=', sheet.reading_id)
    .where('faults', 'is', null)
    .$if(choice === 'withoutWarned', (query) => query.where('warnings', 'is', null))
    .orderBy(sql`(pair ->> 'packageId')::bigint`)
    .orderBy(sql`(pair ->> 'customerId')::bigint`)
    .execute();
  return rows.flatMap(({ pair }) => pair ?? []);
}

/** All of them within the request, or none. */
async function applyAtOnce(ctx: Ctx, pairs: readonly Pair[]): Promise<null> {
  for (const [at, result] of (await givePairs(ctx, pairs)).entries()) {
    if (result instanceof Refused)
      throw new Refused(priceSheetOvertaken, { row: pairs[at]?.row ?? 0, reason: refusalWords(result) });
  }
  return null;
}

async function startApplying(ctx: Ctx, sheet: PriceSheet, pairs: readonly Pair[]): Promise<string> {
  const { rows: named } = await sql<{ row: number; package: string; child: string }>`
    select r.row_number as row, r.fields ->> 'packageCode' as package, r.fields ->> 'customerCode' as child
    from packages.import_row r where r.reading_id = ${sheet.reading_id}::bigint and r.pair is not null`.execute(ctx.db);
  const codes = new Map(named.map((each) => [each.row, each]));
  const { taskId } = await startTask(ctx, {
    action: 'distribute_package',
    title: PRICE_SHEET.titles(sheet).write,
    parameters: { sheetId: sheet.id, readingId: String(sheet.reading_id), rows: pairs.length },
    items: pairs.map((pair) => pairItem(pair, codes.get(pair.row ?? 0) ?? { package: '', child: '' })),
  });
  return taskId;
}
