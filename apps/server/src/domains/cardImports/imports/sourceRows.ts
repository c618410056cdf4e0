import { say } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { SheetRow } from '../../../sheets/sheetRow.ts';
import { IMPORT_COLUMNS } from './importColumns.ts';
import type { ImportBatch } from './importTables.ts';
import { iccidsOf } from './segmentRules.ts';

const AT_ONCE = 5_000;

/** The rows of a batch made from segments or from a carrier's list, in the form of a sheet of ICCIDs. */
export function sourceRows(ctx: Ctx, batch: ImportBatch): AsyncGenerator<SheetRow> | undefined {
  return batch.mode === 'file'
    ? undefined
    : numbered(say(IMPORT_COLUMNS.iccid.title, ctx.language), iccids(ctx, batch));
}

async function* numbered(heading: string, values: AsyncGenerator<string>): AsyncGenerator<SheetRow> {
  let rowNumber = 1;
  yield { rowNumber, cells: [heading], flaws: [] };
  for await (const value of values) yield { rowNumber: ++rowNumber, cells: [value], flaws: [] };
}

async function* iccids(ctx: Ctx, batch: ImportBatch): AsyncGenerator<string> {
  if (batch.mode === 'segment') {
    for (const segment of batch.segments ?? []) yield* iccidsOf(segment, batch.platform);
    return;
  }
  for (let after = '0'; ; ) {
    const listed = await ctx.db
      .selectFrom('card_imports.unmatched_carrier_card')
      .select(['id', 'iccid'])
      .where('import_batch_id', '=', batch.id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const { iccid } of listed) yield iccid;
    const last = listed.at(-1);
    if (!last || listed.length < AT_ONCE) return;
    after = last.id;
  }
}
