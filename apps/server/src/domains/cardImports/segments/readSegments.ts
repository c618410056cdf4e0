import { type uploadCardScopes as endpoint, SEGMENT_ROWS } from '@cardinal/contract/api/cardImports/cardScopes.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Upload } from '../../../framework/domain.ts';
import { readTable, refusedRow } from '../../../sheets/readTable.ts';
import { limitsOf } from '../../settings/face.ts';

const BOTH_ENDS = text('起始和结束号码都须填写', 'Enter both start and end numbers');

/** The rows of a sheet below its heading. Blank rows are skipped; a row with only one end is refused by its row number. */
export async function readSegments(ctx: Ctx, upload: Upload): Promise<AnswerOf<typeof endpoint>> {
  const { importFileBytes } = await limitsOf(ctx.db);
  const table = await readTable(upload, { rows: SEGMENT_ROWS + 1, bytes: importFileBytes });
  return {
    rows: table.flatMap(({ rowNumber, cells }) => {
      const [startIccid = '', endIccid = ''] = cells.map((cell) => cell.trim());
      if (startIccid === '' && endIccid === '') return [];
      if (startIccid === '' || endIccid === '') throw refusedRow(rowNumber, { text: BOTH_ENDS });
      return { startIccid, endIccid };
    }),
  };
}
