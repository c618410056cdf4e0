/** The last known state of a card's counter at its carrier. Volumes are bytes. */
export type Counter = {
  /** The cycle's key. */
  readonly cycle: string;
  /** The carrier's last figure. */
  readonly counter: bigint;
  /**
   * What is added to the figure for the cycle's total: what the counter had reached before it restarted, less what of the figure is
   * unclear.
   */
  readonly lost: bigint;
  /** What of the total was used before the card was first read: it is in no day. */
  readonly base: bigint;
  /** The day of that reading, and the cycle's total at the start of that day. */
  readonly day: string;
  readonly dayBase: bigint;
  readonly readAt: Date;
  /**
   * The last figure since the turn into a cycle that may still be of the cycle before; null once that is settled. While the counter
   * stands in the cycle before, nothing of it is counted.
   */
  readonly turning: { readonly cycle: string; readonly figure: bigint } | null;
  /** Where the counter stood before the first unclear fall. */
  readonly fallen: { readonly figure: bigint; readonly lost: bigint } | null;
};

/** A carrier's figure for a card's running cycle. */
export type CounterReading = {
  readonly cycle: string;
  /** Last day of the previous cycle. */
  readonly dayBefore: string;
  /** The day of the reading in the carrier's calendar. */
  readonly day: string;
  readonly counter: bigint;
  readonly readAt: Date;
  /** How long ago the cycle began: `turning`: the carrier may still report the old figure; `late`: it hardly does any more. */
  readonly since: 'turning' | 'late' | 'settled';
};

/** A day's usage so far. */
export type DaySet = { readonly day: string; readonly bytes: bigint };

/** Usage that one reading left between two figures: `low` if the counter went on, `high` if it had restarted. */
export type UnclearStep = {
  readonly kind: 'fall' | 'turn';
  readonly cycle: string;
  readonly day: string;
  readonly before: bigint;
  readonly figure: bigint;
  readonly low: bigint;
  /** The day that takes it if the counter went on. */
  readonly lowDay: string;
  readonly high: bigint;
};

export type Counted = {
  readonly counter: Counter;
  /** What is sure of the cycle's total. */
  readonly cycleBytes: bigint;
  readonly days: readonly DaySet[];
  readonly what: 'first' | 'same' | 'grown' | 'newCycle' | 'corrected' | 'turning' | 'unclear' | 'returned';
  readonly unclear: UnclearStep | null;
  /** What a correction takes from earlier days of the counter's cycle, the latest first. */
  readonly fromEarlier: bigint;
  /** What this reading says of steps that were unclear: a turn was of the old cycle, falls were no falls. */
  readonly settles: 'turn' | 'falls' | null;
};

/**
 * Applies a reading of a counter that only grows, restarts with every cycle, and is occasionally restarted or corrected by the
 * carrier. The days of a cycle, with what was used before the first reading, always add up to what is sure of its total.
 *
 * A slightly lower figure is a correction: it lowers the day and, beyond it, the days before. Growth belongs to this reading's day.
 * Two figures leave open what happened, and what lies between their meanings is unclear, of no day and no total, until it is settled:
 * one below half of the last (a restart adds it, a correction takes the difference), and one after the turn of a cycle that has not
 * fallen to less than half (the counter may or may not have restarted). Growth after that is sure either way.
 *
 * Returns undefined for a reading older than the last.
 */
export function countOn(last: Counter | undefined, reading: CounterReading): Counted | undefined {
  if (!last) return first(reading);
  if (reading.readAt <= last.readAt || reading.cycle < last.cycle) return undefined;
  return reading.cycle === last.cycle ? within(last, reading, reading.day) : turned(last, reading);
}

const PLAIN = { unclear: null, fromEarlier: 0n, settles: null } as const;
const totalOf = ({ lost, counter }: Pick<Counter, 'lost' | 'counter'>): bigint => lost + counter;
/** Less than half of what it was: no correction is that large, nor is a figure that has not restarted. */
const isFall = (figure: bigint, before: bigint): boolean => figure * 2n < before;
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** How the usage so far was distributed over earlier days, and to whom it belonged, is unknown. */
function first(reading: CounterReading): Counted {
  const { cycle, counter, day, readAt } = reading;
  const turning = reading.since === 'turning' && counter > 0n ? { cycle, figure: counter } : null;
  return {
    ...PLAIN,
    counter: { cycle, counter, lost: 0n, base: counter, day, dayBase: counter, readAt, turning, fallen: null },
    cycleBytes: counter,
    days: [{ day, bytes: 0n }],
    what: 'first',
  };
}

/** A counter that has restarted with its cycle. */
function begun({ cycle, counter, day, readAt }: CounterReading): Counted {
  return {
    ...PLAIN,
    counter: { cycle, counter, lost: 0n, base: 0n, day, dayBase: 0n, readAt, turning: null, fallen: null },
    cycleBytes: counter,
    days: [{ day, bytes: counter }],
    what: 'newCycle',
  };
}

