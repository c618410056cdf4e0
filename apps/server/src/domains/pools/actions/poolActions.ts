import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { POOL_ACTIONS, type PoolAction } from '@cardinal/contract/api/pools/batchActions.ts';
import { poolNotFound } from '@cardinal/contract/api/pools/refusals.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { identifiersOfAction } from '@cardinal/contract/permissions/batchActions.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { BatchAction } from '../../cardBatches/face.ts';
import {
  actorOfTask,
  type LockedCard,
  lockCards,
  type NewCardEvent,
  writeEvents,
  writeOwnColumns,
} from '../../cards/face.ts';
import { itemAction, type LeasedBatch, type LeasedItem, type Outcome } from '../../tasks/face.ts';
import { allowancesOf } from '../membership/allowances.ts';
import { poolsOfCards } from '../membership/cardsInPools.ts';
import { joinPool } from '../membership/joining.ts';
import { leavePool, openMemberships } from '../membership/leaving.ts';
import { lockPools } from '../membership/lockPools.ts';
import type { MemberRow, PoolRow } from '../poolTables.ts';
import { moveAtTurn, wasThereAtTurn } from './moveAtTurn.ts';
import { aboutPool, factsIn, poolAsked, targetOf } from './poolFacts.ts';
import { joinVerdict, leaveVerdict, type PoolCard, type Target, transferVerdict } from './poolVerdicts.ts';
import { countTransferred, heldTransfer, transferStands } from './transferStore.ts';

const VERDICTS = { join_pool: joinVerdict, leave_pool: leaveVerdict, pool_transfer: transferVerdict } as const;

/** Cards into a pool, out of it, and from one into another: judged in the preview, and again under their locks. */
export const poolBatchActions: readonly BatchAction[] = POOL_ACTIONS.map((action) => ({
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
        { ...factsIn(about), carrierAccountId, isCancelled: lifecycleOf(platform, carrierStatus) === 'cancelled' },
        target,
      );
  },
}));

type Held = {
  readonly item: LeasedItem;
  readonly card: LockedCard;
  readonly member: MemberRow | undefined;
  /** The pool it is in, of whatever kind. */
  readonly poolId: string;
};

const GONE: Outcome = { kind: 'skipped', code: 'notFound', words: cardNotFound.text };
const NO_POOL: Outcome = { kind: 'failed', code: 'poolNotFound', words: poolNotFound.text };
const OUTSIDE = text('无', 'None');

async function mainPackages(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const now = ctx.clock.now();
  const rows = await ctx.db
    .selectFrom('orders.v_main_package')
    .select(['card_id', 'package_id'])
    .where(sql<boolean>`card_id = any(${[...ids]}::bigint[])`)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .execute();
  return new Map(rows.map((row) => [row.card_id, row.package_id]));
}

const factsOf = ({ card, poolId }: Held, packages: ReadonlyMap<string, string>): PoolCard => ({
  isCancelled: lifecycleOf(card.platform as Platform, card.carrier_status) === 'cancelled',
  ownerId: card.customer_id,
  carrierAccountId: card.carrier_account_id,
  packageId: packages.get(card.id) ?? '',
  poolId,
});

/** Takes cards out of their pools; answers what each may still bring elsewhere in this cycle. */
export async function leaveEach(
  ctx: Ctx,
  members: readonly MemberRow[],
  pools: ReadonlyMap<string, PoolRow>,
): Promise<ReadonlyMap<string, bigint>> {
  const open = new Map<string, bigint>();
  for (const [poolId, own] of Map.groupBy(members, ({ pool_id }) => pool_id)) {
    const pool = pools.get(poolId);
    if (pool) for (const [cardId, bytes] of await leavePool(ctx, pool, own)) open.set(cardId, bytes);
  }
  return open;
}

async function enter(ctx: Ctx, pool: PoolRow, held: readonly Held[], brings?: ReadonlyMap<string, bigint>) {
  const ids = held.map(({ card }) => card.id);
  const allowances = await allowancesOf(ctx, ids, pool.package_id);
  await joinPool(
    ctx,
    pool,
    held.map(({ card }) => ({
      cardId: card.id,
      iccid: card.iccid,
      allowance: allowances.get(card.id) ?? 0n,
      ...(brings ? { brings: brings.get(card.id) ?? 0n } : {}),
    })),
  );
}

/** What the card's owner is shown: the code of a pool of its own, nothing of pools above it. */
export const codeFor = (card: Pick<LockedCard, 'customer_id'>, pool: PoolRow | undefined): string | null =>
  pool && pool.customer_id === card.customer_id ? pool.pool_code : null;

/** Moves members of one pool as of the beginning of the cycle where its transfer says so and they were there; the others now. */
async function move(
  ctx: Ctx,
  held: readonly Held[],
  { pool, pools, isAtTurn }: { pool: PoolRow; pools: ReadonlyMap<string, PoolRow>; isAtTurn: boolean },
): Promise<bigint> {
  const atTurn = new Map<string, MemberRow[]>();
  const now: Held[] = [];
  for (const each of held) {
    const { member } = each;
    const from = member && pools.get(member.pool_id);
    if (isAtTurn && from && wasThereAtTurn(ctx, from, pool, member))
      atTurn.set(from.id, [...(atTurn.get(from.id) ?? []), member]);
    else now.push(each);
  }
  let contributed = 0n;
  for (const [fromId, members] of atTurn)
    contributed += await moveAtTurn(ctx, pools.get(fromId) as PoolRow, pool, members);
  const open = await leaveEach(
    ctx,
    now.flatMap(({ member }) => member ?? []),
    pools,
  );
  await enter(ctx, pool, now, open);
  return now.reduce((sum, { card }) => sum + (open.get(card.id) ?? 0n), contributed);
}

