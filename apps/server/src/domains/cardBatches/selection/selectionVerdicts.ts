import type { CardAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { cardNotFound, refreshNotAllowed } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { CardKind, Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import { filled, type Text, text } from '@cardinal/primitives/text.ts';
import {
  CHANGE_ACTIONS,
  type Decision,
  decide,
  kindOf,
  type SkipWord,
  STATUS_ACTIONS,
} from '../../cardCommands/face.ts';
import type { OperationName } from '../../carriers/face.ts';

/** Cards that share everything a verdict depends on. */
export type FactGroup = {
  readonly platform: Platform;
  readonly carrierStatus: string;
  readonly stopReasons: readonly StopReason[];
  readonly kind: CardKind;
  readonly carrierAccountId: string;
  /** The action of the open status command; empty without one. */
  readonly pendingAction: string;
  /** Synced within the last minute. */
  readonly isFresh: boolean;
  /** Its service period is over. */
  readonly isExpired: boolean;
  /** What an action on something of our own judges cards by; empty for all others. */
  readonly about: string;
};

/** What else decides over a group beside its own facts. */
export type Bounds = {
  /** Whether the actor may do this to cards of a kind. */
  readonly mayTouch: (kind: CardKind) => boolean;
  /** Why it cannot be asked through an account at all. */
  readonly notOffered: (carrierAccountId: string) => Text | undefined;
  /** The carrier is asked for something else than a status. */
  readonly isAsking: boolean;
  /** It is done with a card only while it is one. */
  readonly needsLine: boolean;
  /** The stop reason an action on it names. */
  readonly stopReason?: StopReason | undefined;
  /** What asking means for a card, where the ordinary rules do not say it. */
  readonly decide?: ((group: FactGroup, action: StatusAction) => Decision) | undefined;
  /** Of an action that judges cards by something of our own: why it skips them. */
  readonly judge?: ((group: FactGroup) => { key: string; words: Text } | undefined) | undefined;
};

/** Why a group is skipped; `key` is what its items carry. Groups that are touched have no verdict. */
export type Verdict = { readonly group: FactGroup; readonly key: string; readonly words: Text };

export const NOT_FOUND = 'notFound';
export const NOT_FOUND_WORDS = cardNotFound.text;

/** What else a carrier is asked for, by the operation it takes. */
export const ASKED_ACTIONS: ReadonlyMap<string, OperationName> = new Map([
  ['sync_card', 'getDevice'],
  ...Object.entries(CHANGE_ACTIONS).map(([action, { aspect }]) => [action, kindOf(aspect).operation] as const),
]);

const NOT_PERMITTED = text('不在权限内', 'Not within your permissions');
/** What is over has no service any more. */
export const CANCELLED = text('卡已销户', 'The card is cancelled');
const NOT_REFRESHED = text('1 分钟内已刷新过', 'Refreshed less than a minute ago');

function verdictOf(action: CardAction, group: FactGroup, bounds: Bounds): { key: string; words: Text } | undefined {
  if (!bounds.mayTouch(group.kind)) return { key: 'noPermission', words: NOT_PERMITTED };
  // What the interface cannot be asked is told before what stands in the way of this card.
  if (bounds.isAsking && action !== 'sync_card') {
    const verdict = unasked(group, bounds);
    if (verdict) return verdict;
  }
  const judged = bounds.judge?.(group);
  if (judged) return judged;
  if (STATUS_ACTIONS.has(action)) {
    const card = { ...group, pendingAction: group.pendingAction || null };
    const decision =
      bounds.decide?.(group, action as StatusAction) ?? decide(card, action as StatusAction, bounds.stopReason);
    if (decision.kind === 'skip') {
      const words = filled(decision.words, decision.facts);
      return { key: skipKey(decision.why, group, words), words };
    }
    // A change of our own reasons needs no carrier.
    const verdict = decision.kind === 'ask' ? unasked(group, bounds) : undefined;
    if (verdict) return verdict;
  }
  if (bounds.needsLine && lifecycleOf(group.platform, group.carrierStatus) === 'cancelled') {
    return { key: 'cancelled', words: CANCELLED };
  }
  if (action === 'sync_card') {
    if (group.isExpired || lifecycleOf(group.platform, group.carrierStatus) === 'cancelled') {
      return { key: 'beyondRefresh', words: refreshNotAllowed.text };
    }
    const verdict = unasked(group, bounds);
    if (verdict) return verdict;
    if (group.isFresh) return { key: 'fresh', words: NOT_REFRESHED };
  }
  return undefined;
}

/** One key for one sentence: accounts that are not connected are told apart from those that cannot do this. */
function unasked({ carrierAccountId }: FactGroup, bounds: Bounds): { key: string; words: Text } | undefined {
  const words = bounds.notOffered(carrierAccountId);
  return words && { key: `notOffered:${words.en}`, words };
}

function skipKey(why: SkipWord, group: FactGroup, words: Text): string {
  if (why === 'transition') return `transition:${words.en}`;
  return why === 'commandOpen' ? `commandOpen:${group.pendingAction}` : why;
}

/** The groups an action skips, with the words a person reads; cards alike are decided once, however many they are. */
export function verdictsOf(action: CardAction, groups: readonly FactGroup[], bounds: Bounds): Verdict[] {
  return groups.flatMap((group) => {
    const verdict = verdictOf(action, group, bounds);
    return verdict ? [{ group, ...verdict }] : [];
  });
}
