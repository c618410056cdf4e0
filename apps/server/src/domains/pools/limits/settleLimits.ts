import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { PoolStop } from '@cardinal/contract/enumerations/pool.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { filled, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import type { LockedCard } from '../../cards/face.ts';
import { ofPools } from '../cycles/poolStore.ts';
import { lockPools } from '../membership/lockPools.ts';
import type { PoolRow } from '../poolTables.ts';
import { judgeQuotas } from './judgeLimits.ts';
import { AT_ONCE, ruleCards, type Settling, settleChunk } from './settleChunk.ts';
import { quotaStands } from './standing.ts';

const { arrears } = StopReason.values;

// Whoever has a card below the pool's customer learns nothing of the pool.
const WORDS = {
  quota: {
    stop: text('卡池 {code} 的配额已用尽', 'The quota of the pool {code} is used up'),
    lift: text('卡池 {code} 的配额又有余量', 'The quota of the pool {code} has data again'),
  },
  cap: {
    stop: text('达到卡池 {code} 的单卡上限', 'At its cap in the pool {code}'),
    lift: text('未达到卡池 {code} 的单卡上限', 'Below its cap in the pool {code}'),
  },
  left: { lift: text('已移出卡池 {code}', 'Out of the pool {code}') },
} as const;
const UNNAMED = {
  quota: {
    stop: text('所在卡池的配额已用尽', 'The quota of its pool is used up'),
    lift: text('所在卡池的配额又有余量', 'The quota of its pool has data again'),
  },
  cap: {
    stop: text('达到所在卡池的单卡上限', 'At its cap in its pool'),
    lift: text('未达到所在卡池的单卡上限', 'Below its cap in its pool'),
  },
  left: { lift: text('已移出卡池', 'Out of its pool') },
} as const;

type Held = { readonly pool: PoolRow; readonly stands: boolean };
type Due = {
  readonly cardId: string;
  readonly memberId: string;
  readonly kind: PoolStop;
  /** The stop that ends; null: a card that is to be stopped. */
  readonly stopId: string | null;
  readonly hasLeft: boolean;
  readonly limit: string;
};

const asHeld = async (ctx: Ctx, pool: PoolRow): Promise<Held> => ({ pool, stands: await quotaStands(ctx, pool) });

/**
 * Cards that the quota or their cap stops and that nothing else has stopped, and cards that were stopped for what does not hold any more.
 * A card that a person restarted has its stop still, and is left alone.
 */