/** What the history of a card says: all of it to whoever sees both pools, to whoever has the lower one that alone. */
function eventsOf(
  { card, member }: Held,
  {
    batch,
    action,
    from,
    to,
    isUp,
  }: {
    batch: LeasedBatch;
    action: PoolAction;
    from: PoolRow | undefined;
    to: PoolRow | undefined;
    isUp: boolean;
  },
): readonly NewCardEvent[] {
  const said = {
    ...{ cardId: card.id, iccid: card.iccid, action, result: 'done' as const, source: 'console' as const },
    ...{ taskId: batch.task.id, actor: actorOfTask(batch.task) },
  };
  const left = member ? (from?.pool_code ?? null) : null;
  const came = to?.pool_code ?? OUTSIDE;
  const customerId = (to ?? from)?.customer_id ?? card.customer_id;
  if (!from || !to || from.customer_id === to.customer_id) return [{ ...said, customerId, from: left, to: came }];
  const [upper, lower] = isUp ? [to, from] : [from, to];
  return [
    { ...said, customerId: upper.customer_id, from: left, to: came },
    { ...said, customerId: lower.customer_id, from: isUp ? left : OUTSIDE, to: isUp ? OUTSIDE : came },
  ];
}

async function change(ctx: Ctx, batch: LeasedBatch, action: PoolAction): Promise<void> {
  await ctx.transact(async (inside) => {
    const cards = await lockCards(
      inside.db,
      batch.items.flatMap(({ targetId }) => targetId ?? []),
    );
    const found = new Map(cards.map((card) => [card.id, card]));
    const members = await openMemberships(
      inside,
      cards.map(({ id }) => id),
    );
    const asked = await poolAsked(inside, batch.task.parameters as { poolId?: string }).catch(() => undefined);
    if (!asked)
      return batch.settleIn(
        inside,
        batch.items.map((item) => [item, NO_POOL]),
      );
    const pools = await lockPools(inside, [asked.id, ...[...members.values()].map(({ pool_id }) => pool_id)]);
    const transfer = await heldTransfer(inside, batch.task.id);
    const pool = pools.get(asked.id) ?? asked;
    const isIn = await poolsOfCards(inside, [...found.keys()]);
    const named = [...pools.keys(), ...[...isIn.values()].map(({ id }) => id)];
    const target: Target = { ...(await targetOf(inside, pool, named)), pool };
    const packages = await mainPackages(inside, [...found.keys()]);
    const outcomes: (readonly [LeasedItem, Outcome])[] = [];
    const moved: Held[] = [];
    for (const item of batch.items) {
      const card = item.targetId ? found.get(item.targetId) : undefined;
      if (!card) {
        outcomes.push([item, GONE]);
        continue;
      }
      const held = { item, card, member: members.get(card.id), poolId: isIn.get(card.id)?.id ?? '' };
      const verdict =
        (transfer && transferStands(transfer, held.poolId)) ?? VERDICTS[action](factsOf(held, packages), target);
      if (verdict) outcomes.push([item, { kind: 'skipped', code: verdict.key, words: verdict.words }]);
      else {
        moved.push(held);
        outcomes.push([item, { kind: 'done' }]);
      }
    }
    if (action === 'pool_transfer') {
      const contributed = await move(inside, moved, { pool, pools, isAtTurn: Boolean(transfer?.effective_at) });
      if (transfer) await countTransferred(inside, transfer, { done: moved.length, of: outcomes.length, contributed });
    } else {
      await leaveEach(
        inside,
        moved.flatMap(({ member }) => member ?? []),
        pools,
      );
      if (action === 'join_pool') await enter(inside, pool, moved);
    }
    const into = action === 'leave_pool' ? undefined : pool;
    await writeOwnColumns(
      inside,
      moved.map(({ card }) => ({ id: card.id, written: { pool_code: codeFor(card, into) } })),
    );
    await writeEvents(
      inside,
      moved.flatMap((held) => {
        const from = held.member && pools.get(held.member.pool_id);
        const isUp = from !== undefined && target.owners.has(from.customer_id);
        return eventsOf(held, { batch, action, from, to: into, isUp });
      }),
    );
    await batch.settleIn(inside, outcomes);
  });
}

export const poolTaskActions = POOL_ACTIONS.map((action) =>
  itemAction({
    action,
    permissions: identifiersOfAction(action),
    chunkSize: 500,
    isLocal: true,
    undo: {
      never: text(
        '移出或转移即可，账期内的贡献不恢复',
        'Take cards out or move them on; what they brought is not restored',
      ),
    },
    run: (ctx, batch) => change(ctx, batch, action),
  }),
);
