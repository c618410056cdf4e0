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
  /** Not the carrier's word but ours: the carrier says stopped and we have a reason of our own. */
  readonly isDerived?: true;
  /** What stands in the way of leaving this status, where «not allowed» alone would leave a person guessing. */
  readonly hint?: Text;
};

export type AskedTransition<S extends string> = {
  readonly action: StatusAction;
  readonly from: readonly S[];
  readonly to: S;
};

/** A move no one here can ask for: it is heard of from the carrier only. */
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

/** What every carrier offers: activate, stop, restart and cancel, between that carrier's own words. */
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
