/** The last known state of a card's counter at its carrier. Volumes are bytes. */
export type Counter = {
  /** The cycle's key. */
  readonly cycle: string;
  /** The carrier's figure, and what earlier counters of this cycle had reached before the carrier reset them. */
  readonly counter: bigint;
  readonly lost: bigint;
  /** The day of that reading, and the cycle's total at the start of that day. */
  readonly day: string;
  readonly dayBase: bigint;
  readonly readAt: Date;
};

/** A carrier's figure for a card's running cycle. */
export type CounterReading = {
  readonly cycle: string;
  /** First day of the cycle, and last day of the previous one. */
  readonly firstDay: string;
  readonly dayBefore: string;
  /** The day of the reading in the carrier's calendar. */
  readonly day: string;
  readonly counter: bigint;
  readonly readAt: Date;
  /** Whether the cycle began so recently that the carrier may still report the old figure. */
  readonly isJustTurned: boolean;
};

export type Counted = {
  readonly counter: Counter;
  readonly cycleBytes: bigint;
  /** The day the figure belongs to, and that day's usage so far. */
  readonly day: string;
  readonly dayBytes: bigint;
  readonly what: 'first' | 'same' | 'grown' | 'newCycle' | 'reset' | 'corrected' | 'late';
};

/**
 * Applies a reading of a counter that only grows, restarts with every cycle, and is occasionally reset or corrected by the
 * carrier. A figure below half of the last one is a reset: counting continues from the previous total. A slightly lower one is
 * a correction and reduces the day, never below zero. Usage since the last reading belongs to this reading's day. Returns
 * undefined for a reading older than the last.
 */
export function countOn(last: Counter | undefined, reading: CounterReading): Counted | undefined {
  if (!last) return first(reading);
  if (reading.readAt <= last.readAt || reading.cycle < last.cycle) return undefined;
  if (reading.cycle === last.cycle) return within(last, reading, reading.day);
  // The carrier has not restarted its counter yet: the figure is still the old cycle's.
  const isOld = reading.isJustTurned && last.counter > 0n && reading.counter >= last.counter;
  if (isOld) {
    const counted = within(last, reading, reading.dayBefore);
    return { ...counted, what: 'late' };
  }
  return begun(reading, 'newCycle', 0n);
}

/** How usage was distributed over earlier days is unknown: the day starts with the total so far. */
const first = (reading: CounterReading): Counted =>
  begun(reading, 'first', reading.day === reading.firstDay ? 0n : reading.counter);

function begun(reading: CounterReading, what: Counted['what'], dayBase: bigint): Counted {
  const { cycle, counter, day, readAt } = reading;
  return {
    counter: { cycle, counter, lost: 0n, day, dayBase, readAt },
    cycleBytes: counter,
    day,
    dayBytes: counter - dayBase,
    what,
  };
}

function within(last: Counter, { counter, readAt }: CounterReading, day: string): Counted {
  const before = last.lost + last.counter;
  const isReset = counter * 2n < last.counter;
  const lost = isReset ? before : last.lost;
  const total = lost + counter;
  const base = day === last.day ? last.dayBase : before;
  const dayBase = total < base ? total : base;
  const grown = total > before ? 'grown' : total < before ? 'corrected' : 'same';
  return {
    counter: { cycle: last.cycle, counter, lost, day, dayBase, readAt },
    cycleBytes: total,
    day,
    dayBytes: total - dayBase,
    what: isReset ? 'reset' : grown,
  };
}
