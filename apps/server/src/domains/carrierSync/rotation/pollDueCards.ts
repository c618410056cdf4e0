import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Urgency } from '../../../outbound/gate/urgencyRules.ts';
import { type Capabilities, type CarrierAccountFacts, capabilitiesOf, carrierAccount } from '../../carriers/face.ts';
import { markNearPools } from '../pools/nearPools.ts';
import { nextUrgency, type ReadingKind, soonEvery } from '../slots/pollSlotRules.ts';
import {
  beginRotation,
  type DueCard,
  dueCards,
  endRotation,
  enrol,
  FROM_THE_OLDEST,
  keepRotation,
  openDueCards,
  type Place,
  type Rotation,
  recordPolls,
} from '../slots/pollSlotStore.ts';
import { notifyOpenScreens } from './openCards.ts';
import { type PollReader, turnReader, turnsBy } from './pollReaders.ts';

/** How often a run checks for open cards and newly due ones. */
const ROUND_MS = 60_000;
/**
 * Duration of a run. Its end waits for the slowest answer and leaves the budget unused meanwhile, so runs should not be short.
 */
const RUN_MS = 5 * ROUND_MS;
const KEEP_EVERY_MS = 15_000;
/** Steps of marking pool members before a run reads: a few seconds, the rest in the next run. */
const MOST_MARKS = 20;
/** Concurrent batches, however many calls an account may have in flight. */
const MOST_AT_ONCE = 16;

export type TurnsEnd =
  /** Nothing is due. */
  | { readonly kind: 'done'; readonly read: number }
  /** More is due; `until` is when the carrier can be asked again, if it cannot be now. */
  | { readonly kind: 'unfinished'; readonly read: number; readonly until: Date | null }
  /** Another process reads, or this reading does not exist for the account. */
  | { readonly kind: 'elsewhere' };

/**
 * Polls the due cards of one account, longest waiting first, in the carrier's batches. A card's poll is recorded with its
 * reading, so that a killed process leaves the rest at the head of the queue. Only one process polls an account and kind at a
 * time, and only cards being queried are in memory. A run with more work than one round continues into further rounds without a
 * pause.
 */
export async function pollDueCards(
  ctx: Ctx,
  accountId: string,
  kind: ReadingKind,
  signal: AbortSignal,
  pace: Pace = { roundMs: ROUND_MS, runMs: RUN_MS },
): Promise<TurnsEnd> {
  const [account, can] = await Promise.all([carrierAccount(ctx, accountId), capabilitiesOf(ctx, accountId)]);
  const reader = turnReader(ctx, kind);
  const by = can && turnsBy(ctx, kind, can);
  if (!account || !reader || !by || account.schedules[kind] === 0) return { kind: 'elsewhere' };
  const rotation = await beginRotation(ctx, accountId, kind);
  if (!rotation) return { kind: 'elsewhere' };
  const run = new Run(ctx, { rotation, account, can, reader, pace, ...by }, signal);
  try {
    return await run.work();
  } finally {
    await endRotation(ctx, rotation, run.halted?.words);
  }
}

type Pace = { readonly roundMs: number; readonly runMs: number };
type Of = {
  readonly pace: Pace;
  readonly rotation: Rotation;
  readonly account: CarrierAccountFacts;
  readonly can: Capabilities;
  readonly reader: PollReader;
  readonly isMany: boolean;
  readonly batch: number;
};
const EVERYBODY: readonly Urgency[] = ['now', 'soon', 'rotation'];
type Batch = { readonly cards: readonly DueCard[]; readonly urgency: Urgency };

class Run {
  readonly #ctx: Ctx;
  readonly #of: Of;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #end: number;
  #places: Record<'soon' | 'rotation', Place> = { soon: FROM_THE_OLDEST, rotation: FROM_THE_OLDEST };
  readonly #due = new Set<Urgency>(EVERYBODY);
  /** Cards being queried; their polls are not recorded yet. */
  readonly #asking = new Set<string>();
  #roundBeganAt: Date;
  /** A worker found nothing due: the run ends when the others are done. */
  #isDrained = false;
  #round: Promise<void> | undefined;
  #leased = 0;
  #read = 0;
  /** Batches are taken one at a time: each begins where the previous one ended. */
  #taking: Promise<unknown> = Promise.resolve();
  halted: { readonly until: Date; readonly words: Text } | undefined;

  constructor(ctx: Ctx, of: Of, signal: AbortSignal) {
    this.#ctx = ctx;
    this.#of = of;
    this.#signal = AbortSignal.any([signal, this.#stop.signal]);
    this.#roundBeganAt = ctx.clock.now();
    this.#end = performance.now() + of.pace.runMs;
  }

