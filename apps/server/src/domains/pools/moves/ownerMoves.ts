import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { lockCards, type OwnerChange, writeEvents, writeOwnColumns } from '../../cards/face.ts';
import { customerOf, idsOfPath, type Move, type MoveWitness } from '../../customers/face.ts';
import { codeFor, leaveEach } from '../actions/poolActions.ts';
import { ofPools } from '../cycles/poolStore.ts';
import { openMemberships } from '../membership/leaving.ts';
import { lockPools } from '../membership/lockPools.ts';
import type { MemberRow } from '../poolTables.ts';

const OTHER_OWNER = text('卡已离开卡池客户的名下', 'The card left the tree of the pool’s customer');

/** Takes cards, whose locks the caller holds, out of the pools they are in, and says so in their history. */
async function takeOut(ctx: Ctx, members: readonly MemberRow[]): Promise<void> {
  if (members.length === 0) return;
  const pools = await lockPools(
    ctx,
    members.map(({ pool_id }) => pool_id),
  );
  await leaveEach(ctx, members, pools);
  await writeOwnColumns(
    ctx,
    members.map(({ card_id }) => ({ id: card_id, written: { pool_code: null } })),
  );
  await writeEvents(
    ctx,
    members.map((member) => ({
      cardId: member.card_id,
      iccid: member.iccid,
      customerId: member.customer_id,
      action: 'leave_pool' as const,
      result: 'done' as const,
      from: pools.get(member.pool_id)?.pool_code ?? null,
      to: text('无', 'None'),
      reason: OTHER_OWNER,
    })),
  );
}

/** A card that leaves the tree of its pool's customer leaves the pool; otherwise its new owner sees the code of its own pool only. */
export async function hearOwners(ctx: Ctx, changes: readonly OwnerChange[]): Promise<void> {
  const members = await openMemberships(
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
  const staying = moved.filter(({ stays }) => stays);
  if (staying.length > 0) {
    const pools = await ofPools(ctx)
      .selectFrom('pools.pool')
      .selectAll()
      .where(sql<boolean>`id = any(${staying.map(({ member }) => member.pool_id)}::bigint[])`)
      .execute();
    const poolOf = new Map(pools.map((pool) => [pool.id, pool]));
    await writeOwnColumns(
      ctx,
      staying.map(({ member, customerId }) => ({
        id: member.card_id,
        written: { pool_code: codeFor({ customer_id: customerId }, poolOf.get(member.pool_id)) },
      })),
    );
  }
  await takeOut(
    ctx,
    moved.flatMap(({ member, stays }) => (stays ? [] : [member])),
  );
}

/** Members that a move takes out of the tree of their pool's customer, or of that of a pool above it. */
async function membersLost(ctx: Ctx, { ids, leftIds }: Move): Promise<readonly MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select m.* from pools.member m join pools.pool p on p.id = m.pool_id join cards.v_card c on c.id = m.card_id
    where m.left_at is null and c.customer_id = any(${[...ids]}::bigint[])
      and exists (select from pools.pool up where p.path like up.path || '%' and up.customer_id = any(${[...leftIds]}::bigint[]))
    order by m.card_id`.execute(ofPools(ctx));
  return rows;
}

/** A subtree that moves leaves the pools it had a part in: its cards leave, and its sub-pools are closed. */
export const poolWitness: MoveWitness = {
  look: async (ctx, move) => [
    {
      what: text('离开上级卡池的卡', 'Cards that leave pools of customers above'),
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
    const now = ctx.clock.now();
    await sql`
      update pools.pool p set state = 'closed', closed_at = ${now}, updated_at = ${now}, version = version + 1
      where p.state = 'enabled' and p.customer_id = any(${[...move.ids]}::bigint[]) and exists (
        select from pools.pool up where up.id <> p.id and p.path like up.path || '%'
          and up.customer_id = any(${[...move.leftIds]}::bigint[]))`.execute(ofPools(ctx));
  },
};
