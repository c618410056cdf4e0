import { type ChosenCards, MOST_MOVED, type previewTransfer } from '@cardinal/contract/api/pools/myPool.ts';
import { listPoolCards } from '@cardinal/contract/api/pools/poolCards.ts';
import {
  poolClosed,
  poolNotFound,
  poolsNotAlike,
  samePool,
  targetNotBelow,
  tooManyToMove,
} from '@cardinal/contract/api/pools/refusals.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { fieldProblems } from '@cardinal/contract/framework/issues.ts';
import type { ListQuery } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { filtered } from '../../../framework/dataset.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { bothForms, readIdentifierList } from '../../cards/face.ts';
import { subtreeIds } from '../../customers/face.ts';
import { targetOf } from '../actions/poolFacts.ts';
import { SCHEDULED, transferVerdict, type Verdict } from '../actions/poolVerdicts.ts';
import { ofPools } from '../cycles/poolStore.ts';
import type { PoolRow } from '../poolTables.ts';
import { poolCardsDataset } from '../reading/poolCards.ts';

export type Asked = BodyOf<typeof previewTransfer>;
export type Pair = { readonly from: PoolRow; readonly to: PoolRow };

/** Both pools, if the caller sees them and cards of the one may go into the other. */
export async function pairOf(
  ctx: Ctx,
  { fromPoolId, toPoolId }: Pick<Asked, 'fromPoolId' | 'toPoolId'>,
): Promise<Pair> {
  const rows = await ctx.db
    .selectFrom('pools.pool')
    .selectAll()
    .where(sql<boolean>`id = any(${[fromPoolId, toPoolId]}::bigint[])`)
    .execute();
  const of = (id: string, field: string) => {
    const pool = rows.find((row) => row.id === id);
    if (!pool) throw new Refused(poolNotFound, {}, [{ field, text: poolNotFound.text }]);
    return pool;
  };
  const [from, to] = [of(fromPoolId, 'fromPoolId'), of(toPoolId, 'toPoolId')];
  if (from.id === to.id) throw refusedAt('toPoolId', samePool);
  if (from.state === 'closed' || to.state === 'closed') throw new Refused(poolClosed);
  if (!areAlike(from, to)) throw refusedAt('toPoolId', poolsNotAlike);
  if (!(await subtreeIds(ofPools(ctx), from.customer_id)).includes(to.customer_id))
    throw refusedAt('toPoolId', targetNotBelow);
  return { from, to };
}

type Terms = Pick<PoolRow, 'carrier_account_id' | 'package_id' | 'cycle_day'>;
export const areAlike = (one: Terms, other: Terms): boolean =>
  one.carrier_account_id === other.carrier_account_id &&
  one.package_id === other.package_id &&
  one.cycle_day === other.cycle_day;

export type Chosen = {
  readonly id: string;
  readonly card_id: string;
  readonly join_day: string;
  readonly customer_id: string;
  readonly platform: Platform;
  readonly carrier_status: string;
  readonly carrier_account_id: string;
  readonly is_running: boolean;
  readonly is_stoppable: boolean;
  readonly used: string;
};

function queryOf(asked: unknown): ListQuery {
  const parsed = listPoolCards.query.safeParse(asked);
  if (parsed.success) return parsed.data as ListQuery;
  const problems = fieldProblems(parsed.error).map((each) => ({ ...each, field: `cards.query.${each.field}` }));
  throw new Refused(invalid, {}, problems);
}

/** Which memberships are meant, and how many numbers were pasted. */
async function meant(ctx: Ctx, cards: ChosenCards): Promise<{ which: RawBuilder<boolean>; pasted: readonly string[] }> {
  if (cards.kind === 'ids') return { which: sql`m.id = any(${[...cards.ids]}::bigint[])`, pasted: [] };
  if (cards.kind === 'list') {
    const { values } = readIdentifierList(0, cards.text, 'cards.text');
    return { which: sql`m.iccid = any(${bothForms(values)}::text[])`, pasted: values };
  }
  const found = await filtered(listPoolCards, poolCardsDataset, ctx, queryOf(cards.query));
  return { which: sql`m.id in (${found.clearSelect().select('m.id')})`, pasted: [] };
}

