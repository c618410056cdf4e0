import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { settleItems } from '../../tasks/face.ts';
import { announceCards } from '../announceCards.ts';
import { writeEvents } from '../cardEvents.ts';
import { changeCard, lockCard } from '../commands/commandStore.ts';
import { BEYOND, forgetChange, type LineChange, lineOf } from './lineChanges.ts';
import { kept } from './lineRules.ts';

/** The carrier has done it: the card stands as was asked, from this moment. */
export async function confirmLine(ctx: Ctx, change: LineChange, words?: Text): Promise<void> {
  const db = ctx.beyondScope(BEYOND);
  const card = await lockCard(db, change.card_id);
  if (!card || !(await forgetChange(ctx, change))) return;
  const after = await changeCard(db, card, kept(change.aspect, change.to_value), ctx.clock.now());
  await writeEvents(ctx, [
    { ...lineOf(change), customerId: card.customer_id, result: 'confirmed', carrierWords: words?.zh },
  ]);
  await announceCards(ctx, [after]);
  const outcome = { kind: 'done' as const, reference: change.carrier_ref ?? undefined, words };
  await settleItems(ctx, [{ taskId: change.task_id, target: change.iccid, outcome }]);
}

/** The carrier said no, or nothing could be learnt: the card stays as it was. */
export async function failLine(
  ctx: Ctx,
  change: LineChange,
  result: 'refused' | 'timedOut',
  words: Text,
): Promise<void> {
  await lockCard(ctx.beyondScope(BEYOND), change.card_id);
  if (!(await forgetChange(ctx, change))) return;
  await writeEvents(ctx, [{ ...lineOf(change), result, carrierWords: words.zh }]);
  const outcome = { kind: 'failed' as const, code: result, words };
  await settleItems(ctx, [{ taskId: change.task_id, target: change.iccid, outcome }]);
}