/** The first readings of a later cycle, until one shows that the counter has restarted. */
function turned(last: Counter, reading: CounterReading): Counted {
  const { cycle, counter, readAt, dayBefore, day } = reading;
  const waiting = last.turning?.cycle === cycle ? last.turning.figure : null;
  const seen = waiting ?? last.counter;
  if (isFall(counter, seen) || seen === 0n) {
    const now = begun(reading);
    if (waiting === null) return now;
    // What was seen since the turn was the old cycle's.
    const old = within({ ...last, turning: null }, { ...reading, counter: waiting }, dayBefore);
    return { ...now, days: [...old.days, ...now.days] };
  }
  if (reading.since === 'turning')
    return {
      ...PLAIN,
      counter: { ...last, readAt, turning: { cycle, figure: counter } },
      cycleBytes: totalOf(last),
      days: [],
      what: 'turning',
    };
  const now = begun(reading);
  // Long after the turn it has restarted, and of the old cycle nothing more is known.
  if (waiting === null || reading.since === 'settled') return now;
  const low = counter > last.counter ? counter - last.counter : 0n;
  return {
    ...now,
    counter: { ...now.counter, lost: -counter, turning: { cycle, figure: counter } },
    cycleBytes: 0n,
    days: [{ day, bytes: 0n }],
    what: 'unclear',
    unclear: { kind: 'turn', cycle, day, before: last.counter, figure: counter, low, lowDay: dayBefore, high: counter },
  };
}

function within(last: Counter, reading: CounterReading, day: string): Counted {
  const { counter, readAt, since } = reading;
  const before = totalOf(last);
  const dayBase = day === last.day ? last.dayBase : before;
  const next = {
    ...last,
    counter,
    day,
    dayBase,
    readAt,
    turning: since === 'settled' || last.turning?.cycle !== last.cycle ? null : last.turning,
  };
  if (last.fallen && isFall(last.counter, last.fallen.figure) && counter >= last.fallen.figure)
    // From far below at once back to where it was: nothing had fallen.
    return { ...moved(last, { ...next, lost: last.fallen.lost, fallen: null }), what: 'returned', settles: 'falls' };
  if (!isFall(counter, last.counter)) return moved(last, next);
  if (next.turning !== null) {
    // The carrier restarts it late. What was sure since the turn stays of this cycle; what was before is of the old one.
    const restarted = { ...next, lost: before - last.base, base: 0n, dayBase: dayBase - last.base, turning: null };
    const now = moved({ ...last, lost: last.lost - last.base, base: 0n }, restarted);
    return { ...now, what: 'newCycle', settles: 'turn' };
  }
  const fallen = last.fallen ?? { figure: last.counter, lost: last.lost };
  const held = moved(last, { ...next, lost: before - counter, fallen });
  const step = { kind: 'fall', cycle: last.cycle, day, before: last.counter, figure: counter } as const;
  return { ...held, what: 'unclear', unclear: { ...step, low: counter - last.counter, lowDay: day, high: counter } };
}

/** The day takes what changed, and what a fall leaves of it the days before; never more than all days hold. */
function moved(last: Counter, next: Counter): Counted {
  const [before, total] = [totalOf(last), totalOf(next)];
  const base = smaller(next.base, total);
  const dayBase = smaller(next.dayBase, total);
  return {
    ...PLAIN,
    counter: { ...next, base, dayBase },
    cycleBytes: total,
    days: [{ day: next.day, bytes: total - dayBase }],
    what: total > before ? 'grown' : total < before ? 'corrected' : 'same',
    fromEarlier: next.dayBase - next.base - (dayBase - base),
  };
}

/** What a step turned out to be: its counter had restarted, or it had gone on and was corrected or late. */
export type Verdict = 'restarted' | 'wentOn';

/**
 * A counter after a step of its cycle was settled at so many bytes of a day, which may be less than nothing; `held` is what the days
 * of the cycle up to that one hold. `change` is what they change by: what they do not hold was used before the first reading.
 */
export function settleOn(
  last: Counter,
  { day, bytes, held }: { readonly day: string; readonly bytes: bigint; readonly held: bigint },
): { readonly counter: Counter; readonly change: bigint } {
  const change = bytes < -held ? -held : bytes;
  const total = totalOf(last) + bytes;
  const today = totalOf(last) - last.dayBase + change;
  const dayBase = day === last.day ? total - (today > 0n ? today : 0n) : last.dayBase + bytes;
  const base = last.base + bytes - change;
  return { counter: { ...last, lost: last.lost + bytes, base, dayBase, turning: null, fallen: null }, change };
}