/** Cards of the source that are meant and that the caller sees. */
async function chosenOf(ctx: Ctx, { from }: Pair, which: RawBuilder<boolean>): Promise<readonly Chosen[]> {
  const rows = await ctx.db
    .selectFrom('pools.member as m')
    .innerJoin('cards.v_card as k', 'k.id', 'm.card_id')
    .leftJoin('pools.member_cycle as c', (on) => on.onRef('c.member_id', '=', 'm.id').on('c.cycle', '=', from.cycle))
    .select([
      ...(['m.id', 'm.card_id', 'm.iccid', 'm.join_day'] as const),
      ...(['k.customer_id', 'k.carrier_status', 'k.carrier_account_id'] as const),
      sql<Platform>`k.platform`.as('platform'),
      sql<boolean>`k.lifecycle not in ('stopped', 'cancelled')`.as('is_running'),
      sql<boolean>`k.lifecycle <> 'cancelled' and not 2 = any(k.stop_reasons)`.as('is_stoppable'),
      sql<string>`coalesce(c.used, 0)`.as('used'),
    ])
    .where('m.pool_id', '=', from.id)
    .where('m.left_at', 'is', null)
    .where(which)
    .orderBy('m.id')
    .limit(MOST_MOVED + 1)
    .execute();
  if (rows.length > MOST_MOVED) throw new Refused(tooManyToMove, { most: MOST_MOVED });
  return rows;
}

/** Cards of the source that wait for another transfer. */
async function scheduledIn(ctx: Ctx, { from }: Pair): Promise<ReadonlySet<string>> {
  const rows = await ofPools(ctx)
    .selectFrom('pools.transfer as t')
    .innerJoin('tasks.v_target as x', 'x.task_id', 't.task_id')
    .select('x.target_id')
    .where('t.from_pool_id', '=', from.id)
    .where('t.ended_at', 'is', null)
    .where('t.effective_at', '>', ctx.clock.now())
    .execute();
  return new Set(rows.flatMap(({ target_id }) => target_id ?? []));
}

export type Judged = {
  readonly moving: readonly Chosen[];
  readonly skipped: readonly { readonly verdict: Verdict; readonly count: number }[];
  readonly notIn: number;
};

/** The chosen cards as the transfer itself will judge them. */
export async function judged(ctx: Ctx, pair: Pair, { cards, isFromNextCycle }: Asked): Promise<Judged> {
  const { which, pasted } = await meant(ctx, cards);
  const chosen = await chosenOf(ctx, pair, which);
  const target = await targetOf(ctx, pair.to, [pair.from.id, pair.to.id]);
  const waiting = isFromNextCycle ? await scheduledIn(ctx, pair) : new Set<string>();
  const moving: Chosen[] = [];
  const skipped = new Map<string, { verdict: Verdict; count: number }>();
  for (const each of chosen) {
    const verdict = waiting.has(each.card_id)
      ? SCHEDULED
      : transferVerdict(
          {
            isCancelled: lifecycleOf(each.platform, each.carrier_status) === 'cancelled',
            ownerId: each.customer_id,
            carrierAccountId: each.carrier_account_id,
            packageId: '',
            poolId: pair.from.id,
          },
          target,
        );
    if (!verdict) moving.push(each);
    else skipped.set(verdict.key, { verdict, count: (skipped.get(verdict.key)?.count ?? 0) + 1 });
  }
  return {
    moving,
    skipped: [...skipped.values()].sort((a, b) => b.count - a.count),
    notIn: Math.max(0, pasted.length - chosen.length),
  };
}
