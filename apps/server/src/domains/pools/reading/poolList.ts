import { listCardPools } from '@cardinal/contract/api/pools/cardPools.ts';
import { sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';
import type { PoolRow } from '../poolTables.ts';
import { presentPools } from './poolFigures.ts';
import { poolsSeen } from './poolsSeen.ts';

type Figures = { pools: number; cards: number; contributed: string; used: string };
const SUMMED = sql`null`;

export const poolDataset = dataset(listCardPools, {
  from: poolsSeen,
  table: 'p',
  carrier: sql`p.platform`,
  columns: {
    // A pool comes before its sub-pools.
    depth: sql`p.path collate "C"`,
    customerName: SUMMED,
    carrierAccountName: SUMMED,
    packageName: SUMMED,
    cards: SUMMED,
    contributed: SUMMED,
    used: SUMMED,
    remaining: SUMMED,
    overage: SUMMED,
    usedPercent: SUMMED,
    forecastPercent: SUMMED,
    runsOutOn: SUMMED,
    subPools: SUMMED,
    usedAt: SUMMED,
  },
  select: (query) => query.selectAll('p'),
  present: (rows, ctx) => presentPools(ctx, rows as unknown as readonly PoolRow[]),
  extra: (query, { iccid }) =>
    iccid === undefined
      ? query
      : query.where(
          sql<boolean>`exists (select from pools.member m join pools.pool x on x.id = m.pool_id
            where m.iccid = ${iccid} and m.left_at is null and x.path like p.path || '%')`,
        ),
  figures: async (ctx, filtered): Promise<Figures> => {
    // A pool within another that is found too is counted once.
    const { rows } = await sql<Figures>`
      with found as (${(await filtered()).clearSelect().select(['p.id', 'p.path'])})
      select (select count(*) from found)::int as pools, coalesce(sum(x.cards), 0)::int as cards,
        coalesce(sum(c.contributed), 0)::text as contributed, coalesce(sum(c.used), 0)::text as used
      from pools.pool x left join pools.pool_cycle c on c.pool_id = x.id and c.cycle = x.cycle
      where exists (select from found f where x.path like f.path || '%')`.execute(ctx.db);
    return rows[0] as Figures;
  },
});
