import { listCarrierPools } from '@cardinal/contract/api/carrierSync/carrierPoolList.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import type { Tables } from '../../../framework/tables.ts';
import { poolReadingOf } from '../../carriers/face.ts';
import { largeCounts, sum } from '../slots/largeCounts.ts';
import { isNearOverage } from '../slots/pollSlotRules.ts';

type Figures = z.output<(typeof listCarrierPools)['answer']>['summary'];
type PoolRow = Tables['carriers.v_pool'] & { used_percent: string | null };

const STATE = sql`case when p.gone_at is null then 'listed' else 'gone' end`;
const PERCENT = sql`case when p.gone_at is null then floor(p.used_bytes * 1000 / nullif(p.total_bytes, 0)) / 10 end`;

/** Pools of the accounts the caller may see; any other account has none. */
export const carrierPoolDataset = dataset(listCarrierPools, {
  from: (ctx) => ctx.db.selectFrom('carriers.v_pool as p'),
  table: 'p',
  columns: {
    state: STATE,
    usedPercent: PERCENT,
  },
  select: (query) => query.selectAll('p').select(PERCENT.as('used_percent')),
  present: async (rows, ctx) => {
    const pools = rows as unknown as PoolRow[];
    const own = await ownCards(ctx, pools);
    return pools.map((pool) => present(pool, own(pool), ctx.clock.now()));
  },
  figures: async (ctx, _filtered, asked): Promise<Figures> => {
    const accounts = asked['accountId'] as string[] | undefined;
    const [accountId] = accounts ?? [];
    return { reading: accountId && accounts?.length === 1 ? await readingOf(ctx, accountId) : null };
  },
});

const present = (pool: PoolRow, ownCards: number | null, now: Date) => ({
  state: pool.gone_at ? 'gone' : 'listed',
  usedPercent: pool.used_percent === null ? null : Number(pool.used_percent),
  isNear:
    pool.gone_at === null &&
    isNearOverage({ used: pool.used_bytes, total: pool.total_bytes, readAt: pool.read_at }, now),
  members: pool.members === null ? null : Number(pool.members),
  ownCards,
});

type Members = ReadonlyMap<string, number>;
const counts = largeCounts<Members>((members) => sum(members.values()));

/** Our cards in each pool of a page, whoever owns them; empty for accounts whose carrier names no members. */
async function ownCards(ctx: Ctx, pools: readonly PoolRow[]): Promise<(pool: PoolRow) => number | null> {
  const accounts = [...new Set(pools.map((pool) => pool.account_id))];
  const counted = await Promise.all(
    accounts.map(async (id) => [id, await counts(id, () => countMembers(ctx, id))] as const),
  );
  const membersOf = new Map(counted);
  return ({ account_id: accountId, pool_id: poolId }) => {
    const members = membersOf.get(accountId);
    return members && members.size > 0 ? (members.get(poolId) ?? 0) : null;
  };
}

async function countMembers(ctx: Ctx, accountId: string): Promise<Members> {
  const { rows } = await sql<{ pool_id: string; n: number }>`
    select pool_id, count(*)::int as n from carrier_sync.card_pool
    where carrier_account_id = ${accountId}::bigint group by pool_id`.execute(
    ctx.beyondScope('members of pools of an account that was read within the scope, counted'),
  );
  return new Map(rows.map((row) => [row.pool_id, row.n]));
}

async function readingOf(ctx: Ctx, accountId: string): Promise<Figures['reading']> {
  const seen = await ctx.db
    .selectFrom('carriers.v_account')
    .select('id')
    .where('id', '=', accountId)
    .executeTakeFirst();
  const reading = seen && (await poolReadingOf(ctx, accountId));
  if (!reading) return null;
  const { isRunning, finishedAt, halted } = reading;
  return {
    isRunning,
    finishedAt: finishedAt?.toISOString() ?? null,
    halted: halted && { at: halted.at.toISOString(), words: say(halted.words, ctx.language) },
  };
}