  async work(): Promise<TurnsEnd> {
    await this.#prepare();
    const keeping = setInterval(() => void this.#keep().catch(() => this.#stop.abort()), KEEP_EVERY_MS);
    const rounds = setInterval(() => {
      this.#round ??= this.#nextRound()
        .catch(() => this.#stop.abort())
        .finally(() => {
          this.#round = undefined;
        });
    }, this.#of.pace.roundMs);
    try {
      const width = Math.min(this.#of.account.inFlight + 1, MOST_AT_ONCE);
      await Promise.all(Array.from({ length: width }, () => this.#worker()));
    } finally {
      clearInterval(keeping);
      clearInterval(rounds);
      await this.#round;
    }
    if (this.#stop.signal.aborted) return { kind: 'elsewhere' };
    if (this.#due.size === 0) return { kind: 'done', read: this.#read };
    return { kind: 'unfinished', read: this.#read, until: this.halted?.until ?? null };
  }

  /** Gives poll slots to cards without one, and shortens the interval for members of pools near overage. */
  async #prepare(): Promise<void> {
    while (this.#goesOn() && !(await enrol(this.#ctx, this.#of.rotation))) await this.#keep();
    for (let marks = 0; marks < MOST_MARKS && this.#goesOn(); marks++) {
      if (await markNearPools(this.#ctx, this.#of.rotation)) break;
      await this.#keep();
    }
  }

  /** Starts again from the longest waiting card while the workers continue. */
  async #nextRound(): Promise<void> {
    await this.#prepare();
    const begun = this.#taking.then(() => {
      if (this.#isDrained) return;
      this.#roundBeganAt = this.#ctx.clock.now();
      this.#places = { soon: FROM_THE_OLDEST, rotation: FROM_THE_OLDEST };
      for (const urgency of EVERYBODY) this.#due.add(urgency);
    });
    this.#taking = begun;
    await begun;
  }

  #goesOn = () => !this.#signal.aborted && !this.halted && performance.now() < this.#end;

  async #keep(): Promise<void> {
    if (!(await keepRotation(this.#ctx, this.#of.rotation))) this.#stop.abort();
  }

  async #worker(): Promise<void> {
    try {
      while (this.#goesOn()) {
        const taken = this.#taking.then(() => this.#take());
        this.#taking = taken.catch(() => undefined);
        const batch = await taken;
        if (!batch) return;
        await this.#ask(batch).finally(() => {
          for (const card of batch.cards) this.#asking.delete(card.id);
        });
      }
    } catch (error) {
      this.#stop.abort();
      throw error;
    }
  }

  /** The next batch by urgency; undefined if no card is due. */
  async #take(): Promise<Batch | undefined> {
    for (;;) {
      const urgency = nextUrgency(this.#due, this.#leased++);
      this.#isDrained ||= !urgency;
      if (!urgency || !this.#goesOn()) return undefined;
      const asking = new Set(this.#asking);
      const cards = (await this.#cardsOf(urgency)).filter((card) => !asking.has(card.id));
      for (const card of cards) this.#asking.add(card.id);
      if (cards.length > 0) return { cards, urgency };
    }
  }

  async #cardsOf(urgency: Urgency): Promise<DueCard[]> {
    const { rotation, batch, account } = this.#of;
    if (urgency === 'now') {
      // Open cards are few: those due are read once per round.
      this.#due.delete('now');
      return openDueCards(this.#ctx, rotation, batch);
    }
    const everySeconds = account.schedules[rotation.kind];
    const seconds = urgency === 'soon' ? soonEvery(everySeconds) : everySeconds;
    const due = await dueCards(this.#ctx, rotation, {
      isSoon: urgency === 'soon',
      before: new Date(this.#roundBeganAt.getTime() - seconds * 1_000),
      after: this.#places[urgency],
      most: batch,
    });
    this.#places[urgency] = due.place;
    if (due.isLast) this.#due.delete(urgency);
    return due.cards;
  }

  async #ask({ cards, urgency }: Batch): Promise<void> {
    const { account, can, isMany, reader, rotation } = this.#of;
    const about = { signal: this.#signal, urgency };
    const heard = await reader.read(this.#ctx, { account, can, isMany, about }, cards);
    if (heard.kind === 'unavailable') {
      // A stop signal is not an outage of the carrier.
      if (!this.#signal.aborted) this.halted ??= heard;
      this.#due.add(urgency);
      return;
    }
    await this.#ctx.transact(async (inside) => {
      await heard.apply(inside);
      await recordPolls(inside, rotation.kind, {
        asked: cards.map((card) => card.id),
        answered: heard.answered,
        readAt: heard.readAt,
      });
      if (urgency === 'now') await notifyOpenScreens(inside, heard.answered);
      await heard.total?.(inside);
    });
    this.#read += cards.length;
  }
}
