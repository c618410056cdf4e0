import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { listPoolCards, type readPoolOfCard as ofCardEndpoint } from '@cardinal/contract/api/pools/poolCards.ts';
import type { Lifecycle, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { MembershipState, PoolStop } from '@cardinal/contract/enumerations/pool.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { customerNames } from '../../customers/face.ts';
import { percentOf } from '../cycles/forecastRules.ts';
import { sumsOf } from './poolFigures.ts';
import { poolsSeen } from './poolsSeen.ts';

const MEMBERSHIPS_SHOWN = 20;
const STATE = sql<MembershipState>`case when m.left_at is null then 'in' else 'left' end`;
/** Of a card that has left nothing is known here: it may be anybody's. */
const LIFECYCLE = sql<Lifecycle | null>`case when m.left_at is null then
  (select k.lifecycle from cards.v_card k where k.id = m.card_id) end`;

/** What of its own pool holds a card stopped. Pools above may hold it too, which nobody below reads. */
const STOPPED_BY = sql<PoolStop | null>`case when m.left_at is null then (select min(s.kind) from pools.stop s
  where s.pool_id = m.pool_id and s.card_id = m.card_id and s.lifted_at is null) end`;

/** How many cards of the same pool used more, and the next place after them. */
const PLACE = sql<string | null>`case when m.left_at is null then 1 + (select count(*) from pools.member_cycle o
  join pools.member n on n.id = o.member_id and n.left_at is null
  where o.pool_id = m.pool_id and o.cycle = p.cycle and o.used > coalesce(c.used, 0)) end`;

/** What the caller does not see has no cards, though it may see some of them in sub-pools of its own. */
const poolSeen = (ctx: Ctx, id: string) =>
  poolsSeen(ctx).select(['p.id', 'p.path']).where('p.id', '=', id).executeTakeFirst();

export const poolCardsDataset = dataset(listPoolCards, {
  from: (ctx) =>
    ctx.db
      .selectFrom('pools.member as m')
      .innerJoin('pools.pool as p', 'p.id', 'm.pool_id')
      .leftJoin('pools.member_cycle as c', (on) =>
        on.onRef('c.member_id', '=', 'm.id').onRef('c.cycle', '=', 'p.cycle'),
      )
      .where(sql<boolean>`(m.left_at is null or m.left_at > p.cycle_starts_at)`)
      .$if(!holds(ctx.actor, 'cardPool.view'), (query) => query.where('p.depth', '>', 0)),
  table: 'm',
  carrier: sql`p.platform`,
  columns: {
    platform: sql`p.platform`,
    lifecycle: LIFECYCLE,
    state: STATE,
    poolCode: sql`p.pool_code`,
    poolName: sql`p.name`,
    customerName: sql`null`,
    contributed: sql`c.contributed`,
    used: sql`c.used`,
    capBytes: sql`m.cap_bytes`,
    stoppedBy: STOPPED_BY,
    sharePercent: sql`null`,
  },
  select: (query) =>
    query.select([
      'm.id',
      'm.card_id',
      'm.iccid',
      'm.customer_id',
      'm.joined_at',
      'm.left_at',
      'p.pool_code',
      'p.name as pool_name',
      'c.contributed',
      sql<Platform>`p.platform`.as('platform'),
      sql<string>`coalesce(c.used, 0)`.as('used'),
      LIFECYCLE.as('lifecycle'),
      STATE.as('state'),
      'm.cap_bytes',
      STOPPED_BY.as('stopped_by'),
    ]),
  extra: async (query, { poolId, own }, ctx) => {
    if (poolId === undefined) return query;
    const top = await poolSeen(ctx, poolId);
    if (top && own) return query.where('p.id', '=', poolId);
    return top ? query.where('p.path', 'like', `${top.path}%`) : query.where(sql<boolean>`false`);
  },
  present: async (rows, ctx, _forFile, asked) => {
    const names = await customerNames(
      ctx.db,
      rows.map(({ customer_id }) => customer_id),
    );
    const poolId = asked?.['poolId'];
    const top = typeof poolId === 'string' ? await poolSeen(ctx, poolId) : undefined;
    const whole = top ? BigInt((await sumsOf(ctx, [top.id])).get(top.id)?.used ?? 0) : 0n;
    return rows.map((row) => ({
      customerName: names.get(row.customer_id) ?? '',
      sharePercent: percentOf(BigInt(row.used), whole),
    }));
  },
});

/** The pools a card is and was in, as far as the caller sees them; those above it are absent. */
export async function readPoolOfCard(
  ctx: Ctx,
  { cardId }: QueryOf<typeof ofCardEndpoint>,
): Promise<AnswerOf<typeof ofCardEndpoint>> {
  const card = await ctx.db.selectFrom('cards.v_card').select('id').where('id', '=', cardId).executeTakeFirst();
  if (!card) throw new Refused(cardNotFound);
  const rows = await ctx.db
    .selectFrom('pools.member as m')
    .innerJoin('pools.pool as p', 'p.id', 'm.pool_id')
    .leftJoin('pools.member_cycle as c', (on) => on.onRef('c.member_id', '=', 'm.id').onRef('c.cycle', '=', 'p.cycle'))
    .select(['m.id as member_id', 'm.joined_at', 'm.left_at', 'm.cap_bytes', 'c.contributed'])
    .select(['p.id', 'p.pool_code', 'p.name', 'p.cycle', 'p.parent_id', 'p.state', 'p.cards'])
    .select([sql<string>`coalesce(c.used, 0)`.as('used'), STOPPED_BY.as('stopped_by'), PLACE.as('place')])
    .where('m.card_id', '=', cardId)
    .orderBy('m.id', 'desc')
    .limit(MEMBERSHIPS_SHOWN)
    .execute();
  const parents = await ctx.db
    .selectFrom('pools.pool')
    .select(['id', 'pool_code', 'name'])
    .where(sql<boolean>`id = any(${rows.flatMap(({ parent_id }) => parent_id ?? [])}::bigint[])`)
    .execute();
  const parentOf = new Map(parents.map((each) => [each.id, { poolCode: each.pool_code, name: each.name }]));
  return {
    memberships: rows.map((row) => ({
      id: row.member_id,
      isClosed: row.state === 'closed',
      isSub: row.parent_id !== null,
      capBytes: row.cap_bytes,
      stoppedBy: row.stopped_by,
      rank: row.place === null ? null : { place: Number(row.place), of: row.cards },
      poolId: row.id,
      poolCode: row.pool_code,
      name: row.name,
      parent: (row.parent_id && parentOf.get(row.parent_id)) || null,
      joinedAt: row.joined_at.toISOString(),
      leftAt: row.left_at?.toISOString() ?? null,
      cycle: row.cycle,
      contributed: row.contributed,
      used: row.used,
    })),
    asOf: ctx.clock.now().toISOString(),
  };
}
