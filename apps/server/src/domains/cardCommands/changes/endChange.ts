import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { announceCards, changeCard, lockCard, writeEvents } from '../../cards/face.ts';
import { settleItems } from '../../tasks/face.ts';
import { kindOf } from './changeKinds.ts';
import { type AskedChange, BEYOND, forgetChange, lineOf } from './changeStore.ts';
import { listAsTold } from './whiteList.ts';

/** The carrier has confirmed the change: the card has the requested value from now on. */
export async function confirmChange(ctx: Ctx, change: AskedChange, words?: Text): Promise<void> {
  const db = ctx.beyondScope(BEYOND);
  const card = await lockCard(db, change.card_id);
  if (!card || !(await forgetChange(ctx, change))) return;
  const after = await changeCard(db, card, kindOf(change.aspect).keeps(change.to_value, card), ctx.clock.now());
  await writeEvents(ctx, [
    { ...lineOf(change), customerId: card.customer_id, result: 'confirmed', carrierWords: words },
  ]);
  await announceCards(ctx, [after]);
  const outcome = { kind: 'done' as const, reference: change.carrier_ref ?? undefined, words };
  await settleItems(ctx, [{ taskId: change.task_id, target: change.iccid, outcome }]);
}

/** Stores a card's white list as the carrier reports it. */
export async function keepWhiteList(ctx: Ctx, cardId: string, numbers: readonly string[]): Promise<void> {
  const db = ctx.beyondScope(BEYOND);
  const card = await lockCard(db, cardId);
  if (!card) return;
  const told = listAsTold(card, numbers);
  const kept = card.white_list?.map(({ number }) => number).toSorted();
  if (
    kept?.join() ===
    told.white_list
      ?.map(({ number }) => number)
      .toSorted()
      .join()
  )
    return;
  await announceCards(ctx, [await changeCard(db, card, told, ctx.clock.now())]);
}

/** The carrier refused, or no answer could be had: the card keeps its value. False if it was settled already. */
export async function dropChange(ctx: Ctx, change: AskedChange, result: 'refused' | 'timedOut', words: Text) {
  await lockCard(ctx.beyondScope(BEYOND), change.card_id);
  if (!(await forgetChange(ctx, change))) return false;
  await writeEvents(ctx, [{ ...lineOf(change), result, carrierWords: words }]);
  return true;
}

/** The same, together with the task item that waits for the carrier. */
export async function failChange(ctx: Ctx, change: AskedChange, result: 'refused' | 'timedOut', words: Text) {
  if (!(await dropChange(ctx, change, result, words))) return;
  const outcome = { kind: 'failed' as const, code: result, words };
  await settleItems(ctx, [{ taskId: change.task_id, target: change.iccid, outcome }]);
}
