import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { flowLevelsOf, openFlowPools } from '../../flowPools/face.ts';
import { levelsOf, openPools } from '../../pools/face.ts';
import type { Asked, Metric } from '../judging/metrics.ts';
import { WHY } from '../warningTables.ts';

/** What a pool has left for its cards. One that brings nothing has no figure. */
export const poolFigure: Metric = {
  key: 'poolRemaining',
  read: async (ctx, { customerIds }) => {
    const [card, flow] = [await openPools(ctx, customerIds), await openFlowPools(ctx, customerIds)];
    const ids = (of: typeof card) => of.map(({ id }) => id);
    const levels = [await levelsOf(ctx, ids(card)), await flowLevelsOf(ctx, ids(flow))] as const;
    return [card, flow].flatMap((pools, kind) =>
      pools.map(({ id, poolCode, name, customerId }) => {
        const level = levels[kind]?.get(id) ?? null;
        return {
          objectId: `${kind === 0 ? 'card' : 'flow'}:${id}`,
          name: `${name} ${poolCode}`,
          customerId,
          link:
            kind === 0
              ? `/poolManagement/poolDetail?poolCode=${encodeURIComponent(poolCode)}`
              : `/flowPoolManagement/flowPoolDetail/${encodeURIComponent(poolCode)}/${id}/overview`,
          value: level === null ? null : BigInt(Math.max(0, 100 - level)),
          currency: null,
        };
      }),
    );
  },
};

type Counted = {
  customer_id: string;
  name: string;
  cards: string;
  unactivated: string;
  activated: string;
  silent: string;
};

/** Cards of each customer's own, by the counters that the lists' figures show. */
async function counted(ctx: Ctx, { customerIds }: Asked): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select c.customer_id, k.name, sum(c.n)::text as cards,
      coalesce(sum(c.n) filter (where c.lifecycle = 'unactivated'), 0)::text as unactivated,
      coalesce(sum(c.n) filter (where c.lifecycle = 'activated'), 0)::text as activated,
      coalesce(sum(c.silent_week) filter (where c.lifecycle = 'activated'), 0)::text as silent
    from cards.v_card_counter c join customers.v_customer k on k.id = c.customer_id
    where c.customer_id = any(${[...customerIds]}::bigint[]) group by c.customer_id, k.name`.execute(
    ctx.beyondScope(WHY),
  );
  return rows.filter(({ cards }) => BigInt(cards) > 0n);
}

export const stockFigure: Metric = {
  key: 'stock',
  read: async (ctx, asked) =>
    (await counted(ctx, asked)).map(({ customer_id, name, unactivated }) => ({
      objectId: customer_id,
      name,
      customerId: customer_id,
      link: '/cardsManagement/flowCard?lifecycle=unactivated',
      value: BigInt(unactivated),
      currency: null,
    })),
};

export const silentFigure: Metric = {
  key: 'silentCards',
  read: async (ctx, asked) =>
    (await counted(ctx, asked)).map(({ customer_id, name, activated, silent }) => ({
      objectId: customer_id,
      name,
      customerId: customer_id,
      link: '/cardsManagement/flowCard',
      value: BigInt(activated) === 0n ? null : (BigInt(silent) * 100n) / BigInt(activated),
      currency: null,
    })),
};
