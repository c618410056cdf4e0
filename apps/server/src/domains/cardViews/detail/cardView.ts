import { CARD_ACTIONS, type CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { refreshNotAllowed } from '@cardinal/contract/api/cards/cardRefusals.ts';
import {
  type CardKind,
  FORCED_STOP_REASONS,
  type Platform,
  type StopReason,
} from '@cardinal/contract/enumerations/card.ts';
import { guardOfAction } from '@cardinal/contract/permissions/batchActions.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import { filled, say, type Text } from '@cardinal/primitives/text.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import { batchAction, CANCELLED, type Channel, channelOf, notOfferedBy } from '../../cardBatches/face.ts';
import {
  changeUnavailableReason,
  decide,
  isBeyondRefresh,
  isChangeAction,
  isForced,
  reasonsOf,
  STATUS_ACTIONS,
} from '../../cardCommands/face.ts';
import { keptDiagnosis } from '../../cardLookups/face.ts';
import { type CardRow, presentCards } from '../../cards/face.ts';
import { outageNotice } from './outageNotice.ts';

/** The same in the caller's language, with the helpful action if the caller may take it. */
export async function diagnosisOf(ctx: Ctx, card: CardRow) {
  const { state, words, facts, action } = await keptDiagnosis(ctx, card);
  const isPermitted = action !== null && mayDo(ctx, action, card);
  // Priority: a fault of the card itself, then an outage that prevents commands, then «works».
  const outage = state === 'bad' ? undefined : await outageNotice(ctx, card);
  if (outage) return { state: 'attention' as const, words: outage, action: null };
  return { state, words: say(words, ctx.language, facts), action: isPermitted ? action : null };
}

const mayDo = (ctx: Ctx, action: CardAction, card: CardRow): boolean =>
  guardOfAction(action, card.kind as CardKind).some((permission) => holds(ctx.actor, permission));

/** The actions open to the caller for the card now; those without permission are not listed. */
export async function offeredOf(ctx: Ctx, card: CardRow) {
  const offered = offersOn(ctx, card, await channelOf(ctx, card.carrier_account_id));
  return offered.map(({ action, why }) => ({
    action,
    isAllowed: why === undefined,
    why: why ? say(why, ctx.language) : null,
  }));
}

/** The actions the caller has permission for on the card, through its account, each with what prevents it now. */
export const offersOn = (ctx: Ctx, card: CardRow, channel: Channel): { action: CardAction; why: Text | undefined }[] =>
  (Object.keys(CARD_ACTIONS) as CardAction[])
    .filter((action) => mayDo(ctx, action, card))
    .map((action) => ({ action, why: hindrance(ctx, card, action, channel, ctx.clock.now()) }));

/** What prevents an action on the card now, whoever asks. */
export const unavailableReasonOf = async (ctx: Ctx, card: CardRow, action: CardAction): Promise<Text | undefined> =>
  hindrance(ctx, card, action, await channelOf(ctx, card.carrier_account_id), ctx.clock.now());

function hindrance(ctx: Ctx, card: CardRow, action: CardAction, channel: Channel, now: Date): Text | undefined {
  const notOffered = notOfferedBy(ctx, channel, action);
  if (action === 'sync_card') return isBeyondRefresh(card, now) ? refreshNotAllowed.text : notOffered;
  const { hinders, needsLine } = batchAction(ctx, action);
  const hindered = hinders?.(ctx, card);
  if (hindered) return hindered;
  if (isChangeAction(action)) return notOffered ?? changeUnavailableReason(card, action, channel.capabilities)?.words;
  if (!STATUS_ACTIONS.has(action))
    return notOffered ?? (needsLine && card.lifecycle === 'cancelled' ? CANCELLED : undefined);
  const facts = {
    platform: card.platform as Platform,
    carrierStatus: card.carrier_status,
    stopReasons: card.stop_reasons as readonly StopReason[],
    pendingAction: card.pending_action,
  };
  const decisions = (isForced(action) ? FORCED_STOP_REASONS : [undefined]).map((stopReason) =>
    decide(facts, action as StatusAction, { reasons: reasonsOf(action, { stopReason }), isRuled: false }),
  );
  const decision = decisions.find(({ kind }) => kind !== 'skip') ?? decisions[0];
  if (!decision) return undefined;
  if (decision.kind === 'skip') return filled(decision.words, decision.facts);
  return decision.kind === 'ask' ? notOffered : undefined;
}

/** The card as lists show it. */
export async function presentCard(ctx: Ctx, card: CardRow): Promise<Record<string, unknown>> {
  const [shown] = await presentCards([card], ctx);
  return shown ?? {};
}
