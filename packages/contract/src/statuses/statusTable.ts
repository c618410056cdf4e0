import type { Text } from '@cardinal/primitives/text.ts';
import type { Lifecycle } from '../enumerations/card.ts';
import type { ActionOfKind } from '../tasks/taskCatalogue.ts';

/** The actions that ask a carrier to move a card from one of its statuses to another. */
export type StatusAction = ActionOfKind<1>;

export type CarrierStatus = {
  readonly lifecycle: Lifecycle;
  readonly zh: string;
  readonly en: string;
  /** The card can be used though it does not count as activated (trial, test, free period). */
  readonly hasService?: true;
  /** Our status, not the carrier's: the carrier reports stopped and we have a reason of our own. */
  readonly isDerived?: true;
  /** Why this status cannot be left, where «not allowed» alone would not be clear. */
  readonly hint?: Text;
};

export type AskedTransition<S extends string> = {
  readonly action: StatusAction;
  readonly from: readonly S[];
  readonly to: S;
};

/** A transition that only the carrier makes. */
export type CarrierTransition<S extends string> = { readonly from: readonly S[]; readonly to: S };

export type StatusTable<S extends string = string> = {
  readonly statuses: Readonly<Record<S, CarrierStatus>>;
  readonly asked: readonly AskedTransition<S>[];
  readonly byCarrierOnly: readonly CarrierTransition<S>[];
};

/** Declares a carrier's statuses; transitions can only name statuses of the same table. */
export const statusTable = <S extends string>(
  statuses: Readonly<Record<S, CarrierStatus>>,
  asked: readonly AskedTransition<NoInfer<S>>[],
  byCarrierOnly: readonly CarrierTransition<NoInfer<S>>[],
): StatusTable<S> => ({ statuses, asked, byCarrierOnly });

/** The transitions of every carrier: activate, stop, restart and cancel, between its own statuses. */
export const ordinaryTransitions = <S extends string>(words: {
  readonly unactivated: readonly S[];
  readonly activated: S;
  readonly stopped: S;
  readonly forcedStopped?: S;
  readonly cancellable: readonly S[];
  readonly cancelled: S;
}): AskedTransition<S>[] => {
  const stoppable = words.forcedStopped ? [words.stopped, words.forcedStopped] : [words.stopped];
  return [
    { action: 'active_card', from: words.unactivated, to: words.activated },
    { action: 'stop_card', from: [words.activated], to: words.stopped },
    { action: 'forced_stop_card', from: [words.activated], to: words.stopped },
    { action: 'reboot_card', from: stoppable, to: words.activated },
    { action: 'lift_forced_stop', from: stoppable, to: words.activated },
    { action: 'cancel_card', from: words.cancellable, to: words.cancelled },
  ];
};

export const sleepTransitions = <S extends string>(activated: S, asleep: S): AskedTransition<S>[] => [
  { action: 'enter_sleep', from: [activated], to: asleep },
  { action: 'exit_sleep', from: [asleep], to: activated },
];
