import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { Text } from '@cardinal/primitives/text.ts';

export type Reasons = readonly StopReason[];

/** The stop reasons that something adds to a card and lifts from it. */
export type ReasonMove = { readonly adds: Reasons; readonly lifts: Reasons };

export const NO_MOVE: ReasonMove = { adds: [], lifts: [] };

export const without = (reasons: Reasons, gone: Reasons): Reasons => reasons.filter((each) => !gone.includes(each));
export const within = (reasons: Reasons, others: Reasons): Reasons => reasons.filter((each) => others.includes(each));

/** A card's reasons after a move, in the order of their numbers: equal sets are equal lists. */
export const reasonsAfter = (now: Reasons, { adds, lifts }: ReasonMove): Reasons =>
  [...new Set([...without(now, lifts), ...adds])].sort((a, b) => a - b);

/** A card's reasons after a move has failed: what it added goes, what it lifted is back. */
export const reasonsRestored = (now: Reasons, { adds, lifts }: ReasonMove): Reasons =>
  reasonsAfter(now, { adds: lifts, lifts: adds });

export const reasonsText = (reasons: Reasons): Text => ({
  zh: reasons.map((reason) => StopReason.labelOf(reason).zh).join('、'),
  en: reasons.map((reason) => StopReason.labelOf(reason).en).join(', '),
});

/** The actions that set and lift the stop reasons they are told. */
const FORCED: readonly string[] = ['forced_stop_card', 'lift_forced_stop'];
export const isForced = (action: string): boolean => FORCED.includes(action);

type Told = { readonly stopReason?: unknown; readonly stopReasons?: unknown };

const isReason = (value: unknown): value is StopReason => StopReason.options.some((each) => each.value === value);

/** The stop reasons an action moves: those it is told (one by hand, a set by a rule), or the manual one. */
export function reasonsOf(action: string, { stopReason, stopReasons }: Told): Reasons {
  if (!isForced(action)) return [StopReason.values.manual];
  return (Array.isArray(stopReasons) ? stopReasons : [stopReason]).filter(isReason);
}
