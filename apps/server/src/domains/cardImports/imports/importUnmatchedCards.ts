import type { importUnmatchedCards as takeInEndpoint } from '@cardinal/contract/api/cardImports/unmatchedCarrierCards.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import { ownAccount } from '../../carrierSync/face.ts';
import { holdOpen } from '../unmatched/unmatchedCards.ts';
import { importFromCarrier } from './pullImport.ts';

/** Creates an ordinary import of these cards into the account, for the caller's own customer; it is checked like any other. */
export async function importUnmatchedCards(
  ctx: Ctx,
  body: BodyOf<typeof takeInEndpoint>,
): Promise<AnswerOf<typeof takeInEndpoint>> {
  if (!holds(ctx.actor, 'importCard.import')) throw new Refused(noPermission);
  const { id: carrierAccountId } = await ownAccount(ctx, body.accountId);
  const found = await holdOpen(ctx, carrierAccountId, body.ids);
  const { kind, productCode } = body;
  const ids = found.map(({ id }) => id);
  const batch = await importFromCarrier(ctx, {
    carrierAccountId,
    kind,
    productCode,
    ids,
    unknownPrefixConfirmed: true,
  });
  return { taken: ids.length, ...batch };
}
