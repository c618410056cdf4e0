import { type Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { shownStatusOf, statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { type ActionCode, TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { type Language, type Text, text } from '@cardinal/primitives/text.ts';
import type { EventValue } from './cardEvents.ts';

/** The display name of an action. */
export const actionText = (action: string): Text => TaskType.labelOf(TaskType.values[action as ActionCode]);

/** A carrier's status word as the history shows it. */
export const carrierValue = (platform: number, word: string): EventValue => ({
  ...statusTextOf(platform as Platform, word),
  word,
});

/** Stored words as the reader gets them: what a person wrote has no English of its own. */
export const wordsIn = (language: Language, words: string | null, english: string | null): string | null =>
  language === 'en' ? (english ?? words) : words;

type Standing = {
  readonly platform: number;
  readonly carrier_status: string;
  readonly stop_reasons: readonly number[];
};

/** A card's status and stop reasons as the history shows them. */
export function standingValue(card: Standing): EventValue {
  const platform = card.platform as Platform;
  const reasons = card.stop_reasons as readonly StopReason[];
  const word = shownStatusOf(platform, card.carrier_status, reasons);
  const shown = statusTextOf(platform, word);
  if (reasons.length === 0) return { ...shown, word };
  const labels = reasons.map((reason) => StopReason.labelOf(reason));
  const zh = labels.map((label) => label.zh).join('、');
  const en = labels.map((label) => label.en).join(', ');
  return { ...text(`${shown.zh}（${zh}）`, `${shown.en} (${en})`), word };
}
