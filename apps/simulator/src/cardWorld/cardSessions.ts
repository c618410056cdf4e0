import { drawAgain, fraction } from '../chance.ts';
import { activeStretches, type Stretch } from './activeTime.ts';
import type { AccountSettings } from './cardEvents.ts';
import { type Habits, habitsOf } from './cardHabits.ts';
import type { CardWorld } from './cardWorld.ts';
import { chinaDayOf, startOfChinaDay } from './chinaTime.ts';

/** The current or latest data session; `endedMs` is null while it is open. */
export type Session = { readonly startedMs: number; readonly endedMs: number | null; readonly ipAddress: string };

const DAY_MS = 86_400_000;
/** Nobody remembers a session longer than this. */
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

/** A session of the past or the present with the network it was in (empty: nobody told) and what it moved. */
export type SessionRecord = Session & { readonly network: string; readonly bytes: number };

/** What a card's field `network` says once somebody has moved it: the country code and the network code in one. */
const NETWORK = 'network';

/** The network a card was in at a moment: the one it was moved to last, before that its own. */
export function networkAt<Settings extends AccountSettings>(world: CardWorld<Settings>, row: number, atMs: number): string {
  const moves = world.devices.changes(row).filter(({ field }) => field === NETWORK);
  const next = moves.find((move) => move.atMs > atMs);
  return next ? next.from : world.field(row, NETWORK);
}

/**
 * The sessions that began within [fromMs, toMs), oldest first. A move to another network ends a session and begins the next;
 * what the card used between one beginning and the next belongs to the one, so that the records add up to its usage.
 */
export function sessionRecords<Settings extends AccountSettings>(
  world: CardWorld<Settings>,
  row: number,
  of: { readonly fromMs: number; readonly toMs: number; readonly nowMs: number },
  tools: { readonly seed: number; readonly bytesIn: (fromMs: number, toMs: number) => number },
): SessionRecord[] {
  const untilMs = Math.min(of.toMs, of.nowMs);
  const parts = sessionsWithin(world, row, { ...of, toMs: untilMs }, tools.seed).flatMap((session) =>
    splitAtMoves(world, row, session),
  );
  return parts.map((session, nth) => {
    const fromMs = nth === 0 ? of.fromMs : session.startedMs;
    const bytes = tools.bytesIn(fromMs, parts[nth + 1]?.startedMs ?? untilMs);
    return { ...session, network: networkAt(world, row, session.startedMs), bytes };
  });
}

/** The current or latest session as its record, or nothing when the card never had one. */
export function lastRecord<Settings extends AccountSettings>(
  world: CardWorld<Settings>,
  row: number,
  nowMs: number,
  tools: { readonly seed: number; readonly bytesIn: (fromMs: number, toMs: number) => number },
): SessionRecord | undefined {
  const session = sessionAt(world, row, tools.seed, nowMs);
  const last = session && splitAtMoves(world, row, session).at(-1);
  if (!last) return undefined;
  const network = networkAt(world, row, last.startedMs);
  return { ...last, network, bytes: tools.bytesIn(last.startedMs, nowMs) };
}

function sessionsWithin<Settings extends AccountSettings>(
  world: CardWorld<Settings>,
  row: number,
  { fromMs, toMs, nowMs }: { readonly fromMs: number; readonly toMs: number; readonly nowMs: number },
  seed: number,
): Session[] {
  const habits = habitsOf(world.devices.iccid(row), seed);
  const last = sessionAt(world, row, seed, nowMs);
  const sessions: Session[] = [];
  for (const stretch of activeStretches(world, row)) {
    for (let day = chinaDayOf(Math.max(fromMs, stretch.fromMs)); startOfChinaDay(day) < toMs; day++) {
      if (startOfChinaDay(day) > stretch.toMs) break;
      for (let nth = 0; nth < habits.sessionsPerDay; nth++) {
        const { startMs, endMs } = plannedSession(habits, day, nth);
        const isWithin = startMs >= Math.max(fromMs, stretch.fromMs) && startMs < Math.min(toMs, stretch.toMs);
        if (isWithin && startMs < (last?.startedMs ?? 0)) {
          sessions.push(closed(habits, startMs, Math.min(endMs, stretch.toMs, last?.startedMs ?? endMs), nowMs));
        }
      }
    }
  }
  return last && last.startedMs >= fromMs && last.startedMs < toMs ? [...sessions, last] : sessions;
}

function splitAtMoves<Settings extends AccountSettings>(
  world: CardWorld<Settings>,
  row: number,
  session: Session,
): Session[] {
  const moves = world.devices
    .changes(row)
    .filter(({ field, atMs }) => field === NETWORK && atMs > session.startedMs)
    .filter(({ atMs }) => session.endedMs === null || atMs < session.endedMs)
    .map(({ atMs }) => atMs);
  const starts = [session.startedMs, ...moves];
  return starts.map((startedMs, nth) => ({ ...session, startedMs, endedMs: starts[nth + 1] ?? session.endedMs }));
}

/** How many sessions begin within a stretch. */
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

/** A day is cut into as many equal parts as the card has sessions; each part holds one, somewhere in it. */
function plannedSession(habits: Habits, day: number, nth: number): { startMs: number; endMs: number } {
  const part = DAY_MS / habits.sessionsPerDay;
  const draw = drawAgain(drawAgain(habits.hash, day), nth + 1);
  const begin = fraction(draw) * 0.4;
  const length = (1 - begin) * (0.3 + 0.65 * fraction(drawAgain(draw, 7)));
  const startMs = startOfChinaDay(day) + Math.floor(part * (nth + begin));
  return { startMs, endMs: startMs + Math.floor(part * length) };
}

function closed(habits: Habits, startedMs: number, endMs: number, nowMs: number): Session {
  const draw = drawAgain(habits.hash, Math.floor(startedMs / 1000));
  const ipAddress = `10.${draw & 0xff}.${(draw >>> 8) & 0xff}.${1 + ((draw >>> 16) % 254)}`;
  return { startedMs, endedMs: endMs <= nowMs ? endMs : null, ipAddress };
}
