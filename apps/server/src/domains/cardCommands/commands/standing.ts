import { type Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type Back, CHANGED_SINCE } from './backOf.ts';
import { type CommandCard, type Decision, decide } from './cardCommandRules.ts';

const MANUAL = StopReason.values.manual;

/** What a status action moves on a card: the carrier's word, and whether our manual stop stands. */
export type Standing = { readonly status: string; readonly manual: boolean };

export const hasManual = ({ stopReasons }: { readonly stopReasons: readonly number[] }): boolean =>
  stopReasons.includes(MANUAL);

export const standingOf = (card: { readonly carrier_status: string; readonly stop_reasons: readonly number[] }) =>
  ({ status: card.carrier_status, manual: card.stop_reasons.includes(MANUAL) }) satisfies Standing;

/** How a card stood before and after a confirmed command; `reasons` are those it has since it was asked. */
export function standingsOf(
  command: { readonly from_status: string; readonly to_status: string; readonly stop_reason: number | null },
  reasons: readonly number[],
): { before: Standing; after: Standing } {
  const manual = reasons.includes(MANUAL);
  return {
    before: { status: command.from_status, manual: command.stop_reason === MANUAL ? !manual : manual },
    after: { status: command.to_status, manual },
  };
}

const NO_WAY_BACK = text('{from}不能回到{to}', 'Cannot return from {from} to {to}');
const NOTHING_MOVED = text('当时没有变更，无需撤销', 'Nothing was changed; nothing to undo');
const REASON_ONLY = text(
  '运营商状态未变，手动停机标记已恢复',
  'Manual stop reason restored; the carrier status was not changed',
);

/**
 * What taking a status action back means. The ordinary rules decide, except that our manual reason becomes what it was,
 * and that a move which does not lead to the former status is none.
 */
export function decideBack(card: CommandCard, action: StatusAction, back: Back<Standing>): Decision {
  const usual = decide(card, action);
  if (card.pendingAction) return usual;
  const present = { status: card.carrierStatus, manual: card.stopReasons.includes(MANUAL) };
  if (present.status !== back.from.status || present.manual !== back.from.manual) {
    return { kind: 'skip', why: 'changedSince', words: CHANGED_SINCE.words };
  }
  if (back.from.status === back.to.status && back.from.manual === back.to.manual) {
    return { kind: 'skip', why: 'already', words: NOTHING_MOVED };
  }
  const rest = card.stopReasons.filter((reason) => reason !== MANUAL);
  const stopReasons = back.to.manual ? [...rest, MANUAL] : rest;
  if (present.status === back.to.status) return { kind: 'reasonsOnly', stopReasons, words: REASON_ONLY };
  if (usual.kind === 'reasonsOnly') return { ...usual, stopReasons };
  if (usual.kind === 'skip' || usual.to !== back.to.status) {
    const words = (status: string) => statusTextOf(card.platform as Platform, status);
    const facts = { from: words(present.status), to: words(back.to.status) };
    return { kind: 'skip', why: 'transition', words: NO_WAY_BACK, facts };
  }
  return { ...usual, stopReasons };
}
