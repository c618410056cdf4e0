import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { CardKind, Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';

/** Cards that share everything a verdict depends on. */
export type FactGroup = {
  readonly platform: Platform;
  readonly carrierStatus: string;
  readonly stopReasons: readonly StopReason[];
  readonly kind: CardKind;
  readonly carrierAccountId: string;
  /** The action of the open status command; empty if there is none. */
  readonly pendingAction: string;
  /** Synced within the last minute. */
  readonly isFresh: boolean;
  /** Its service period is over. */
  readonly isExpired: boolean;
  /** The platform's own facts an action judges cards by; empty for all other actions. */
  readonly about: string;
};

/** So many selected cards. */
export type CountedGroup = FactGroup & { readonly cards: number };

/** Why cards are skipped; `key` is what their items carry. */
export type Verdict = { readonly key: string; readonly words: Text };

/** The verdict on a group; none where its cards are touched. */
export type Judge = (group: FactGroup) => Verdict | undefined;

/** What decides over a group. */
export type Bounds = {
  /** Whether the actor may do this to cards of a kind. */
  readonly mayTouch: (kind: CardKind) => boolean;
  /** The action needs a card that is not cancelled. */
  readonly needsLine: boolean;
  readonly judge: Judge;
};

export const NOT_FOUND = 'notFound';
export const NOT_FOUND_WORDS = cardNotFound.text;

const NOT_PERMITTED: Verdict = {
  key: 'noPermission',
  words: text('不在权限内', 'Not within your permissions'),
};
/** A cancelled card has no service. */
export const CANCELLED = text('卡已销户', 'The card is cancelled');

const isCancelled = ({ platform, carrierStatus }: FactGroup) => lifecycleOf(platform, carrierStatus) === 'cancelled';

function verdictOf(group: FactGroup, { mayTouch, needsLine, judge }: Bounds): Verdict | undefined {
  if (!mayTouch(group.kind)) return NOT_PERMITTED;
  return judge(group) ?? (needsLine && isCancelled(group) ? { key: 'cancelled', words: CANCELLED } : undefined);
}

export type Judged = Verdict & { readonly group: CountedGroup };

/** The groups that are skipped, with the words a person reads; cards alike are decided once, however many they are. */
export const verdictsOf = (groups: readonly CountedGroup[], bounds: Bounds): Judged[] =>
  groups.flatMap((group) => {
    const verdict = verdictOf(group, bounds);
    return verdict ? [{ group, ...verdict }] : [];
  });
