import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { lockCards, type OwnerChange, writeEvents } from '../../cards/face.ts';
import { customerOf, idsOfPath, type Move, type MoveWitness } from '../../customers/face.ts';
import { showPool } from '../../pools/face.ts';
import type { FlowMemberRow, FlowPoolRow } from '../flowPoolTables.ts';
import { lockPools } from '../rating/lockPools.ts';
import { ofPools } from '../rating/poolStore.ts';
import { asAnyPool, leaveFlowPool, openMembers } from './members.ts';

const OTHER_OWNER = text('卡已离开流量池客户的名下', 'The card left the tree of the pool’s customer');

/** Takes cards, whose locks the caller holds, out of the pools they are in, and says so in their history. */
async function takeOut(ctx: Ctx, members: readonly FlowMemberRow[]): Promise<void> {
  if (members.length === 0) return;
  const pools = await lockPools(
    ctx,
    members.map(({ pool_id }) => pool_id),
  );
  for (const [poolId, own] of Map.groupBy(members, ({ pool_id }) => pool_id))
    await leaveFlowPool(ctx, pools.get(poolId) as FlowPoolRow, own);
  await showPool(
    ctx,
    members.map(({ card_id }) => ({ id: card_id, customer_id: '' })),
    undefined,
  );
  await writeEvents(
    ctx,
    members.map((member) => ({
      cardId: member.card_id,
      iccid: member.iccid,
      customerId: member.customer_id,
      action: 'leave_flow_pool' as const,
      result: 'done' as const,
      from: pools.get(member.pool_id)?.pool_code ?? null,
      to: text('无', 'None'),
      reason: OTHER_OWNER,
    })),
  );
}

/** A card that leaves the tree of its pool's customer leaves the pool; otherwise its new owner sees the code of its own pool only. */
export async function hearOwners(ctx: Ctx, changes: readonly OwnerChange[]): Promise<void> {
  const members = await openMembers(
    ctx,
    changes.map(({ cardId }) => cardId),
  );
  if (members.size === 0) return;
  const paths = new Map<string, readonly string[]>();
  for (const id of new Set(changes.map(({ customerId }) => customerId))) {
    const owner = await customerOf(ctx.beyondScope('where the new owner of a card stands'), id);
    paths.set(id, owner ? idsOfPath(owner.path) : [id]);
  }
  const moved = changes.flatMap(({ cardId, customerId }) => {
    const member = members.get(cardId);
    return member ? [{ member, customerId, stays: paths.get(customerId)?.includes(member.customer_id) ?? false }] : [];
  });
  const staying = Map.groupBy(
    moved.filter(({ stays }) => stays),
    ({ member }) => member.pool_id,
  );
  for (const [poolId, own] of staying) {
    const pool = await ofPools(ctx)
      .selectFrom('flow_pools.pool')
      .selectAll()
      .where('id', '=', poolId)
      .executeTakeFirstOrThrow();
    const cards = own.map(({ member, customerId }) => ({ id: member.card_id, customer_id: customerId }));
    await showPool(ctx, cards, asAnyPool(pool));
  }
  await takeOut(
    ctx,
    moved.flatMap(({ member, stays }) => (stays ? [] : [member])),
  );
}

/** Members that a move takes out of the tree of their pool's customer. */
async function membersLost(ctx: Ctx, { ids, leftIds }: Move): Promise<readonly FlowMemberRow[]> {
  const { rows } = await sql<FlowMemberRow>`
    select m.* from flow_pools.member m join cards.v_card c on c.id = m.card_id
    where m.left_at is null and c.customer_id = any(${[...ids]}::bigint[]) and m.customer_id = any(${[...leftIds]}::bigint[])
    order by m.card_id`.execute(ofPools(ctx));
  return rows;
}

/** Cards of a subtree that moves leave the flow pools of the customers above that it leaves. */
export const flowPoolWitness: MoveWitness = {
  look: async (ctx, move) => [
    {
      what: text('离开上级流量池的卡', 'Cards that leave flow pools of customers above'),
      count: (await membersLost(ctx, move)).length,
      effect: 'ends',
    },
  ],
  settle: async (ctx, move) => {
    const lost = await membersLost(ctx, move);
    await lockCards(
      ofPools(ctx),
      lost.map(({ card_id }) => card_id),
    );
    await takeOut(ctx, lost);
  },
};
