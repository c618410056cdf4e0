import { commandOpen } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { type Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { lifecycleOf, moveAsked, shownStatusOf, statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import { type Facts, type Text, text } from '@cardinal/primitives/text.ts';
import { actionText } from '../../cards/face.ts';

export type CommandCard = {
  readonly platform: Platform;
  /** The status as the carrier reports it. */
  readonly carrierStatus: string;
  readonly stopReasons: readonly StopReason[];
  /** The action of the open status command, if there is one. */
  readonly pendingAction: string | null;
};

export type Decision =
  /** The carrier must be asked; the stop reasons change now, and back if the carrier refuses. */
  | {
      readonly kind: 'ask';
      readonly to: string;
      readonly stopReasons: readonly StopReason[];
      readonly reason: StopReason | null;
    }
  /** Only the platform's own stop reasons change; the carrier's status is right already, or must stay. */
  | {
      readonly kind: 'reasonsOnly';
      readonly stopReasons: readonly StopReason[];
      readonly words: Text;
      readonly facts?: Facts;
    }
  | { readonly kind: 'skip'; readonly why: SkipWord; readonly words: Text; readonly facts?: Facts };

export type SkipWord = 'commandOpen' | 'already' | 'transition' | 'changedSince';

/** The actions that set and lift the stop reason they are told. */
const FORCED: readonly string[] = ['forced_stop_card', 'lift_forced_stop'];
export const isForced = (action: string): boolean => FORCED.includes(action);

/** Whether a later wish for a card takes the place of one that waits; a named reason stands beside all others. */
export const replaces = (later: string, waiting: string): boolean =>
  later !== waiting && !isForced(later) && !isForced(waiting);

/** The actions that request another status from a carrier. */
export const STATUS_ACTIONS: ReadonlySet<string> = new Set([
  'stop_card',
  'active_card',
  'reboot_card',
  ...FORCED,
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

/** The status text of such a card, with the platform's stop reasons. */
export const shownText = (card: CommandCard): Text =>
  statusTextOf(card.platform, shownStatusOf(card.platform, card.carrierStatus, card.stopReasons));

const without = (reasons: readonly StopReason[], gone: StopReason) => reasons.filter((reason) => reason !== gone);

/** The stop reason an action moves: the one it is told, or the manual one. */
export const namedReason = (action: string, told: unknown): StopReason =>
  (isForced(action) && StopReason.options.find(({ value }) => value === told)?.value) || MANUAL;

/**
 * What asking this of a card means. A stop adds its reason, the manual one unless said. A start lifts the manual one, a
 * lifting the one it names; the carrier is asked only when no other reason is left. One open status command a card.
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
  const lifted = action === 'lift_forced_stop' ? reason : MANUAL;
  const left = without(card.stopReasons, lifted);
  const facts = { reason: StopReason.labelOf(lifted), left: reasonsText(left) };
  if (action === 'lift_forced_stop') {
    if (left.length === card.stopReasons.length) {
      const words = text('没有停机原因「{reason}」', 'Does not have the stop reason “{reason}”');
      return { kind: 'skip', why: 'already', words, facts };
    }
    if (left.length === 0 && !move.isAllowed) {
      const words = text('已取消{reason}标记', 'Stop reason “{reason}” lifted');
      return { kind: 'reasonsOnly', stopReasons: left, words, facts };
    }
  }
  if (STARTS.includes(action) && left.length > 0 && (isStopped || lifted !== MANUAL)) {
    const words = text(
      '仍有停机原因：{left}，已取消{reason}标记',
      'Stop reason “{reason}” lifted; others remain: {left}',
    );
    return { kind: 'reasonsOnly', stopReasons: left, words, facts };
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
  if (STARTS.includes(action)) return { kind: 'ask', to: move.to, stopReasons: left, reason: lifted };
  return { kind: 'ask', to: move.to, stopReasons: card.stopReasons, reason: null };
}

const statusIs = (card: CommandCard, lifecycle: string): boolean =>
  lifecycleOf(card.platform, card.carrierStatus) === lifecycle;

/** Cancelled (includes closed and invalid), or past its service period: its carrier is no longer queried. */
export const isBeyondRefresh = (
  card: { readonly lifecycle: string; readonly service_period_end: Date | null },
  now: Date,
): boolean => card.lifecycle === 'cancelled' || (card.service_period_end !== null && card.service_period_end <= now);

/** The reason a request adds or lifts; null if the card's reasons stay the same. */
export const reasonMoved = (before: readonly StopReason[], after: readonly StopReason[]): StopReason | null =>
  StopReason.options.find(({ value }) => before.includes(value) !== after.includes(value))?.value ?? null;

/** The card's reasons after a request failed: an added reason is removed, a lifted one restored. */
export function reasonsRestored(
  now: readonly StopReason[],
  command: { readonly action: string; readonly stop_reason: number | null },
): readonly StopReason[] {
  if (command.stop_reason === null) return now;
  const moved = command.stop_reason as StopReason;
  const rest = without(now, moved);
  return STOPS.includes(command.action) ? rest : [...rest, moved].sort((a, b) => a - b);
}
