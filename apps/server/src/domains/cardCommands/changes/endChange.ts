import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { announceCards, changeCard, lockCard, writeEvents } from '../../cards/face.ts';
import { settleItems } from '../../tasks/face.ts';
import { kindOf } from './changeKinds.ts';
import { type AskedChange, BEYOND, forgetChange, lineOf } from './changeStore.ts';
import { listAsTold } from './whiteList.ts';

/** The carrier has done it: the card stands as was asked, from this moment. */
export async function confirmChange(ctx: Ctx, change: AskedChange, words?: Text): Promise<void> {
  const db = ctx.beyondScope(BEYOND);
  const card = await lockCard(db, change.card_id);
  if (!card || !(await forgetChange(ctx, change))) return;
  const after = await changeCard(db, card, kindOf(change.aspect).keeps(change.to_value, card), ctx.clock.now());
  await writeEvents(ctx, [
    { ...lineOf(change), customerId: card.customer_id, result: 'confirmed', carrierWords: words?.zh },
  ]);
  await announceCards(ctx, [after]);
  const outcome = { kind: 'done' as const, reference: change.carrier_ref ?? undefined, words };
  await settleItems(ctx, [{ taskId: change.task_id, target: change.iccid, outcome }]);
}

/** What the carrier tells of a card's white list is the card's. */
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

/** The carrier said no, or nothing could be learnt: the card stays as it was. False where it is settled already. */
export async function dropChange(ctx: Ctx, change: AskedChange, result: 'refused' | 'timedOut', words: Text) {
  await lockCard(ctx.beyondScope(BEYOND), change.card_id);
  if (!(await forgetChange(ctx, change))) return false;
  await writeEvents(ctx, [{ ...lineOf(change), result, carrierWords: words.zh }]);
  return true;
}

/** The same, with the item that awaits the carrier's word. */
export async function failChange(ctx: Ctx, change: AskedChange, result: 'refused' | 'timedOut', words: Text) {
  if (!(await dropChange(ctx, change, result, words))) return;
  const outcome = { kind: 'failed' as const, code: result, words };
  await settleItems(ctx, [{ taskId: change.task_id, target: change.iccid, outcome }]);
}
