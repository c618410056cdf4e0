import { drawAgain, fraction, hashText } from '../chance.ts';

/**
 * A card's default behaviour: a pure function of the world's seed and the ICCID, so that a million cards behave plausibly
 * without stored data.
 */
export type Habits = {
  readonly hash: number;
  /** Bytes on an average day. */
  readonly dailyBytes: number;
  /** Sessions a day; 0 for an unused card. */
  readonly sessionsPerDay: number;
  /** Days between two messages; 0 for none. */
  readonly daysPerSms: number;
  readonly voiceSecondsPerDay: number;
};

const MEGABYTE = 1024 * 1024;

/** Cumulative share of cards of each profile, with the range of daily megabytes. */
const KINDS = [
  { upTo: 0.08, from: 0, to: 0, sessions: 0 },
  { upTo: 0.55, from: 0.2, to: 3, sessions: 3 },
  { upTo: 0.85, from: 3, to: 25, sessions: 5 },
  { upTo: 0.97, from: 25, to: 150, sessions: 8 },
  { upTo: 1, from: 150, to: 900, sessions: 12 },
] as const;

export function habitsOf(iccid: string, seed: number): Habits {
  const hash = hashText(iccid, seed);
  const share = fraction(drawAgain(hash, 1));
  const kind = KINDS.find(({ upTo }) => share < upTo) ?? KINDS[KINDS.length - 1]!;
  const size = fraction(drawAgain(hash, 2));
  const chat = fraction(drawAgain(hash, 3));
  return {
    hash,
    dailyBytes: (kind.from + (kind.to - kind.from) * size * size) * MEGABYTE,
    sessionsPerDay: kind.sessions,
    daysPerSms: chat < 0.3 ? 1 + Math.floor(chat * 30) : 0,
    voiceSecondsPerDay: chat > 0.98 ? Math.floor(120 * size) : 0,
  };
}

/** Bytes the card uses on one full day in China time: its average with some variation, and less at the weekend. */
export function bytesOnDay(habits: Habits, day: number): number {
  const mood = 0.4 + 1.2 * fraction(drawAgain(habits.hash, day));
  // 1970-01-01 was a Thursday.
  const weekday = (day + 4) % 7;
  return habits.dailyBytes * mood * (weekday === 0 || weekday === 6 ? 0.7 : 1);
}
