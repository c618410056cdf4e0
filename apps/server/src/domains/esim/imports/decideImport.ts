import type { chipImports } from '@cardinal/contract/api/esim/imports.ts';
import { esimImportNotWaiting } from '@cardinal/contract/api/esim/refusals.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';
import { batchIn, startWriting } from '../../sheetImports/face.ts';
import { ofContent } from './importKind.ts';
import type { EsimImportContent } from './importTables.ts';
import { isVerifying } from './verifyImport.ts';

/** Starts an import as its check showed it, or ends a batch that has nothing to import. */
export async function decideImport(
  ctx: Ctx,
  content: EsimImportContent,
  { esimBatchId, choice }: BodyOf<typeof chipImports.decide>,
): Promise<AnswerOf<typeof chipImports.decide>> {
  const kind = ofContent(content);
  const batch = await batchIn(ctx, kind, esimBatchId, ['waiting']);
  // While the batch is being verified at the SM-DP+, no decision is possible.
  if (isVerifying(batch)) throw new Refused(esimImportNotWaiting);
  return startWriting(ctx, kind, batch, {
    choice,
    expected: choice === 'all' ? batch.good : batch.good - batch.warned,
  });
}
