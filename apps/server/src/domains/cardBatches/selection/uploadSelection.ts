import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { iccidOfFile } from '@cardinal/primitives/iccid.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Upload } from '../../../framework/domain.ts';
import { openSheet } from '../../../sheets/readSheet.ts';
import { SheetRefusal } from '../../../sheets/sheetRefusal.ts';
import { limitsOf } from '../../settings/face.ts';

/** Usual column headings in uploaded sheets. */
const HEADING = /^(iccid|卡号|号码|业务号码|eid|imsi|msisdn|card)/i;
const LONGEST = 64;

/**
 * Stores the first column of a sheet as the cards of a later selection, the second as their individual values. Rows are written
 * on a separate connection. They are found only once the file's own row, written last, exists.
 */
export async function uploadSelection(ctx: Ctx, upload: Upload) {
  const fileId = ctx.ids.next();
  const { importFileBytes, importRows } = await limitsOf(ctx.db);
  const seen = new Set<string>();
  async function* rows() {
    const sheet = await openSheet(upload.path, upload.fileName, { bytes: importFileBytes, rows: importRows });
    try {
      let seq = 0;
      for await (const { cells } of sheet.rows()) {
        const value = iccidOfFile(cells[0] ?? '').slice(0, LONGEST);
        if (value === '' || seen.has(value) || (seq === 0 && HEADING.test(value))) continue;
        seen.add(value);
        seq += 1;
        yield [fileId, seq, value, (cells[1] ?? '').trim().slice(0, LONGEST) || null] as const;
      }
    } finally {
      await sheet.close();
    }
  }
  try {
    await ctx.copyRows('card_batches.selection_file_row', ['file_id', 'seq', 'value', 'parameter'], rows());
  } catch (error) {
    if (!(error instanceof SheetRefusal)) throw error;
    throw refusedFile(error);
  }
  if (seen.size === 0)
    throw new Refused(invalid, {}, [{ field: 'file', text: text('文件中没有卡号', 'No card numbers in the file') }]);
  await ctx.db
    .insertInto('card_batches.selection_file')
    .values({
      id: fileId,
      account_id: accountOf(ctx).accountId,
      file_name: upload.fileName,
      rows: seen.size,
      created_at: ctx.clock.now(),
    })
    .execute();
  return { fileId, rows: seen.size, fileName: upload.fileName };
}

const refusedFile = ({ problem }: SheetRefusal) =>
  new Refused(invalid, {}, [{ field: 'file', text: problem.text, ...(problem.facts ? { facts: problem.facts } : {}) }]);
