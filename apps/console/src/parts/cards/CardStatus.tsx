import { Lifecycle, type Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { lifecycleOf, shownStatusOf, statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';

/** Shapes tell card states without colour: a disc is active, a square stopped, a ring not yet active, a cross closed. */
const LOOKS: Readonly<Record<Lifecycle, StatusLook>> = {
  unactivated: { shape: 'ring', tone: 'neutral' },
  activated: { shape: 'disc', tone: 'good' },
  stopped: { shape: 'square', tone: 'bad' },
  cancelled: { shape: 'cross', tone: 'neutral' },
};
const UNKNOWN: StatusLook = { shape: 'half', tone: 'warning' };

/** The pending state of a card that the carrier has not confirmed. */
const GOING: Readonly<Record<Lifecycle, ReturnType<typeof text>>> = {
  unactivated: text('变更中', 'changing'),
  activated: text('激活中', 'activating'),
  stopped: text('停机中', 'stopping'),
  cancelled: text('销户中', 'cancelling'),
};

const UNREAD = nouns.notSyncedYet;

export type StatusFacts = {
  readonly platform: Platform;
  readonly carrierStatus: string;
  readonly lifecycle: Lifecycle;
  readonly stopReasons: readonly StopReason[];
  readonly pending: { readonly to: string; readonly since: string } | null;
  /** null: the carrier has not reported the card yet; the state is the imported one. */
  readonly lastSyncAt?: string | null;
};

/** «● 已激活 → ■ 停机中», the carrier's own status (or that there is none) in grey, the stop reasons in small type. */
export function CardStatus({ card }: { card: StatusFacts }) {
  const t = useText();
  const { platform, pending } = card;
  const target = pending ? lifecycleOf(platform, pending.to) : undefined;
  const word = t(statusTextOf(platform, shownStatusOf(platform, card.carrierStatus, card.stopReasons)));
  const state = t(Lifecycle.labelOf(card.lifecycle));
  return (
    <StatusTag
      {...(LOOKS[card.lifecycle] ?? UNKNOWN)}
      word={state}
      origin={card.lastSyncAt === null ? t(UNREAD) : word === state ? undefined : word}
      pending={pending && target ? { ...LOOKS[target], word: t(GOING[target]), since: pending.since } : undefined}
      reasons={
        card.lifecycle === 'stopped' ? card.stopReasons.map((reason) => t(StopReason.labelOf(reason))) : undefined
      }
    />
  );
}
