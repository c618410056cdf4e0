import type { ActionParameters } from '@cardinal/contract/api/cardBatches/actionParameters.ts';
import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { FLOW_POOL_ACTIONS, type FlowPoolAction } from '@cardinal/contract/api/flowPools/batchActions.ts';
import { flowPoolNotFound } from '@cardinal/contract/api/flowPools/refusals.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { identifiersOfAction } from '@cardinal/contract/permissions/batchActions.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { BatchAction } from '../../cardBatches/face.ts';
import { actorOfTask, type LockedCard, lockCards, writeEvents } from '../../cards/face.ts';
import { subtreeIds } from '../../customers/face.ts';
import { poolCodesSeen, poolsOfCards, showPool } from '../../pools/face.ts';
import { itemAction, type LeasedBatch, type LeasedItem, type Outcome } from '../../tasks/face.ts';
import type { FlowPoolRow } from '../flowPoolTables.ts';
import { asAnyPool, joinFlowPool, leaveFlowPool, openMembers } from '../membership/members.ts';
import { lockPools } from '../rating/lockPools.ts';
import { type FlowPoolCard, type FlowPoolTarget, joinVerdict, leaveVerdict } from './flowPoolVerdicts.ts';

const VERDICTS = { join_flow_pool: joinVerdict, leave_flow_pool: leaveVerdict } as const;

const GONE: Outcome = { kind: 'skipped', code: 'notFound', words: cardNotFound.text };
const NO_POOL: Outcome = { kind: 'failed', code: 'flowPoolNotFound', words: flowPoolNotFound.text };
const OUTSIDE = text('无', 'None');

/** A card's owner, the pool it is in, and whether a main package is in use on it. */
const aboutPool = (ctx: Ctx) => sql<string>`concat_ws('|', c.customer_id,
  coalesce((select i.pool_id from pools.v_card_in_pool i where i.card_id = c.id), 0),
  (select count(*) from orders.v_main_package p where p.card_id = c.id
    and p.starts_at <= ${ctx.clock.now()} and p.ends_at > ${ctx.clock.now()}))`;

function factsIn(about: string) {
  const [ownerId = '', poolId = '0', packages] = about.split('|');
  return { ownerId, poolId: poolId === '0' ? '' : poolId, hasPackage: packages !== '0' };
}

/** The pool an action names, if the caller sees it. */
async function poolAsked(ctx: Ctx, { flowPoolId = '0' }: Pick<ActionParameters, 'flowPoolId'>): Promise<FlowPoolRow> {
  const pool = await ctx.db.selectFrom('flow_pools.pool').selectAll().where('id', '=', flowPoolId).executeTakeFirst();
  if (!pool) throw new Refused(invalid, {}, [{ field: 'parameters.flowPoolId', text: flowPoolNotFound.text }]);
  return pool;
}

async function targetOf(ctx: Ctx, pool: FlowPoolRow, poolIds: Iterable<string>): Promise<FlowPoolTarget> {
  return {
    pool,
    owners: new Set(await subtreeIds(ctx.db, pool.customer_id)),
    codes: await poolCodesSeen(ctx, poolIds),
  };
}

/** Cards into a flow pool and out of it: judged in the preview, and again under their locks. */
export const flowPoolBatchActions: readonly BatchAction[] = FLOW_POOL_ACTIONS.map((action) => ({
  action,
  check: async (ctx, parameters) => {
    await poolAsked(ctx, parameters);
  },
  about: (ctx) => aboutPool(ctx),
  judge: async (ctx, parameters, groups) => {
    const pool = await poolAsked(ctx, parameters);
    const target = await targetOf(
      ctx,
      pool,
      groups.map(({ about }) => factsIn(about).poolId || '0'),
    );
    return ({ about, platform, carrierStatus, carrierAccountId }) =>
      VERDICTS[action](
        {
          ...factsIn(about),
          platform,
          carrierAccountId,
          isCancelled: lifecycleOf(platform, carrierStatus) === 'cancelled',
        },
        target,
      );
  },
}));

/** Which of these cards have a main package in use. */
async function withPackage(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const now = ctx.clock.now();
  const rows = await ctx.db
    .selectFrom('orders.v_main_package')
    .select('card_id')
    .where(sql<boolean>`card_id = any(${[...ids]}::bigint[])`)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .execute();
  return new Set(rows.map(({ card_id }) => card_id));
}

async function change(ctx: Ctx, batch: LeasedBatch, action: FlowPoolAction): Promise<void> {
  await ctx.transact(async (inside) => {
    const cards = await lockCards(
      inside.db,
      batch.items.flatMap(({ targetId }) => targetId ?? []),
    );
    const found = new Map(cards.map((card) => [card.id, card]));
    const ids = [...found.keys()];
    const asked = await poolAsked(inside, batch.task.parameters as { flowPoolId?: string }).catch(() => undefined);
    const pool = asked && (await lockPools(inside, [asked.id])).get(asked.id);
    if (!pool)
      return batch.settleIn(
        inside,
        batch.items.map((item) => [item, NO_POOL]),
      );
    const [isIn, members] = [await poolsOfCards(inside, ids), await openMembers(inside, ids)];
    const target = await targetOf(
      inside,
      pool,
      [...isIn.values()].map(({ id }) => id),
    );
    const packaged = await withPackage(inside, ids);
    const factsOf = (card: LockedCard): FlowPoolCard => ({
      isCancelled: lifecycleOf(card.platform as Platform, card.carrier_status) === 'cancelled',
      ownerId: card.customer_id,
      platform: card.platform,
      carrierAccountId: card.carrier_account_id,
      hasPackage: packaged.has(card.id),
      poolId: isIn.get(card.id)?.id ?? '',
    });
    const outcomes: (readonly [LeasedItem, Outcome])[] = [];
    const moved: LockedCard[] = [];
    for (const item of batch.items) {
      const card = item.targetId ? found.get(item.targetId) : undefined;
      const verdict = card && VERDICTS[action](factsOf(card), target);
      if (card && !verdict) moved.push(card);
      outcomes.push([
        item,
        !card ? GONE : verdict ? { kind: 'skipped', code: verdict.key, words: verdict.words } : { kind: 'done' },
      ]);
    }
    if (action === 'join_flow_pool')
      await joinFlowPool(
        inside,
        pool,
        moved.map(({ id, iccid }) => ({ cardId: id, iccid })),
      );
    else
      await leaveFlowPool(
        inside,
        pool,
        moved.flatMap(({ id }) => members.get(id) ?? []),
      );
    const into = action === 'join_flow_pool' ? pool : undefined;
    await showPool(inside, moved, into && asAnyPool(into));
    await writeEvents(
      inside,
      moved.map((card) => ({
        cardId: card.id,
        iccid: card.iccid,
        // Read by those who see the pool; whoever has the card below it learns nothing of pools above.
        customerId: pool.customer_id,
        action,
        result: 'done' as const,
        source: 'console' as const,
        from: into ? null : pool.pool_code,
        to: into?.pool_code ?? OUTSIDE,
        taskId: batch.task.id,
        actor: actorOfTask(batch.task),
      })),
    );
    await batch.settleIn(inside, outcomes);
  });
}

export const flowPoolTaskActions = FLOW_POOL_ACTIONS.map((action) =>
  itemAction({
    action,
    permissions: identifiersOfAction(action),
    chunkSize: 500,
    isLocal: true,
    undo: {
      never: text('加入或移出即可，已取用的流量不退回', 'Put cards in or take them out; what was drawn stays drawn'),
    },
    run: (ctx, batch) => change(ctx, batch, action),
  }),
);
