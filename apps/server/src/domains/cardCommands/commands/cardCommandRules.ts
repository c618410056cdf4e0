import { commandOpen } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import {
  type AskedMove,
  lifecycleOf,
  moveAsked,
  shownStatusOf,
  statusTextOf,
} from '@cardinal/contract/statuses/cardStatus.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import { type Facts, type Text, text } from '@cardinal/primitives/text.ts';
import { actionText } from '../../cards/face.ts';
import {
  isForced,
  NO_MOVE,
  type ReasonMove,
  type Reasons,
  reasonsAfter,
  reasonsOf,
  reasonsText,
  within,
  without,
} from './reasonRules.ts';

export type CommandCard = {
  readonly platform: Platform;
  /** The status as the carrier reports it. */
  readonly carrierStatus: string;
  readonly stopReasons: Reasons;
  /** The action of the open status command, if there is one. */
  readonly pendingAction: string | null;
};

export type Decision =
  /** The carrier must be asked; the stop reasons move now, and back if the carrier refuses. */
  | { readonly kind: 'ask'; readonly to: string; readonly move: ReasonMove }
  /** Only the platform's own stop reasons move; the carrier's status is right already, or must stay. */
  | { readonly kind: 'reasonsOnly'; readonly move: ReasonMove; readonly words: Text; readonly facts?: Facts }
  | { readonly kind: 'skip'; readonly why: SkipWord; readonly words: Text; readonly facts?: Facts };

export type SkipWord = 'commandOpen' | 'already' | 'held' | 'transition' | 'changedSince';

/** Which stop reasons are asked for, and whether a rule has moved them on the card already. */
export type Asking = { readonly reasons: Reasons; readonly isRuled: boolean };

/** Whether a later wish for a card takes the place of one that waits; a named reason stands beside all others. */
export const replaces = (later: string, waiting: string): boolean =>
  later !== waiting && !isForced(later) && !isForced(waiting);

const STOPS: readonly string[] = ['stop_card', 'forced_stop_card'];
const STARTS: readonly string[] = ['reboot_card', 'active_card', 'lift_forced_stop'];

/** The actions that request another status from a carrier. */
export const STATUS_ACTIONS: ReadonlySet<string> = new Set([
  ...STOPS,
  ...STARTS,
  'cancel_card',
  'enter_sleep',
  'exit_sleep',
  'to_test',
  'to_inventory',
  'to_activate',
]);

/** The status text of such a card, with the platform's stop reasons. */
export const shownText = (card: CommandCard): Text =>
  statusTextOf(card.platform, shownStatusOf(card.platform, card.carrierStatus, card.stopReasons));

const skip = (why: SkipWord, words: Text, facts?: Facts): Decision => ({
  kind: 'skip',
  why,
  words,
  ...(facts && { facts }),
});

const HELD = text('仍有停机原因：{left}', 'Stop reasons remain: {left}');

/**
 * What asking this of a card means. A stop adds its reasons, a start lifts its own; whether the card runs follows from the set:
 * the carrier is asked to start it only when no reason is left. One open status command a card.
 */
export function decide(
  card: CommandCard,
  action: StatusAction,
  asking: Asking = { reasons: reasonsOf(action, {}), isRuled: false },
): Decision {
  if (card.pendingAction) {
    return skip('commandOpen', commandOpen.text, { action: actionText(card.pendingAction) });
  }
  const move = moveAsked(card.platform, card.carrierStatus, action);
  if (STOPS.includes(action)) return decideStop(card, move, asking);
  if (STARTS.includes(action)) return decideStart(card, move, { ...asking, isLifting: action === 'lift_forced_stop' });
  return asked(card, move, NO_MOVE);
}

/** Asks for an allowed move, but never for one that lets a card run while it has reasons. */
function asked(card: CommandCard, move: AskedMove, reasons: ReasonMove): Decision {
  if (!move.isAllowed) return skip('transition', move.refusal, move.facts);
  const left = reasonsAfter(card.stopReasons, reasons);
  const starts = lifecycleOf(card.platform, move.to) === 'activated' && !statusIs(card, 'activated');
  return starts && left.length > 0
    ? skip('held', HELD, { left: reasonsText(left) })
    : { kind: 'ask', to: move.to, move: reasons };
}

function decideStop(card: CommandCard, move: AskedMove, { reasons, isRuled }: Asking): Decision {
  const adds = isRuled ? within(reasons, card.stopReasons) : without(reasons, card.stopReasons);
  if (isRuled && adds.length === 0) {
    return skip('changedSince', text('停机原因已解除', 'The stop reason has been lifted'));
  }
  if (statusIs(card, 'stopped')) {
    if (isRuled || adds.length === 0) return skip('already', text('已停机', 'Already stopped'));
    const words = text('卡已处于停机，已加「{reason}」标记', 'Already stopped; added the reason “{reason}”');
    return { kind: 'reasonsOnly', move: { adds, lifts: [] }, words, facts: { reason: reasonsText(adds) } };
  }
  return asked(card, move, { adds, lifts: [] });
}

function decideStart(
  card: CommandCard,
  move: AskedMove,
  { reasons, isRuled, isLifting }: Asking & { readonly isLifting: boolean },
): Decision {
  const lifts = isRuled ? without(reasons, card.stopReasons) : within(reasons, card.stopReasons);
  const left = without(card.stopReasons, lifts);
  const facts = { reason: reasonsText(lifts.length > 0 ? lifts : reasons), left: reasonsText(left) };
  if (isLifting && !isRuled && lifts.length === 0) {
    return skip('already', text('没有停机原因「{reason}」', 'Does not have the stop reason “{reason}”'), facts);
  }
  const isRunning = statusIs(card, 'activated');
  const isOurs = !isRuled && lifts.length > 0 && (isLifting || isRunning || statusIs(card, 'stopped'));
  if (isOurs && left.length > 0) {
    const words = text(
      '仍有停机原因：{left}，已取消{reason}标记',
      'Stop reason “{reason}” lifted; others remain: {left}',
    );
    return { kind: 'reasonsOnly', move: { adds: [], lifts }, words, facts };
  }
  if (isOurs && !move.isAllowed) {
    const words = text('已取消{reason}标记', 'Stop reason “{reason}” lifted');
    return { kind: 'reasonsOnly', move: { adds: [], lifts }, words, facts };
  }
  if (isRunning && !move.isAllowed) return skip('already', text('已是激活状态', 'Already activated'));
  return asked(card, move, { adds: [], lifts });
}

const statusIs = (card: CommandCard, lifecycle: string): boolean =>
  lifecycleOf(card.platform, card.carrierStatus) === lifecycle;

/** Cancelled (includes closed and invalid), or past its service period: its carrier is no longer queried. */
export const isBeyondRefresh = (
  card: { readonly lifecycle: string; readonly service_period_end: Date | null },
  now: Date,
): boolean => card.lifecycle === 'cancelled' || (card.service_period_end !== null && card.service_period_end <= now);
