import { commandOpen } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { type Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { lifecycleOf, moveAsked, shownStatusOf, statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import { type Facts, type Text, text } from '@cardinal/primitives/text.ts';
import { actionText } from '../../cards/face.ts';

export type CommandCard = {
  readonly platform: Platform;
  /** The carrier's own word. */
  readonly carrierStatus: string;
  readonly stopReasons: readonly StopReason[];
  /** The action of the open status command, if there is one. */
  readonly pendingAction: string | null;
};

export type Decision =
  /** The carrier must be asked; the reasons change now, and back if the carrier refuses. */
  | {
      readonly kind: 'ask';
      readonly to: string;
      readonly stopReasons: readonly StopReason[];
      readonly reason: StopReason | null;
    }
  /** Only our own reasons change; the carrier's status is already what it should be, or must stay. */
  | {
      readonly kind: 'reasonsOnly';
      readonly stopReasons: readonly StopReason[];
      readonly words: Text;
      readonly facts?: Facts;
    }
  | { readonly kind: 'skip'; readonly why: SkipWord; readonly words: Text; readonly facts?: Facts };

export type SkipWord = 'commandOpen' | 'already' | 'transition' | 'changedSince';

/** The actions that ask a carrier for another status. */
export const STATUS_ACTIONS: ReadonlySet<string> = new Set([
  'stop_card',
  'active_card',
  'reboot_card',
  'cancel_card',
  'enter_sleep',
  'exit_sleep',
  'to_test',
  'to_inventory',
  'to_activate',
]);

const MANUAL = StopReason.values.manual;
const STOPS: readonly string[] = ['stop_card', 'forced_stop_card'];
const STARTS: readonly string[] = ['reboot_card', 'active_card', 'lift_forced_stop'];

const reasonsText = (reasons: readonly StopReason[]): Text => ({
  zh: reasons.map((reason) => StopReason.labelOf(reason).zh).join('、'),
  en: reasons.map((reason) => StopReason.labelOf(reason).en).join(', '),
});

/** The words a card in this state is shown with, our reasons included. */
export const shownText = (card: CommandCard): Text =>
  statusTextOf(card.platform, shownStatusOf(card.platform, card.carrierStatus, card.stopReasons));

const without = (reasons: readonly StopReason[], gone: StopReason) => reasons.filter((reason) => reason !== gone);

/**
 * What asking this of a card means. A stop adds its reason, the manual one unless said; a start lifts the manual one and asks
 * the carrier only when no other reason is left. One open status command a card.
 */
export function decide(card: CommandCard, action: StatusAction, reason: StopReason = MANUAL): Decision {
  if (card.pendingAction) {
    const facts = { action: actionText(card.pendingAction) };
    return { kind: 'skip', why: 'commandOpen', words: commandOpen.text, facts };
  }
  const move = moveAsked(card.platform, card.carrierStatus, action);
  const isStopped = statusIs(card, 'stopped');
  if (STOPS.includes(action) && isStopped) {
    if (card.stopReasons.includes(reason)) {
      return { kind: 'skip', why: 'already', words: text('已停机', 'Already stopped') };
    }
    return {
      kind: 'reasonsOnly',
      stopReasons: [...card.stopReasons, reason],
      words: text('卡已处于停机，已加「{reason}」标记', 'Already stopped; added the reason “{reason}”'),
      facts: { reason: StopReason.labelOf(reason) },
    };
  }
  if (STARTS.includes(action) && isStopped && card.stopReasons.length > 0) {
    const left = without(card.stopReasons, MANUAL);
    if (left.length > 0) {
      return {
        kind: 'reasonsOnly',
        stopReasons: left,
        words: text(
          '仍有停机原因：{left}，已取消手动停机标记',
          'Manual stop lifted; other stop reasons remain: {left}',
        ),
        facts: { left: reasonsText(left) },
      };
    }
  }
  if (!move.isAllowed) {
    if (STARTS.includes(action) && statusIs(card, 'activated')) {
      return { kind: 'skip', why: 'already', words: text('已是激活状态', 'Already activated') };
    }
    return { kind: 'skip', why: 'transition', words: move.refusal, facts: move.facts };
  }
  if (STOPS.includes(action)) {
    return { kind: 'ask', to: move.to, stopReasons: [...without(card.stopReasons, reason), reason], reason };
  }
  if (STARTS.includes(action)) {
    return { kind: 'ask', to: move.to, stopReasons: without(card.stopReasons, MANUAL), reason: MANUAL };
  }
  return { kind: 'ask', to: move.to, stopReasons: card.stopReasons, reason: null };
}

const statusIs = (card: CommandCard, lifecycle: string): boolean =>
  lifecycleOf(card.platform, card.carrierStatus) === lifecycle;

/** Cancelled (closed and invalid are of that lifecycle), or past its service period: its carrier is not asked any more. */
export const isBeyondRefresh = (
  card: { readonly lifecycle: string; readonly service_period_end: Date | null },
  now: Date,
): boolean => card.lifecycle === 'cancelled' || (card.service_period_end !== null && card.service_period_end <= now);

/** The reason that asking adds or takes away; null where the card's reasons stay as they are. */
export const reasonMoved = (before: readonly StopReason[], after: readonly StopReason[]): StopReason | null =>
  before.includes(MANUAL) === after.includes(MANUAL) ? null : MANUAL;

/** The card's reasons when an asked move came to nothing: what it had added goes, what it had lifted comes back. */
export function reasonsRestored(
  now: readonly StopReason[],
  command: { readonly action: string; readonly stop_reason: number | null },
): readonly StopReason[] {
  if (command.stop_reason === null) return now;
  const moved = command.stop_reason as StopReason;
  const rest = without(now, moved);
  return STOPS.includes(command.action) ? rest : [...rest, moved].sort((a, b) => a - b);
}
