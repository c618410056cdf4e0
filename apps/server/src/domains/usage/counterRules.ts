/** Where the counter of a card stood at its carrier when it was read last. Volumes are bytes. */
export type Counter = {
  /** The cycle's key. */
  readonly cycle: string;
  /** The carrier's figure, and what earlier counters of this cycle had reached before the carrier reset them. */
  readonly counter: bigint;
  readonly lost: bigint;
  /** The day of that reading, and the cycle's total when the day began for us. */
  readonly day: string;
  readonly dayBase: bigint;
  readonly readAt: Date;
};

/** What a carrier says of a card's running cycle. */
export type CounterReading = {
  readonly cycle: string;
  /** First day of the cycle, and the last of the one before it. */
  readonly firstDay: string;
  readonly dayBefore: string;
  /** The day of the carrier's calendar on which it was read. */
  readonly day: string;
  readonly counter: bigint;
  readonly readAt: Date;
  /** How long after the turn of the cycle the carrier may still tell the old figure. */
  readonly isJustTurned: boolean;
};

export type Counted = {
  readonly counter: Counter;
  readonly cycleBytes: bigint;
  /** The day the figure belongs to, and what was used on it so far. */
  readonly day: string;
  readonly dayBytes: bigint;
  readonly what: 'first' | 'same' | 'grown' | 'newCycle' | 'reset' | 'corrected' | 'late';
};

/**
 * Takes a figure of a counter that only grows, begins anew with every cycle, and is now and then reset or corrected by the
 * carrier. A figure of less than half of the last one is a new counter that goes on from what the old one had reached; a
 * little less is a correction, and moves the day down, never below nothing. What was used since the last reading belongs
 * to the day of this one. Answers nothing for a reading older than the last.
 */
export function countOn(last: Counter | undefined, reading: CounterReading): Counted | undefined {
  if (!last) return first(reading);
  if (reading.readAt <= last.readAt || reading.cycle < last.cycle) return undefined;
  if (reading.cycle === last.cycle) return within(last, reading, reading.day);
  // The carrier has not turned its counter yet: it is still the old cycle's figure.
  const isOld = reading.isJustTurned && last.counter > 0n && reading.counter >= last.counter;
  if (isOld) {
    const counted = within(last, reading, reading.dayBefore);
    return { ...counted, what: 'late' };
  }
  return begun(reading, 'newCycle', 0n);
}

/** How the days before were shared out is not known: the day begins with what was counted before it. */
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
