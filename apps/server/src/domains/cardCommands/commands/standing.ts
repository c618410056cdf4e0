import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type Back, CHANGED_SINCE } from './backOf.ts';
import { type CommandCard, type Decision, decide } from './cardCommandRules.ts';
import { type CommandRow, moveOf } from './commandStore.ts';
import { type ReasonMove, type Reasons, reasonsOf, within, without } from './reasonRules.ts';

/** What a status action moves on a card: the carrier's word, and whether the stop reasons it is about stand (`reasonsOf`). */
export type Standing = { readonly status: string; readonly hasReason: boolean };

/** Whether all of these reasons stand among a card's. */
export const haveAll = (standing: readonly number[], reasons: Reasons): boolean =>
  reasons.every((each) => standing.includes(each));

type StoredCard = { readonly carrier_status: string; readonly stop_reasons: readonly number[] };

export const standingOf = (card: StoredCard, reasons: Reasons) =>
  ({ status: card.carrier_status, hasReason: haveAll(card.stop_reasons, reasons) }) satisfies Standing;

/** A card's standing before and after a confirmed command; `now`: its reasons since the request. */
export function standingsOf(command: CommandRow, now: readonly number[]): { before: Standing; after: Standing } {
  const { adds, lifts } = moveOf(command);
  const moved = [...adds, ...lifts];
  const hasReason = haveAll(now, moved.length > 0 ? moved : reasonsOf(command.action, {}));
  return {
    before: { status: command.from_status, hasReason: moved.length > 0 ? !hasReason : hasReason },
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
  reasons: Reasons,
  { from, to }: Back<Standing>,
): Decision {
  const usual = decide(card, action, { reasons, isRuled: false });
  if (card.pendingAction) return usual;
  if (card.carrierStatus !== from.status || haveAll(card.stopReasons, reasons) !== from.hasReason) {
    return { kind: 'skip', why: 'changedSince', words: CHANGED_SINCE.words };
  }
  if (from.status === to.status && from.hasReason === to.hasReason) {
    return { kind: 'skip', why: 'already', words: NOTHING_MOVED };
  }
  const move: ReasonMove = to.hasReason
    ? { adds: without(reasons, card.stopReasons), lifts: [] }
    : { adds: [], lifts: within(reasons, card.stopReasons) };
  if (from.status === to.status) return { kind: 'reasonsOnly', move, words: REASON_ONLY };
  if (usual.kind === 'reasonsOnly') return { ...usual, move };
  if (usual.kind === 'skip' || usual.to !== to.status) {
    if (usual.kind === 'skip' && usual.why === 'held') return usual;
    const words = (status: string) => statusTextOf(card.platform as Platform, status);
    const facts = { from: words(from.status), to: words(to.status) };
    return { kind: 'skip', why: 'transition', words: NO_WAY_BACK, facts };
  }
  return { ...usual, move };
}
