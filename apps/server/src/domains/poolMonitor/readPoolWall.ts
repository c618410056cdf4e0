import {
  DAYS_SHOWN,
  MOST_SHOWN,
  type PoolTile,
  type readPoolWall as readEndpoint,
  SOON_DAYS,
} from '@cardinal/contract/api/poolMonitor/poolWall.ts';
import { PoolRisk } from '@cardinal/contract/enumerations/pool.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { momentIn, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import type { Ctx } from '../../framework/context.ts';
import { drawnToday, monitoredFlowPools } from '../flowPools/face.ts';
import { lastReadOf, type Monitored, monitoredPools, usedToday } from '../pools/face.ts';
import { limitsOf } from '../settings/face.ts';
import { lastDayOf, paceOfRunning, riskOf, runsOutAt } from './riskRules.ts';

type Tile = Omit<PoolTile, 'cause'> & { readonly pool: Monitored };
const RISKS = PoolRisk.options.map(({ value }) => value);

/** The days a tile shows by its pool's own calendar, today last. */
function daysUntil(now: Date, zone: string): readonly string[] {
  const wall = wallTimeIn(zone, now);
  // Noon is within the day in every zone.
  return Array.from({ length: DAYS_SHOWN }, (_, at) =>
    dayText(momentIn(zone, { ...wall, day: wall.day - (DAYS_SHOWN - 1 - at), hour: 12 }), zone),
  );
}

function tileOf(pool: Monitored, readAt: Date | null, now: Date, staleHours: number): Tile {
  const days = daysUntil(now, pool.zone).map((day) => ({ day, used: pool.days.get(day) ?? 0n }));
  const [today, yesterday] = [days.at(-1)?.used ?? 0n, days.at(-2)?.used ?? 0n];
  const begun = startOfDay(pool.zone, wallTimeIn(pool.zone, now));
  const lastDay = lastDayOf({ today, yesterday, partOfDay: (+now - +begun) / DAY_MS });
  const born = dayText(pool.since, pool.zone);
  const whole = days.slice(0, -1).filter(({ day }) => day > born);
  const mean = whole.length === 0 ? null : whole.reduce((sum, { used }) => sum + used, 0n) / BigInt(whole.length);
  const outNow = pool.remaining > 0n ? runsOutAt(pool.remaining, paceOfRunning(lastDay, pool), now) : null;
  const own = pool.runsOutOn === null ? null : new Date(`${pool.runsOutOn}T00:00:00Z`);
  const first = [own, outNow].flatMap((at) => (at ? [at.getTime()] : []));
  const { days: _, since, zone, isWhole, running: __, ...facts } = pool;
  return {
    ...facts,
    pool,
    risk: riskOf(
      { ...pool, runsOutAt: first.length > 0 ? new Date(Math.min(...first)) : null, readAt },
      { now, soonDays: SOON_DAYS, staleHours },
    ),
    total: String(pool.total),
    used: String(pool.used),
    remaining: String(pool.remaining),
    runsOutNowOn: outNow ? dayText(outNow, zone) : null,
    lastDay: String(lastDay),
    mean: mean === null ? null : String(mean),
    endsAt: pool.endsAt?.toISOString() ?? null,
    readAt: readAt?.toISOString() ?? null,
    days: days.map(({ day, used }) => ({ day, used: String(used) })),
  };
}

/** Which card alone used more than half of what its pool used today. */
async function causesOf(ctx: Ctx, tiles: readonly Tile[]): Promise<ReadonlyMap<string, PoolTile['cause']>> {
  const near = tiles.filter(({ risk }) => risk === 'exhausted' || risk === 'soon' || risk === 'early');
  const of = (kind: 'card' | 'flow') => near.filter((tile) => tile.kind === kind).map(({ pool }) => pool);
  const used = [...(await usedToday(ctx, of('card'))), ...(await drawnToday(ctx, of('flow')))];
  const today = new Map(near.map(({ id, days }) => [id, BigInt(days.at(-1)?.used ?? 0)]));
  return new Map(
    used.flatMap((each) => {
      const whole = today.get(each.poolId) ?? 0n;
      return each.used * 2n > whole
        ? [[each.poolId, { iccid: each.iccid, percent: Number((each.used * 100n) / whole) }] as const]
        : [];
    }),
  );
}

const sumOf = (tiles: readonly Tile[], pick: (tile: Tile) => bigint) =>
  String(tiles.reduce((sum, tile) => sum + pick(tile), 0n));

/** The figures of the pools' own screens, ordered by what is about to happen. A sub-pool stands beside the pool it is part of. */
export async function readPoolWall(
  ctx: Ctx,
  { kind, risk }: QueryOf<typeof readEndpoint>,
): Promise<AnswerOf<typeof readEndpoint>> {
  const now = ctx.clock.now();
  const fromDay = dayText(new Date(now.getTime() - (DAYS_SHOWN + 1) * DAY_MS));
  const pools = [...(await monitoredPools(ctx, fromDay)), ...(await monitoredFlowPools(ctx, fromDay))];
  const read = await lastReadOf(ctx, pools);
  const { readingAgeHours } = await limitsOf(ctx.db);
  const all = pools.map((pool) => tileOf(pool, read.get(pool.id) ?? null, now, readingAgeHours));
  const asked = all.filter((tile) => kind === undefined || tile.kind === kind);
  const found = asked
    .filter((tile) => risk === undefined || tile.risk === risk)
    .sort((a, b) => RISKS.indexOf(a.risk) - RISKS.indexOf(b.risk) || (b.usedPercent ?? -1) - (a.usedPercent ?? -1));
  const shown = found.slice(0, MOST_SHOWN);
  const causes = await causesOf(ctx, shown);
  return {
    pools: shown.map(({ pool: _, ...tile }) => ({ ...tile, cause: causes.get(tile.id) ?? null })),
    risks: RISKS.map((each) => ({ risk: each, pools: asked.filter((tile) => tile.risk === each).length })),
    found: found.length,
    totals: (['card', 'flow'] as const).map((each) => {
      // What a sub-pool has is in the pool above, where the caller sees that.
      const own = all.filter((tile) => tile.kind === each && tile.pool.isWhole);
      return {
        kind: each,
        pools: own.length,
        total: sumOf(own, ({ pool }) => pool.total),
        used: sumOf(own, ({ pool }) => pool.used),
        remaining: sumOf(own, ({ pool }) => pool.remaining),
      };
    }),
    asOf: now.toISOString(),
  };
}
