import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Measure } from '../../../framework/measures.ts';

const DAY_MS = 86_400_000;

export type PushFigures = {
  readonly successPercent: number | null;
  readonly p95Ms: number | null;
  readonly backlog: number;
  readonly oldestAt: string | null;
};

/** In per cent with one decimal, never rounded up to 100. */
const percentOf = (ok: number, all: number): number | null => (all === 0 ? null : Math.floor((ok * 1_000) / all) / 10);

type Sum = { subscription_id: string; ok: number; tries: number; p95: number | null };
type Open = { subscription_id: string; open: number; oldest: Date };

/** What these subscriptions, read in scope, came to in the last 24 hours, and what is open. */
async function sums(ctx: Ctx, ids: readonly string[]): Promise<{ tried: Sum[]; open: Open[] }> {
  const db = ctx.beyondScope('figures of subscriptions already read in scope');
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  const { rows: tried } = await sql<Sum>`
    select a.subscription_id, count(*) filter (where a.is_ok)::int as ok, count(*)::int as tries,
      percentile_disc(0.95) within group (order by a.duration_ms) as p95
    from pushes.attempt a
    where a.subscription_id = any(${[...ids]}::bigint[]) and a.started_at >= ${since} and a.ended_at is not null and not a.is_test
    group by a.subscription_id`.execute(db);
  const { rows: open } = await sql<Open>`
    select d.subscription_id, count(*)::int as open, min(d.created_at) as oldest from pushes.delivery d
    where d.subscription_id = any(${[...ids]}::bigint[]) and d.state in ('waiting', 'failed')
    group by d.subscription_id`.execute(db);
  return { tried, open };
}

export async function figuresBySubscription(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PushFigures>> {
  const { tried, open } = await sums(ctx, ids);
  return new Map(
    ids.map((id) => {
      const of = tried.find((each) => each.subscription_id === id);
      const left = open.find((each) => each.subscription_id === id);
      return [
        id,
        {
          successPercent: percentOf(of?.ok ?? 0, of?.tries ?? 0),
          p95Ms: of?.p95 ?? null,
          backlog: left?.open ?? 0,
          oldestAt: left?.oldest.toISOString() ?? null,
        },
      ];
    }),
  );
}

/** Of a customer, or of some of its subscriptions. */
export async function figuresOf(
  ctx: Ctx,
  customerId: string,
  subscriptionIds: readonly string[] | undefined,
): Promise<PushFigures> {
  const db = ctx.db;
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  let tries = db
    .selectFrom('pushes.attempt as a')
    .where('a.customer_id', '=', customerId)
    .where('a.started_at', '>=', since)
    .where('a.ended_at', 'is not', null)
    .where('a.is_test', '=', false);
  let open = db
    .selectFrom('pushes.delivery as d')
    .where('d.customer_id', '=', customerId)
    .where('d.state', 'in', ['waiting', 'failed']);
  if (subscriptionIds) {
    const ids = [...subscriptionIds];
    tries = tries.where(sql<boolean>`a.subscription_id = any(${ids}::bigint[])`);
    open = open.where(sql<boolean>`d.subscription_id = any(${ids}::bigint[])`);
  }
  const [of, left] = await Promise.all([
    tries
      .select([
        sql<number>`count(*) filter (where a.is_ok)::int`.as('ok'),
        sql<number>`count(*)::int`.as('tries'),
        sql<number | null>`percentile_disc(0.95) within group (order by a.duration_ms)`.as('p95'),
      ])
      .executeTakeFirstOrThrow(),
    open
      .select([sql<number>`count(*)::int`.as('open'), sql<Date | null>`min(d.created_at)`.as('oldest')])
      .executeTakeFirstOrThrow(),
  ]);
  return {
    successPercent: percentOf(of.ok, of.tries),
    p95Ms: of.p95,
    backlog: left.open,
    oldestAt: left.oldest?.toISOString() ?? null,
  };
}

export const restingAddresses: Measure = {
  name: 'push_addresses_resting',
  help: 'Push subscriptions whose address fails, so that only single deliveries are tried',
  read: async (ctx) => {
    const { n } = await ctx.db
      .selectFrom('pushes.subscription')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('removed_at', 'is', null)
      .where('probe_at', 'is not', null)
      .executeTakeFirstOrThrow();
    return [{ value: n }];
  },
};
