import type {
  readMyPools as poolsEndpoint,
  transferCards as transferEndpoint,
  undoTransfer as undoEndpoint,
} from '@cardinal/contract/api/pools/myPool.ts';
import { noneToMove, transferBegun, transferNotFound } from '@cardinal/contract/api/pools/refusals.ts';
import { type AnswerOf, type BodyOf, DONE, type QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { AS_ITEMS } from '../../cards/face.ts';
import { subtreeIds } from '../../customers/face.ts';
import { cancelTask, startTask } from '../../tasks/face.ts';
import { ofPools } from '../cycles/poolStore.ts';
import { presentPools } from '../reading/poolFigures.ts';
import { areAlike, judged, pairOf } from './chosenCards.ts';

const MOST_POOLS = 200;

export async function readMyPools(
  ctx: Ctx,
  { fromPoolId }: QueryOf<typeof poolsEndpoint>,
): Promise<AnswerOf<typeof poolsEndpoint>> {
  const pools = await ctx.db
    .selectFrom('pools.pool')
    .selectAll()
    .where('state', '=', 'enabled')
    .orderBy(sql`path collate "C"`)
    .limit(MOST_POOLS)
    .execute();
  const shown = await presentPools(ctx, pools);
  const from = pools.find(({ id }) => id === fromPoolId);
  const below = new Set(from ? await subtreeIds(ofPools(ctx), from.customer_id) : []);
  return {
    pools: pools.map((pool, at) => {
      const facts = shown[at] as NonNullable<(typeof shown)[number]>;
      return {
        id: pool.id,
        poolCode: pool.pool_code,
        name: pool.name,
        depth: pool.depth,
        customerName: facts.customerName,
        packageName: facts.packageName,
        cards: facts.cards,
        contributed: facts.contributed,
        used: facts.used,
        usedPercent: facts.usedPercent,
        forecastPercent: facts.forecastPercent,
        runsOutOn: facts.runsOutOn,
        cycleEndsAt: pool.cycle_ends_at.toISOString(),
        fits: from !== undefined && from.id !== pool.id && areAlike(from, pool) && below.has(pool.customer_id),
      };
    }),
    asOf: ctx.clock.now().toISOString(),
  };
}

/** Moves cards by a task: at once, or once the source's cycle is over. */
export async function transferCards(
  ctx: Ctx,
  body: BodyOf<typeof transferEndpoint>,
): Promise<AnswerOf<typeof transferEndpoint>> {
  const { from, to } = await pairOf(ctx, body);
  const { moving } = await judged(ctx, { from, to }, body);
  if (moving.length === 0) throw new Refused(noneToMove);
  const effectiveAt = body.isFromNextCycle ? from.cycle_ends_at : null;
  const { customerId, account } = accountOf(ctx);
  const count = moving.length;
  const started = await startTask(ctx, {
    action: 'pool_transfer',
    title: text(
      `卡池转移 ${count} 张：${from.pool_code} → ${to.pool_code}`,
      `Transfer of ${count} cards: ${from.pool_code} → ${to.pool_code}`,
    ),
    parameters: { poolId: to.id },
    ...(effectiveAt ? { notBefore: effectiveAt } : {}),
    items: {
      select: ctx.db
        .selectFrom('cards.v_card as c')
        .select(AS_ITEMS)
        .where(sql<boolean>`c.id = any(${moving.map(({ card_id }) => card_id)}::bigint[])`)
        .orderBy('c.id'),
    },
  });
  const id = ctx.ids.next();
  await ctx.db
    .insertInto('pools.transfer')
    .values({
      id,
      customer_id: from.customer_id,
      from_pool_id: from.id,
      to_pool_id: to.id,
      task_id: started.taskId,
      cards: count,
      effective_at: effectiveAt,
      remark: body.remark,
      account_name: account,
      account_customer_id: customerId,
      created_at: ctx.clock.now(),
    })
    .execute();
  ctx.note({
    objectKind: 'cardPool',
    objectId: from.id,
    summary: text(
      `${from.pool_code} → ${to.pool_code} ${count} 张`,
      `${from.pool_code} → ${to.pool_code}: ${count} cards`,
    ),
    customerId: from.customer_id,
    taskId: started.taskId,
    after: { toPoolId: to.id, cards: count, from: effectiveAt?.toISOString() ?? null },
  });
  return { id, ...started, effectiveAt: effectiveAt?.toISOString() ?? null };
}

/** Takes back a transfer that waits for the next cycle. */
export async function undoTransfer(ctx: Ctx, { id }: BodyOf<typeof undoEndpoint>) {
  const transfer = await ctx.db
    .selectFrom('pools.transfer')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!transfer) throw new Refused(transferNotFound);
  const now = ctx.clock.now();
  const { effective_at: at, ended_at, done, skipped } = transfer;
  if (ended_at !== null || at === null || at <= now || done + skipped > 0) throw new Refused(transferBegun);
  await ctx.db.updateTable('pools.transfer').set({ undone_at: now, ended_at: now }).where('id', '=', id).execute();
  // It may be the task of a customer above.
  await cancelTask({ ...ctx, db: ofPools(ctx) }, { taskId: transfer.task_id });
  ctx.note({
    objectKind: 'cardPool',
    objectId: transfer.from_pool_id,
    summary: text(`撤销转移 ${transfer.cards} 张`, `Transfer of ${transfer.cards} cards undone`),
    customerId: transfer.customer_id,
    taskId: transfer.task_id,
    before: { from: at.toISOString() },
    after: { undoneAt: now.toISOString() },
  });
  return DONE;
}
