import { readFile } from 'node:fs/promises';
import type * as api from '@cardinal/contract/api/groupBuys/codes.ts';
import { codesNotReady, codesTaken } from '@cardinal/contract/api/groupBuys/refusals.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { withScratchFile } from '../../../framework/scratchFiles.ts';
import { encryptWorkbook } from '../../../sheets/encryptWorkbook.ts';
import { writeSheet } from '../../../sheets/writeSheet.ts';
import { codeFrom, withDashes } from '../codeWords.ts';
import type { BatchRow } from '../groupBuyTables.ts';
import { changeBatch, lockBatch } from './batchStore.ts';
import { codesOf } from './makeCodes.ts';

const CODE_NO = text('码序号', 'Code number');
const CODE = text('兑换码', 'Code');
const EXPIRES = text('到期时间', 'Expires at');

/** The codes of a batch, for the only time: what they are made from is deleted in the same transaction. */
export async function takeCodes(ctx: Ctx, which: Parameters<typeof lockBatch>[1]) {
  const batch = await lockBatch(ctx, which);
  if (batch.state === 'issuing') throw new Refused(codesNotReady);
  if (batch.sealed_seed === null) throw new Refused(codesTaken);
  const codes = codesOf(ctx, batch, batch.sealed_seed).map(({ codeNo, code }) => ({ codeNo, code: withDashes(code) }));
  const { account } = accountOf(ctx);
  await changeBatch(ctx, batch.id, { sealed_seed: null, taken_at: ctx.clock.now(), taken_by: account });
  ctx.note({
    objectKind: 'codeBatch',
    objectId: batch.id,
    summary: batch.batch_no,
    customerId: batch.customer_id,
    after: { codes: codes.length },
  });
  return { batch, codes };
}

async function workbookOf(ctx: Ctx, batch: BatchRow, codes: readonly { codeNo: string; code: string }[]) {
  return withScratchFile(ctx, async (path) => {
    await writeSheet(path, {
      format: 'xlsx',
      columns: [CODE_NO, CODE, EXPIRES].map((title, at) => ({
        title: say(title, ctx.language),
        kind: at === 2 ? ('time' as const) : ('text' as const),
      })),
      rows: codes.map(({ codeNo, code }) => [codeNo, code, batch.expires_at]),
    });
    return readFile(path);
  });
}

/** The codes as a workbook that opens with its password only. */
export async function downloadCodes(ctx: Ctx, batchId: string): Promise<AnswerOf<typeof api.downloadCodes>> {
  const { batch, codes } = await takeCodes(ctx, { id: batchId });
  const password = withDashes(codeFrom(Buffer.from(ctx.random.bytes(32)), 0));
  const sealed = await encryptWorkbook(await workbookOf(ctx, batch, codes), password, (length) =>
    Buffer.from(ctx.random.bytes(length)),
  );
  return { fileName: `${batch.batch_no}.xlsx`, content: sealed.toString('base64'), password };
}
