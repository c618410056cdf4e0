import { CARD_ACTIONS, type CardAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { refreshNotAllowed } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { CardKind, Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { guardOfAction } from '@cardinal/contract/permissions/batchActions.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import { cycleOf } from '@cardinal/primitives/cycle.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import { type Channel, channelOf, notOfferedBy } from '../../cardBatches/selection/offeredActions.ts';
import { STATUS_ACTIONS } from '../../cardBatches/selection/selectionVerdicts.ts';
import { changeHindrance, isChangeAction } from '../../cardCommands/changes/changeKinds.ts';
import { decide, isBeyondRefresh } from '../../cardCommands/commands/cardCommandRules.ts';
import type { CardRow } from '../../cardCommands/commands/commandStore.ts';
import { filled } from '../../cardCommands/commands/commandStory.ts';
import { presentCards } from '../../cards/cardPresenting.ts';
import { carrierAccount } from '../../carriers/face.ts';
import { type Diagnosis, diagnose } from './cardDiagnosis.ts';
import { outageNotice } from './outageNotice.ts';

const whole = (value: string | null): bigint | null => (value === null ? null : BigInt(value));

/** What a card with a usage cap has used in the running cycle of its account; null where nothing was told of this one. */
export async function cycleUsedOf(ctx: Ctx, card: CardRow): Promise<bigint | null> {
  if (card.usage_cap_mb === null || card.flow_used === null || card.usage_at === null) return null;
  const account = await carrierAccount(ctx, card.carrier_account_id);
  if (!account) return null;
  const { start } = cycleOf(ctx.clock.now(), { day: account.cycleDay, zone: account.zone });
  return card.usage_at >= start ? BigInt(card.flow_used) : null;
}

/** Why the card works or does not, from what is kept of it. */
export async function keptDiagnosis(ctx: Ctx, card: CardRow): Promise<Diagnosis> {
  return diagnose(
    {
      platform: card.platform as Platform,
      carrierStatus: card.carrier_status,
      stopReasons: card.stop_reasons as readonly StopReason[],
      pendingAction: card.pending_action,
      pendingSince: card.pending_since,
      packageName: card.package_name,
      packageEndsAt: card.package_ends_at,
      servicePeriodEnd: card.service_period_end,
      flowUsed: whole(card.flow_used),
      flowTotal: whole(card.flow_total),
      usageCapMb: card.usage_cap_mb,
      cycleUsed: await cycleUsedOf(ctx, card),
      lastSessionAt: card.last_session_at,
      usageJumpedAt: card.usage_jumped_at,
      lastSyncAt: card.last_sync_at,
    },
    ctx.clock.now(),
  );
}

/** The same in the caller's language, with the action that would help if the caller may take it. */
export async function diagnosisOf(ctx: Ctx, card: CardRow) {
  const { state, words, facts, action } = await keptDiagnosis(ctx, card);
  const isPermitted = action !== null && mayDo(ctx, action, card);
  // What is wrong with the card itself comes first; that nothing can be asked of it comes before that it works.
  const outage = state === 'bad' ? undefined : await outageNotice(ctx, card);
  if (outage) return { state: 'attention' as const, words: outage, action: null };
  return { state, words: say(words, ctx.language, facts), action: isPermitted ? action : null };
}

const mayDo = (ctx: Ctx, action: CardAction, card: CardRow): boolean =>
  guardOfAction(action, card.kind as CardKind).some((permission) => holds(ctx.actor, permission));

const NOT_LOCKED = text('未绑定 IMEI', 'Not bound to an IMEI');

/** What the caller may ask of the card now; an action he has no permission for is not even named. */
export async function offeredOf(ctx: Ctx, card: CardRow) {
  const channel = await channelOf(ctx, card.carrier_account_id);
  const now = ctx.clock.now();
  return (Object.keys(CARD_ACTIONS) as CardAction[])
    .filter((action) => mayDo(ctx, action, card))
    .map((action) => {
      const why = hindrance(card, action, channel, now);
      return { action, isAllowed: why === undefined, why: why ? say(why, ctx.language) : null };
    });
}

/** What stands in the way of an action on the card now, whoever asks. */
export const hindranceOf = async (ctx: Ctx, card: CardRow, action: CardAction): Promise<Text | undefined> =>
  hindrance(card, action, await channelOf(ctx, card.carrier_account_id), ctx.clock.now());

function hindrance(card: CardRow, action: CardAction, channel: Channel, now: Date): Text | undefined {
  const notOffered = notOfferedBy(channel, action);
  if (action === 'sync_card') return isBeyondRefresh(card, now) ? refreshNotAllowed.text : notOffered;
  if (action === 'unbind_imei' && card.bound_imei === null) return NOT_LOCKED;
  if (isChangeAction(action)) return notOffered ?? changeHindrance(card, action, channel.capabilities)?.words;
  if (!STATUS_ACTIONS.has(action)) return notOffered;
  const decision = decide(
    {
      platform: card.platform as Platform,
      carrierStatus: card.carrier_status,
      stopReasons: card.stop_reasons as readonly StopReason[],
      pendingAction: card.pending_action,
    },
    action as StatusAction,
  );
  if (decision.kind === 'skip') return filled(decision.words, decision.facts);
  return decision.kind === 'ask' ? notOffered : undefined;
}

/** The card as lists show it. */
export async function presentCard(ctx: Ctx, card: CardRow): Promise<Record<string, unknown>> {
  const [shown] = await presentCards([card], ctx);
  return shown ?? {};
}
