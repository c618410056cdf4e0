import { activeStretches, clipped, type Stretch } from './activeTime.ts';
import type { AccountSettings } from './cardEvents.ts';
import { bytesOnDay, habitsOf } from './cardHabits.ts';
import { sessionsBetween } from './cardSessions.ts';
import type { CardWorld } from './cardWorld.ts';
import { chinaDayOf, startOfChinaDay } from './chinaTime.ts';

export type Usage = {
  readonly dataBytes: number;
  readonly sms: number;
  readonly voiceSeconds: number;
  readonly sessions: number;
};

const DAY_MS = 86_400_000;
const MEGABYTE = 1024 * 1024;

/**
 * What a card used in [fromMs, toMs), as integers that never shrink while `toMs` grows. A card uses data only while it is
 * active. Usage added by hand and messages really sent come on top. Given usage before a moment replaces the computed one.
 */
export function usageBetween<Settings extends AccountSettings>(
  world: CardWorld<Settings>,
  row: number,
  seed: number,
  fromMs: number,
  toMs: number,
): Usage {
  const iccid = world.devices.iccid(row);
  const habits = habitsOf(iccid, seed);
  let bytes = 0;
  let activeMs = 0;
  let sessions = 0;
  const ownFromMs = Math.max(fromMs, world.countsFromMs(iccid));
  for (const stretch of clipped(activeStretches(world, row), ownFromMs, toMs)) {
    activeMs += stretch.toMs - stretch.fromMs;
    bytes += bytesIn(stretch, (day) => bytesOnDay(habits, day));
    sessions += sessionsBetween(habits, stretch);
  }
  const activeDays = activeMs / DAY_MS;
  let dataBytes = Math.floor(bytes);
  let sms = habits.daysPerSms === 0 ? 0 : Math.floor(activeDays / habits.daysPerSms);
  let voiceSeconds = Math.floor(activeDays * habits.voiceSecondsPerDay);
  for (const added of world.addedUsage(iccid)) {
    if (added.atMs < fromMs || added.atMs >= toMs) continue;
    dataBytes += added.dataBytes;
    sms += added.sms;
    voiceSeconds += added.voiceSeconds;
  }
  for (const message of world.messagesOf(iccid)) {
    if (message.atMs >= fromMs && message.atMs < toMs && message.outcome !== 'Failed') sms += 1;
  }
  return { dataBytes, sms, voiceSeconds, sessions };
}

/** The data limit in a rate plan's name: `DEMO-100MB` has 100 MB, a plan without such a suffix has none. */
export function dataLimitBytes(ratePlan: string): number | undefined {
  const size = /(\d+)(MB|GB)$/.exec(ratePlan);
  return size ? Number(size[1]) * (size[2] === 'GB' ? 1024 : 1) * MEGABYTE : undefined;
}

function bytesIn(stretch: Stretch, onDay: (day: number) => number): number {
  let bytes = 0;
  for (let day = chinaDayOf(stretch.fromMs); startOfChinaDay(day) < stretch.toMs; day++) {
    const fromMs = Math.max(stretch.fromMs, startOfChinaDay(day));
    const toMs = Math.min(stretch.toMs, startOfChinaDay(day + 1));
    bytes += onDay(day) * ((toMs - fromMs) / DAY_MS);
  }
  return bytes;
}
