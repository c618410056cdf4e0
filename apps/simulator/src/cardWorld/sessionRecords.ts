import { activeStretches } from './activeTime.ts';
import type { CardCarrier } from './cardCarrier.ts';
import type { AccountSettings } from './cardEvents.ts';
import { habitsOf } from './cardHabits.ts';
import { closed, plannedSession, type Session, sessionAt } from './cardSessions.ts';
import type { CardWorld } from './cardWorld.ts';
import { chinaDayOf, startOfChinaDay } from './chinaTime.ts';

/** A past or current session with its network (empty if unknown) and its traffic. */
export type SessionRecord = Session & { readonly network: string; readonly bytes: number };

/** A card's field `network` after a move: country code and network code joined. */
const NETWORK = 'network';

/** The network of a card at a moment: the last one it was moved to, before that its initial one. */
function networkAt<Settings extends AccountSettings>(world: CardWorld<Settings>, row: number, atMs: number): string {
  const moves = world.devices.changes(row).filter(({ field }) => field === NETWORK);
  const next = moves.find((move) => move.atMs > atMs);
  return next ? next.from : world.field(row, NETWORK);
}

/**
 * The sessions that began within [fromMs, toMs), oldest first. A move to another network ends a session and begins the next.
 * Usage between two beginnings belongs to the earlier one, so that the records add up to the card's usage.
 */
function sessionRecords<Settings extends AccountSettings>(
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
function lastRecord<Settings extends AccountSettings>(
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

/** Counts as the carrier does: the usage of its card between two moments. */
const countingOf = <Settings extends AccountSettings>(carrier: CardCarrier<Settings>, row: number) => ({
  seed: carrier.seed,
  bytesIn: (fromMs: number, toMs: number) => carrier.usage(row, fromMs, toMs).dataBytes,
});

/** The sessions of a carrier's card that began within [fromMs, toMs), oldest first. */
export const recordsOf = <Settings extends AccountSettings>(
  carrier: CardCarrier<Settings>,
  row: number,
  fromMs: number,
  toMs: number,
): SessionRecord[] =>
  sessionRecords(carrier.world, row, { fromMs, toMs, nowMs: carrier.nowMs() }, countingOf(carrier, row));

/** The current or latest of them, whenever it began. */
export const lastRecordOf = <Settings extends AccountSettings>(
  carrier: CardCarrier<Settings>,
  row: number,
): SessionRecord | undefined => lastRecord(carrier.world, row, carrier.nowMs(), countingOf(carrier, row));
