import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { daysOfCards } from '../../usage/face.ts';
import { ofPools } from '../cycles/poolStore.ts';
import type { PoolRow } from '../poolTables.ts';
import { presentPools, runningOf } from './poolFigures.ts';

/** A pool of whatever kind as its own screens show it, with what it used by days. */
export type Monitored = {
  readonly kind: 'card' | 'flow';
  readonly id: string;
  readonly poolCode: string;
  readonly name: string;
  readonly customerName: string;
  readonly carrierAccountName: string | null;
  readonly cards: number;
  readonly total: bigint;
  readonly used: bigint;
  /** Of that, by cards that go on using it: what a stopped card used says nothing of the days to come. */
  readonly running: bigint;
  readonly remaining: bigint;
  readonly usedPercent: number | null;
  readonly runsOutOn: string | null;
  readonly endsAt: Date | null;
  readonly since: Date;
  readonly zone: string;
  readonly days: ReadonlyMap<string, bigint>;
  /** Not part of another pool that the caller sees. */
  readonly isWhole: boolean;
};

/** Rows of days by their pools. */
export const daysByPool = (
  rows: readonly { readonly id: string; readonly day: string; readonly used: string }[],
): ReadonlyMap<string, ReadonlyMap<string, bigint>> =>
  new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [
      id,
      new Map(own.map(({ day, used }) => [day, BigInt(used)])),
    ]),
  );

/** Open pools of month packages that the caller sees, with their sub-pools added up, and their days from one on. */
export async function monitoredPools(ctx: Ctx, fromDay: string): Promise<Monitored[]> {
  const pools: PoolRow[] = await ctx.db
    .selectFrom('pools.pool')
    .selectAll()
    .where('state', '=', 'enabled')
    .orderBy('id')
    .execute();
  const shown = await presentPools(ctx, pools);
  const running = await runningOf(
    ctx,
    pools.map(({ id }) => id),
  );
  const { rows } = await sql<{ id: string; day: string; used: string }>`
    select r.id, d.day, sum(d.used)::text as used
    from pools.pool r join pools.pool p on p.path like r.path || '%' join pools.pool_day d on d.pool_id = p.id
    where r.id = any(${pools.map(({ id }) => id)}::bigint[]) and d.day >= ${fromDay}::date group by r.id, d.day`.execute(
    ofPools(ctx),
  );
  const days = daysByPool(rows);
  const seen = new Set(pools.map(({ id }) => id));
  return pools.map((pool, at): Monitored => {
    const facts = shown[at] as NonNullable<(typeof shown)[number]>;
    const [used, remaining, overage] = [BigInt(facts.used), BigInt(facts.remaining), BigInt(facts.overage)];
    return {
      kind: 'card',
      id: pool.id,
      poolCode: pool.pool_code,
      name: pool.name,
      customerName: facts.customerName,
      carrierAccountName: facts.carrierAccountName,
      cards: facts.cards,
      total: used + remaining - overage,
      used,
      running: BigInt(running.get(pool.id) ?? 0),
      remaining,
      usedPercent: facts.usedPercent,
      runsOutOn: facts.runsOutOn,
      endsAt: pool.cycle_ends_at,
      since: pool.created_at,
      zone: pool.zone,
      days: days.get(pool.id) ?? new Map(),
      isWhole: pool.parent_id === null || !seen.has(pool.parent_id),
    };
  });
}

const SAMPLE = 50;

/** When cards of pools of any kind, sub-pools included, were last read: the latest reading among some cards of each. */
export async function lastReadOf(
  ctx: Ctx,
  pools: readonly Pick<Monitored, 'id' | 'kind'>[],
): Promise<ReadonlyMap<string, Date>> {
  const ids = pools.map(({ id }) => id);
  const { rows: members } = await sql<{ id: string; card_id: string }>`
    select id, card_id from (
      select g.id, i.card_id, row_number() over (partition by g.id order by i.card_id) as place
      from (
        select r.id, p.id as inner_id from pools.pool r join pools.pool p on p.path like r.path || '%'
          where r.id = any(${ids}::bigint[])
        union all select f, f from unnest(${pools.filter(({ kind }) => kind === 'flow').map(({ id }) => id)}::bigint[]) as f
      ) g join pools.card_in_pool i on i.pool_id = g.inner_id
    ) s where place <= ${SAMPLE}`.execute(ofPools(ctx));
  const { rows: read } = await sql<{ id: string; usage_at: Date }>`
    select id, usage_at from cards.v_card
    where id = any(${[...new Set(members.map(({ card_id }) => card_id))]}::bigint[]) and usage_at is not null`.execute(
    ofPools(ctx),
  );
  const at = new Map(read.map((row) => [row.id, row.usage_at]));
  const latest = new Map<string, Date>();
  for (const { id, card_id } of members) {
    const [before, found] = [latest.get(id), at.get(card_id)];
    if (found && (!before || found > before)) latest.set(id, found);
  }
  return latest;
}

/** A card of a pool with what it used on a day. */
export type UsedToday = { readonly poolId: string; readonly iccid: string; readonly used: bigint };

const LOOKED_AT = 20;

/** Of pools of month packages: what the cards that used most in the cycle have used today. */
export async function usedToday(
  ctx: Ctx,
  pools: readonly Pick<Monitored, 'id' | 'zone'>[],
): Promise<readonly UsedToday[]> {
  const { rows } = await sql<{ id: string; card_id: string; iccid: string }>`
    select id, card_id, iccid from (
      select r.id, m.card_id, m.iccid, row_number() over (partition by r.id order by c.used desc, m.card_id) as place
      from pools.pool r join pools.pool p on p.path like r.path || '%'
        join pools.member_cycle c on c.pool_id = p.id and c.cycle = r.cycle
        join pools.member m on m.id = c.member_id and m.left_at is null
      where r.id = any(${pools.map(({ id }) => id)}::bigint[])
    ) s where place <= ${LOOKED_AT}`.execute(ofPools(ctx));
  const now = ctx.clock.now();
  const today = new Map(pools.map(({ id, zone }) => [id, dayText(now, zone)]));
  const first = [...today.values()].sort()[0];
  if (first === undefined) return [];
  const days = await daysOfCards(
    ctx,
    [...new Set(rows.map(({ card_id }) => card_id))].map((cardId) => ({ cardId, fromDay: first })),
  );
  return rows.map(({ id, card_id, iccid }) => ({
    poolId: id,
    iccid,
    used: days.get(card_id)?.find(({ day }) => day === today.get(id))?.bytes ?? 0n,
  }));
}
