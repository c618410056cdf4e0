import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import {
  AS_ITEMS,
  announceCards,
  changeCard,
  type LockedCard,
  lockCards,
  type NewCardEvent,
  standingValue,
  writeEvents,
} from '../../cards/face.ts';
import { quietEndOf, settingsOf } from '../../settings/face.ts';
import { startTask } from '../../tasks/face.ts';
import { forgetForcedStops } from './forcedStops.ts';
import { type ReasonMove, type Reasons, reasonsAfter, reasonsText, within, without } from './reasonRules.ts';

/** What a rule says of cards: these reasons stand, or do not stand any more. */
export type Ruled = {
  readonly cardIds: readonly string[];
  readonly reasons: Reasons;
  /** For the history of each card, and for the task. */
  readonly why: Text;
  /** Who and what is behind it; the system by a strategy unless said. */
  readonly by?: Pick<NewCardEvent, 'source' | 'actor' | 'taskId'>;
};

/**
 * The reasons stand on the cards from here on, within the caller's transaction, and a task has their carriers stop those that run.
 * What a carrier refuses to stop loses the reason again. Returns how many cards got one.
 */
export const raiseReasons = (ctx: Ctx, ruled: Ruled): Promise<number> =>
  move(ctx, ruled, 'forced_stop_card', (card) => ({ adds: without(ruled.reasons, reasonsOfCard(card)), lifts: [] }));

/**
 * The reasons are gone from the cards, whoever set them. Those that have none left are restarted, after arrears only if their
 * customer wants it; what a carrier refuses to restart has its reason back. Returns how many cards lost one.
 */
export const liftReasons = (ctx: Ctx, ruled: Ruled): Promise<number> =>
  move(ctx, ruled, 'lift_forced_stop', (card) => ({ adds: [], lifts: within(ruled.reasons, reasonsOfCard(card)) }));

const { arrears } = StopReason.values;

type Action = 'forced_stop_card' | 'lift_forced_stop';

const WHY = 'a rule speaks of cards whoever has them';
/** The person whose reading or payment it goes back to did not do it. */
const NOBODY = { accountId: null, accountName: '', customerId: null };
const TITLES: Readonly<Record<Action, (reasons: Text, count: number) => Text>> = {
  forced_stop_card: ({ zh, en }, count) => text(`${zh}停机 ${count} 张`, `Stop (${en}): ${count}`),
  lift_forced_stop: ({ zh, en }, count) => text(`解除${zh}复机 ${count} 张`, `Restart (${en} lifted): ${count}`),
};

const reasonsOfCard = (card: LockedCard) => card.stop_reasons as Reasons;

async function move(ctx: Ctx, ruled: Ruled, action: Action, moveOf: (card: LockedCard) => ReasonMove): Promise<number> {
  const db = ctx.beyondScope(WHY);
  const shown: LockedCard[] = [];
  const events: NewCardEvent[] = [];
  const toAsk: { readonly card: LockedCard; readonly moved: Reasons }[] = [];
  for (const card of await lockCards(db, ruled.cardIds)) {
    const reasons = moveOf(card);
    const moved = [...reasons.adds, ...reasons.lifts];
    if (moved.length === 0) continue;
    const stop_reasons = reasonsAfter(reasonsOfCard(card), reasons);
    const after = await changeCard(db, card, { stop_reasons }, ctx.clock.now());
    shown.push(after);
    events.push({
      cardId: card.id,
      iccid: card.iccid,
      customerId: card.customer_id,
      action,
      result: 'done',
      from: standingValue(card),
      to: standingValue(after),
      source: 'strategy',
      actor: NOBODY,
      reason: ruled.why,
      ...ruled.by,
    });
    if (await isAsked(ctx, after, action, moved)) toAsk.push({ card: after, moved });
    else await forgetForcedStops(db, card.id, reasons.lifts);
  }
  await writeEvents(ctx, events);
  await announceCards(ctx, shown);
  // One task for the cards of a customer that move by the same reasons, so that its undo means these.
  for (const [, same] of Map.groupBy(toAsk, ({ card, moved }) => `${card.customer_id} ${moved}`)) {
    const [{ card, moved } = { card: undefined, moved: [] }] = same;
    if (card)
      await ask(ctx, {
        ...ruled,
        action,
        customerId: card.customer_id,
        reasons: moved,
        cardIds: same.map((each) => each.card.id),
      });
  }
  return shown.length;
}

/** Whether the carrier has another status than the reasons want, or an open command may bring it there. */
async function isAsked(ctx: Ctx, card: LockedCard, action: Action, moved: Reasons): Promise<boolean> {
  if (action === 'forced_stop_card') return card.pending_action !== null || card.lifecycle === 'activated';
  if (card.stop_reasons.length > 0 || (card.pending_action === null && card.lifecycle !== 'stopped')) return false;
  return !moved.includes(arrears) || (await settingsOf(ctx, card.customer_id)).restartsAfterPayment;
}

/** A stop waits until the customer's quiet hours are over; the reason stands at once. */
async function ask(ctx: Ctx, asked: Ruled & { readonly action: Action; readonly customerId: string }): Promise<void> {
  const { action, customerId, reasons, cardIds, why } = asked;
  const select = ctx
    .beyondScope(WHY)
    .selectFrom('cards.v_card as c')
    .select(AS_ITEMS)
    .where('c.id', 'in', [...cardIds])
    .orderBy('c.id');
  await startTask(ctx, {
    action,
    title: TITLES[action](reasonsText(reasons), cardIds.length),
    customerId,
    source: 'schedule',
    notBefore: action === 'forced_stop_card' ? await quietEndOf(ctx, customerId) : undefined,
    parameters: { stopReasons: reasons, isRuled: true, reason: why },
    items: { select },
  });
}
