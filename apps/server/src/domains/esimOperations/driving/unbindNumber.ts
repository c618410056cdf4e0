import { numberNotFound } from '@cardinal/contract/api/esim/refusals.ts';
import { numberNotBound, smdpRefused } from '@cardinal/contract/api/esimOperations/operations.ts';
import { DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { callCarrier } from '../../carriers/face.ts';
import {
  beyond,
  type CodeNumberRow,
  lockChip,
  lockNumber,
  moveNumber,
  openNumberSecret,
  whyNotStocked,
} from '../../esim/face.ts';
import { standingWords, tellOfNumbers } from '../operations/numberStory.ts';
import { callIdOf, isOpen } from '../operations/operationRules.ts';
import { openOperationsOf } from '../operations/operationStore.ts';
import type { OperationRow } from '../operationTables.ts';
import { closeOperation } from './closeOperation.ts';

const UNBOUND = text('已解绑，码号退回库存', 'Unbound; the number is back in stock');
/** A number never ordered has nothing to cancel at the SM-DP+. */
const NOT_ORDERED = new Set(['8.2.1/3.3', '8.2.1/3.9']);

/**
 * Unbinds a number that is bound and not yet downloaded: the order is cancelled at the SM-DP+, then the number returns to
 * stock. A repetition has the same identifier, so a lost answer only costs a second click.
 */
export async function unbindNumber(ctx: Ctx, numberId: string): Promise<Commit<typeof DONE>> {
  const owned = await ctx.db
    .selectFrom('esim.v_code_number as n')
    .innerJoin('cards.v_esim_card as c', 'c.id', 'n.card_id')
    .selectAll('n')
    .where('n.card_id', '=', numberId)
    .executeTakeFirst();
  if (!owned) throw new Refused(numberNotFound);
  if (!isUnfetched(owned)) throw new Refused(numberNotBound, { iccid: owned.iccid });
  const download = await lastDownload(ctx, owned);
  const wasAsked = download?.sent_at !== null && download !== undefined;
  const outcome = wasAsked || download === undefined ? await cancel(ctx, owned, download) : undefined;
  if (outcome && outcome.kind !== 'ok' && !(outcome.kind === 'refused' && NOT_ORDERED.has(outcome.code))) {
    throw new Refused(smdpRefused, { reason: outcome.words });
  }
  return async (inside) => {
    await takeBack(inside, owned);
    return DONE;
  };
}

const isUnfetched = (number: CodeNumberRow) => !whyNotStocked({ kind: 'unbind' }, number);

const lastDownload = (ctx: Ctx, number: CodeNumberRow): Promise<OperationRow | undefined> =>
  beyond(ctx)
    .selectFrom('esim_operations.operation')
    .selectAll()
    .where('eid', '=', number.eid ?? '')
    .where('card_id', '=', number.card_id)
    .where('kind', '=', 'download')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

function cancel(ctx: Ctx, number: CodeNumberRow, download: OperationRow | undefined) {
  return callCarrier(ctx, number.smdp_account_id, 'cancelOrder', {
    callId: callIdOf(download?.function_call_identifier ?? `unbind-${number.card_id}-${number.version}`, 'cancel'),
    iccid: number.iccid,
    eid: number.eid,
    matchingId: openNumberSecret(ctx, number.card_id, 'matchingId', number.matching_id),
    backTo: 'Available',
  });
}

async function takeBack(ctx: Ctx, asked: CodeNumberRow): Promise<void> {
  const db = beyond(ctx);
  const chip = await lockChip(db, asked.eid ?? '');
  const number = await lockNumber(db, asked.card_id);
  // Downloaded during the call, or returned to stock by somebody else.
  if (!chip || !number || !isUnfetched(number)) throw new Refused(numberNotBound, { iccid: asked.iccid });
  const open = await openOperationsOf(db, chip.eid);
  const operation = open.find(({ kind, card_id }) => kind === 'download' && card_id === number.card_id);
  const moved = await moveNumber(ctx, chip, number, 'cancelled');
  await tellOfNumbers(ctx, [
    {
      number,
      kind: 'download',
      result: 'done',
      operation,
      words: UNBOUND,
      from: standingWords(number),
      to: moved ? standingWords(moved.after) : null,
    },
  ]);
  ctx.note({
    objectKind: 'codeNumber',
    objectId: number.card_id,
    summary: number.iccid,
    before: { eid: number.eid },
  });
  if (operation && isOpen(operation.state)) {
    await closeOperation(ctx, chip, operation, { kind: 'failed', code: 'unbound', words: UNBOUND });
  }
}
