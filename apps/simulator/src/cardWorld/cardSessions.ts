import { drawAgain, fraction } from '../chance.ts';
import { activeStretches, type Stretch } from './activeTime.ts';
import type { AccountSettings } from './cardEvents.ts';
import { type Habits, habitsOf } from './cardHabits.ts';
import type { CardWorld } from './cardWorld.ts';
import { chinaDayOf, startOfChinaDay } from './chinaTime.ts';

/** The current or latest data session; `endedMs` is null while it is open. */
export type Session = { readonly startedMs: number; readonly endedMs: number | null; readonly ipAddress: string };

const DAY_MS = 86_400_000;
/** Older sessions are forgotten. */
const LOOK_BACK_DAYS = 62;

/** The current or latest session of a card at a moment, or nothing when it never had one. */
export function sessionAt<Settings extends AccountSettings>(
  world: CardWorld<Settings>,
  row: number,
  seed: number,
  nowMs: number,
): Session | undefined {
  const iccid = world.devices.iccid(row);
  const habits = habitsOf(iccid, seed);
  const stretches = activeStretches(world, row).filter(({ fromMs }) => fromMs <= nowMs);
  const set = world.setSession(iccid);
  if (set?.open && set.atMs <= nowMs) {
    const stretch = stretches.find(({ fromMs, toMs }) => fromMs <= set.atMs && set.atMs < toMs);
    if (stretch) return closed(habits, set.atMs, stretch.toMs, nowMs);
  }
  const untilMs = set && !set.open ? Math.min(set.atMs, nowMs) : nowMs;
  return latestSession(habits, stretches, untilMs, nowMs);
}

/** How many sessions begin within a span. */
export function sessionsBetween(habits: Habits, stretch: Stretch): number {
  if (habits.sessionsPerDay === 0) return 0;
  let sessions = 0;
  for (let day = chinaDayOf(stretch.fromMs); startOfChinaDay(day) < stretch.toMs; day++) {
    for (let nth = 0; nth < habits.sessionsPerDay; nth++) {
      const { startMs } = plannedSession(habits, day, nth);
      if (startMs >= stretch.fromMs && startMs < stretch.toMs) sessions += 1;
    }
  }
  return sessions;
}

function latestSession(
  habits: Habits,
  stretches: readonly Stretch[],
  untilMs: number,
  nowMs: number,
): Session | undefined {
  const lastDay = chinaDayOf(untilMs);
  for (let day = lastDay; day > lastDay - LOOK_BACK_DAYS; day--) {
    for (let nth = habits.sessionsPerDay - 1; nth >= 0; nth--) {
      const { startMs, endMs } = plannedSession(habits, day, nth);
      if (startMs > untilMs) continue;
      const stretch = stretches.find(({ fromMs, toMs }) => fromMs <= startMs && startMs < toMs);
      if (stretch)
        return closed(habits, startMs, Math.min(endMs, stretch.toMs, untilMs < nowMs ? untilMs : endMs), nowMs);
    }
  }
  return undefined;
}

/** A day is divided into as many equal parts as the card has sessions; each part holds one. */
export function plannedSession(habits: Habits, day: number, nth: number): { startMs: number; endMs: number } {
  const part = DAY_MS / habits.sessionsPerDay;
  const draw = drawAgain(drawAgain(habits.hash, day), nth + 1);
  const begin = fraction(draw) * 0.4;
  const length = (1 - begin) * (0.3 + 0.65 * fraction(drawAgain(draw, 7)));
  const startMs = startOfChinaDay(day) + Math.floor(part * (nth + begin));
  return { startMs, endMs: startMs + Math.floor(part * length) };
}

export function closed(habits: Habits, startedMs: number, endMs: number, nowMs: number): Session {
  const draw = drawAgain(habits.hash, Math.floor(startedMs / 1000));
  const ipAddress = `10.${draw & 0xff}.${(draw >>> 8) & 0xff}.${1 + ((draw >>> 16) % 254)}`;
  return { startedMs, endedMs: endMs <= nowMs ? endMs : null, ipAddress };
}
