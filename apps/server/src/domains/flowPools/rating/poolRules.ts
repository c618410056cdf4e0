import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { type Level, levelOf } from '../../pools/face.ts';

/** A feed as far as its own figures decide. */
export type FeedFacts = {
  readonly total: bigint;
  readonly used: bigint;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isRefunded: boolean;
};

const { unused, using, used, unsubscribed, expired } = PackageUsageState.values;

/** The state of what a pool was filled with: by the clock, and by what is left of it. */
export function feedState(feed: FeedFacts, now: Date): PackageUsageState {
  if (feed.isRefunded) return unsubscribed;
  if (feed.startsAt > now) return unused;
  if (feed.used >= feed.total) return used;
  return feed.endsAt <= now ? expired : using;
}

export const isRunning = (feed: FeedFacts, now: Date): boolean =>
  !feed.isRefunded && feed.startsAt <= now && feed.endsAt > now;

/** What runs now, and how much of it is used. */
export const runningSums = (feeds: readonly FeedFacts[], now: Date): { total: bigint; used: bigint } =>
  feeds
    .filter((feed) => isRunning(feed, now))
    .reduce((sum, { total, used }) => ({ total: sum.total + total, used: sum.used + used }), { total: 0n, used: 0n });

/** How full a pool is by what runs; one that was filled and of which nothing runs any more is used up. */
export function poolLevel(feeds: readonly FeedFacts[], now: Date): Level {
  const { total, used } = runningSums(feeds, now);
  return total === 0n && feeds.some(({ startsAt }) => startsAt <= now) ? 100 : levelOf(used, total);
}

/**
 * Shares what a pool gave on a day out over the cards that asked for more: by what each asked for, rounded down; what that leaves goes
 * one byte each to the largest remainders, among equal ones to the first. So the shares do not depend on whose reading came first.
 */
export function splitDay(
  offers: readonly { readonly id: string; readonly offered: bigint }[],
  drawn: bigint,
): ReadonlyMap<string, bigint> {
  const whole = offers.reduce((sum, { offered }) => sum + offered, 0n);
  if (whole === 0n) return new Map();
  const parts = offers.map(({ id, offered }) => ({
    id,
    part: (offered * drawn) / whole,
    rest: (offered * drawn) % whole,
  }));
  const open = Number(drawn - parts.reduce((sum, { part }) => sum + part, 0n));
  const first = [...parts]
    .sort((a, b) => (a.rest === b.rest ? (BigInt(a.id) < BigInt(b.id) ? -1 : 1) : a.rest > b.rest ? -1 : 1))
    .slice(0, open);
  const more = new Set(first.map(({ id }) => id));
  return new Map(parts.map(({ id, part }) => [id, part + (more.has(id) ? 1n : 0n)]));
}

/** The thresholds that a share of the running feeds has reached; of nothing that runs, none. */
export const reachedThresholds = (thresholds: readonly number[], { total, used }: { total: bigint; used: bigint }) =>
  total === 0n ? [] : thresholds.filter((percent) => used * 100n >= total * BigInt(percent));
