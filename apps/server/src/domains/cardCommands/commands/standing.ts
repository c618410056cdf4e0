import type { Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type Back, CHANGED_SINCE } from './backOf.ts';
import { type CommandCard, type Decision, decide, namedReason } from './cardCommandRules.ts';
import type { CommandRow } from './commandStore.ts';

/** What a status action moves on a card: the carrier's word, and whether the stop reason it is about stands (`namedReason`). */
export type Standing = { readonly status: string; readonly hasReason: boolean };

type StoredCard = { readonly carrier_status: string; readonly stop_reasons: readonly number[] };

export const standingOf = (card: StoredCard, reason: StopReason) =>
  ({ status: card.carrier_status, hasReason: card.stop_reasons.includes(reason) }) satisfies Standing;

/** A card's standing before and after a confirmed command; `reasons` are those since the request. */
export function standingsOf(command: CommandRow, reasons: readonly number[]): { before: Standing; after: Standing } {
  const reason = namedReason(command.action, command.stop_reason);
  const hasReason = reasons.includes(reason);
  return {
    before: { status: command.from_status, hasReason: command.stop_reason === reason ? !hasReason : hasReason },
    after: { status: command.to_status, hasReason },
  };
}

const NO_WAY_BACK = text('{from}不能回到{to}', 'Cannot return from {from} to {to}');
const NOTHING_MOVED = text('当时没有变更，无需撤销', 'Nothing was changed; nothing to undo');
const REASON_ONLY = text('运营商状态未变，停机标记已恢复', 'Stop reason restored; the carrier status was not changed');

/**
 * What taking a status action back means. The ordinary rules decide, except that the reason becomes what it was, and that
 * a move which does not lead to the former status is none.
 */
export function decideBack(
  card: CommandCard,
  action: StatusAction,
  reason: StopReason,
  { from, to }: Back<Standing>,
): Decision {
  const usual = decide(card, action, reason);
  if (card.pendingAction) return usual;
  if (card.carrierStatus !== from.status || card.stopReasons.includes(reason) !== from.hasReason) {
    return { kind: 'skip', why: 'changedSince', words: CHANGED_SINCE.words };
  }
  if (from.status === to.status && from.hasReason === to.hasReason) {
    return { kind: 'skip', why: 'already', words: NOTHING_MOVED };
  }
  const rest = card.stopReasons.filter((each) => each !== reason);
  const stopReasons = to.hasReason ? [...rest, reason] : rest;
  if (from.status === to.status) return { kind: 'reasonsOnly', stopReasons, words: REASON_ONLY };
  if (usual.kind === 'reasonsOnly') return { ...usual, stopReasons };
  if (usual.kind === 'skip' || usual.to !== to.status) {
    const words = (status: string) => statusTextOf(card.platform as Platform, status);
    const facts = { from: words(from.status), to: words(to.status) };
    return { kind: 'skip', why: 'transition', words: NO_WAY_BACK, facts };
  }
  return { ...usual, stopReasons };
}
