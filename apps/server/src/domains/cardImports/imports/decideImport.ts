import type { decideImport as decideEndpoint } from '@cardinal/contract/api/cardImports/imports.ts';
import { importHasWrongRows } from '@cardinal/contract/api/cardImports/refusals.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';
import { batchIn, startWriting } from '../../sheetImports/face.ts';
import { CARD_IMPORT } from './importKind.ts';

/** Starts an import as its check showed it, or ends a batch that has nothing to import. */
export async function decideImport(
  ctx: Ctx,
  { batchId, choice }: BodyOf<typeof decideEndpoint>,
): Promise<AnswerOf<typeof decideEndpoint>> {
  const batch = await batchIn(ctx, CARD_IMPORT, batchId, ['waiting']);
  const wrong = batch.bad + batch.already;
  if (choice === 'allOrNothing' && wrong > 0) throw new Refused(importHasWrongRows, { count: wrong });
  return startWriting(ctx, CARD_IMPORT, batch, { choice, expected: batch.good });
}