async function dueOf(ctx: Ctx, { pool, stands }: Held): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select s.card_id as "cardId", s.member_id as "memberId", s.kind, s.id as "stopId", m.left_at is not null as "hasLeft",
      s.limit_bytes as "limit"
    from pools.stop s join pools.member m on m.id = s.member_id
      left join pools.member_cycle c on c.member_id = m.id and c.cycle = ${pool.cycle}
    where s.pool_id = ${pool.id}::bigint and s.lifted_at is null and (m.left_at is not null or s.cycle <> ${pool.cycle}
      or case s.kind when 'quota' then not ${stands} else coalesce(c.used, 0) < coalesce(m.cap_bytes, ${MOST}::bigint) end)
    union all
    select d.card_id, d.member_id, d.kind, null, false, d."limit" from (
      select m.card_id, m.id as member_id, 'quota' as kind, ${pool.quota_bytes}::bigint as "limit" from pools.member m
        where ${stands} and m.left_at is null
          and m.pool_id in (select s.id from pools.pool s where s.path like ${`${pool.path}%`})
      union all
      select m.card_id, m.id, 'cap', m.cap_bytes from pools.member m
        join pools.member_cycle c on c.member_id = m.id and c.cycle = ${pool.cycle} and c.used >= m.cap_bytes
        where m.pool_id = ${pool.id}::bigint and m.left_at is null and ${pool.cycle_ends_at} > ${ctx.clock.now()}
    ) d
    where not exists (select from pools.stop s
        where s.pool_id = ${pool.id}::bigint and s.kind = d.kind and s.card_id = d.card_id and s.lifted_at is null)
      and exists (select from cards.v_card k where k.id = d.card_id and k.lifecycle <> 'cancelled' and (
        not ${arrears} = any(k.stop_reasons)
        or exists (select from pools.stop o where o.card_id = d.card_id and o.lifted_at is null)))
    order by "cardId" limit ${AT_ONCE}`.execute(ofPools(ctx));
  return rows;
}
/** More than any cap: without one nothing is reached. */
const MOST = String(2n ** 63n - 1n);

/** Of these cards those that a pool still holds stopped. */
async function heldByPools(ctx: Ctx, cardIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ofPools(ctx)
    .selectFrom('pools.stop')
    .select('card_id')
    .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
    .where('lifted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ card_id }) => card_id));
}

async function lift(ctx: Ctx, pool: PoolRow, ended: readonly Due[], cards: ReadonlyMap<string, LockedCard>) {
  if (ended.length === 0) return;
  await ofPools(ctx)
    .updateTable('pools.stop')
    .set({ lifted_at: ctx.clock.now() })
    .where(sql<boolean>`id = any(${ended.flatMap(({ stopId }) => stopId ?? [])}::bigint[])`)
    .execute();
  const held = await heldByPools(
    ctx,
    ended.map(({ cardId }) => cardId),
  );
  const kindOf = new Map(ended.map(({ cardId, kind, hasLeft }) => [cardId, hasLeft ? ('left' as const) : kind]));
  await ruleCards(
    ctx,
    'lift',
    [...kindOf.keys()].flatMap((id) => (held.has(id) ? [] : (cards.get(id) ?? []))),
    (card) => wordsFor(pool, card)[kindOf.get(card.id) ?? 'left'].lift,
  );
}

async function stop(ctx: Ctx, pool: PoolRow, due: readonly Due[], cards: ReadonlyMap<string, LockedCard>) {
  if (due.length === 0) return;
  const column = <T>(pick: (each: Due) => T) => due.map(pick);
  await sql`
    insert into pools.stop (id, pool_id, customer_id, kind, card_id, member_id, cycle, limit_bytes, stopped_at)
    select g.id, ${pool.id}::bigint, ${pool.customer_id}::bigint, g.kind, g.card_id, g.member_id, ${pool.cycle}, g."limit", ${ctx.clock.now()}
    from unnest(${column(() => ctx.ids.next())}::bigint[], ${column(({ kind }) => kind)}::text[],
      ${column(({ cardId }) => cardId)}::bigint[], ${column(({ memberId }) => memberId)}::bigint[],
      ${column(({ limit }) => limit)}::bigint[]) as g (id, kind, card_id, member_id, "limit")`.execute(ofPools(ctx));
  const kindOf = new Map(due.map(({ cardId, kind }) => [cardId, kind]));
  await ruleCards(
    ctx,
    'raise',
    [...kindOf.keys()].flatMap((id) => cards.get(id) ?? []),
    (card) => wordsFor(pool, card)[kindOf.get(card.id) ?? 'quota'].stop,
  );
}

function wordsFor(pool: PoolRow, card: LockedCard) {
  if (card.customer_id !== pool.customer_id) return UNNAMED;
  const said = (words: typeof WORDS.left.lift) => filled(words, { code: pool.pool_code });
  const both = ({ stop, lift }: typeof WORDS.quota) => ({ stop: said(stop), lift: said(lift) });
  return { quota: both(WORDS.quota), cap: both(WORDS.cap), left: { lift: said(WORDS.left.lift) } };
}

const settlingOf = (poolId: string): Settling<Held, Due> => ({
  due: dueOf,
  hold: async (ctx) => {
    const pool = (await lockPools(ctx, [poolId])).get(poolId);
    return pool && asHeld(ctx, pool);
  },
  settle: async (ctx, { pool }, due, cards) => {
    await lift(
      ctx,
      pool,
      due.filter(({ stopId }) => stopId !== null),
      cards,
    );
    await stop(
      ctx,
      pool,
      due.filter(({ stopId }) => stopId === null),
      cards,
    );
  },
  end: async (ctx, { pool, stands }) => {
    await ofPools(ctx)
      .updateTable('pools.quota_firing')
      .set({ lifted_at: ctx.clock.now() })
      .where('pool_id', '=', pool.id)
      .where('lifted_at', 'is', null)
      .$if(stands, (query) => query.where('cycle', '<>', pool.cycle))
      .execute();
  },
});

/** Pools that may have cards to stop or to let go. */
async function poolsWithWork(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ pool_id: string }>`
    select pool_id from pools.stop where lifted_at is null
    union select pool_id from pools.quota_firing where lifted_at is null
    union select m.pool_id from pools.member m join pools.pool p on p.id = m.pool_id
      join pools.member_cycle c on c.member_id = m.id and c.cycle = p.cycle
      where m.cap_bytes is not null and m.left_at is null and c.used >= m.cap_bytes
    order by pool_id`.execute(ofPools(ctx));
  return rows.map(({ pool_id }) => pool_id);
}

/**
 * Stops the cards of pools whose quota is used up and those at their cap, and lets go what a pool stopped once that holds no more: some
 * at a time. Killed anywhere, it goes on where it was.
 */
export const settleLimitsJob = job({
  name: 'pools.settleLimits',
  payload: z.object({ poolId: idSchema.optional() }),
  schedule: '* * * * *',
  run: async (ctx, { poolId }, signal) => {
    if (poolId === undefined) await ctx.transact((inside) => judgeQuotas(inside));
    for (const id of poolId ? [poolId] : await poolsWithWork(ctx)) {
      const settling = settlingOf(id);
      for (let goesOn = true; goesOn && !signal.aborted; ) {
        const pool = await ofPools(ctx).selectFrom('pools.pool').selectAll().where('id', '=', id).executeTakeFirst();
        goesOn = pool !== undefined && (await settleChunk(ctx, await asHeld(ctx, pool), settling));
      }
    }
  },
});
