import type { EventSource } from '@cardinal/contract/api/cards/history.ts';
import { type Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { ValueOf } from '@cardinal/contract/enumerations/enumeration.ts';
import { shownStatusOf, statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { type Facts, say, type Text, text } from '@cardinal/primitives/text.ts';
import type { EventValue, NewCardEvent } from '../../cards/cardEvents.ts';
import type { CommandRow } from './commandStore.ts';

/** A sentence with its facts filled in, in both languages, for places that keep sentences. */
export const filled = (words: Text, facts: Facts = {}): Text => ({
  zh: say(words, 'zh_CN', facts),
  en: say(words, 'en', facts),
});

/** A carrier's word as the history shows it. */
export const carrierValue = (platform: number, word: string): EventValue => ({
  ...statusTextOf(platform as Platform, word),
  word,
});

type Standing = {
  readonly platform: number;
  readonly carrier_status: string;
  readonly stop_reasons: readonly number[];
};

/** Status and reasons of a card as the history shows them. */
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

/** The line a command leaves in the card's history; what became of it is the caller's to say. */
export const commandLine = (command: CommandRow, platform: number): Omit<NewCardEvent, 'result'> => ({
  cardId: command.card_id,
  iccid: command.iccid,
  customerId: command.customer_id,
  action: command.action as ActionCode,
  from: carrierValue(platform, command.from_status),
  to: carrierValue(platform, command.to_status),
  source: command.source as ValueOf<typeof EventSource>,
  actor: {
    accountId: command.asked_account_id,
    accountName: command.asked_name,
    customerId: command.asked_customer_id,
  },
  taskId: command.task_id,
  commandId: command.id,
  carrierRef: command.carrier_ref,
  reason: command.note,
});
