import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { daysOfCards } from '../../usage/face.ts';
import { addToPool, ofPools } from '../cycles/poolStore.ts';
import { countMoved, type Moved } from '../limits/hearDays.ts';
import { openFor } from '../membership/bringing.ts';
import { letGo } from '../membership/cardsInPools.ts';
import { calendarOf, enterPool } from '../membership/joining.ts';
import type { MemberRow, PoolRow } from '../poolTables.ts';

/** Whether a member can be moved as of the beginning of the cycle both pools are in: it was there before that began. */
export const wasThereAtTurn = (ctx: Ctx, from: PoolRow, to: PoolRow, member: MemberRow): boolean =>
  from.cycle === to.cycle &&
  from.cycle_starts_at.getTime() === to.cycle_starts_at.getTime() &&
  member.join_day < calendarOf(from, ctx.clock.now()).first;

/** What members brought to their pool in its cycle, which they bring there no more. */
async function takeBack(ctx: Ctx, from: PoolRow, members: readonly MemberRow[]): Promise<void> {
  const ids = members.map(({ id }) => id);
  const { rows } = await sql<{ contributed: string }>`
    select coalesce(sum(contributed), 0)::text as contributed from pools.member_cycle
    where member_id = any(${ids}::bigint[]) and cycle = ${from.cycle}`.execute(ofPools(ctx));
  await sql`
    update pools.member_cycle set contributed = 0
    where member_id = any(${ids}::bigint[]) and cycle = ${from.cycle} and contributed is not null`.execute(
    ofPools(ctx),
  );
  await addToPool(ctx, from, { cards: -members.length, contributed: -BigInt(rows[0]?.contributed ?? 0) });
}

/**
 * Moves members, whose cards' locks the caller holds, between locked pools as of the beginning of the cycle: the target has their whole
 * contribution and all they have used since, whenever within the cycle this is done. Answers what they bring there.
 */
export async function moveAtTurn(ctx: Ctx, from: PoolRow, to: PoolRow, members: readonly MemberRow[]): Promise<bigint> {
  if (members.length === 0) return 0n;
  const at = from.cycle_starts_at;
  const { first: day } = calendarOf(from, ctx.clock.now());
  const cardIds = members.map(({ card_id }) => card_id);
  await takeBack(ctx, from, members);
  await sql`
    update pools.member set left_at = ${at}, leave_day = ${day}::date, leave_mark = 0
    where id = any(${members.map(({ id }) => id)}::bigint[])`.execute(ofPools(ctx));
  await letGo(ctx, cardIds);
  const entered = await enterPool(
    ctx,
    to,
    members.map((member) => ({ cardId: member.card_id, iccid: member.iccid, mark: 0n, left: member })),
    { at, day },
  );
  await addToPool(ctx, to, { cards: entered.length, contributed: 0n });
  await openFor(
    ctx,
    to,
    entered.map(({ id, cardId }) => ({ id, card_id: cardId })),
  );
  await moveUsed(ctx, entered, { to, at, day });
  const { rows } = await sql<{ contributed: string }>`
    select coalesce(sum(contributed), 0)::text as contributed from pools.member_cycle
    where member_id = any(${entered.map(({ id }) => id)}::bigint[]) and cycle = ${to.cycle}`.execute(ofPools(ctx));
  return BigInt(rows[0]?.contributed ?? 0);
}

/** What was read since the cycle began counts where the cards have been since. */
async function moveUsed(
  ctx: Ctx,
  entered: readonly { readonly id: string; readonly cardId: string; readonly left: MemberRow }[],
  { to, at, day }: { readonly to: PoolRow; readonly at: Date; readonly day: string },
): Promise<void> {
  const days = await daysOfCards(
    ctx,
    entered.map(({ cardId }) => ({ cardId, fromDay: day })),
  );
  const moved = entered.flatMap(({ id, cardId, left }) => {
    const joined: MemberRow = {
      ...left,
      ...{ id, pool_id: to.id, customer_id: to.customer_id, joined_at: at, join_day: day, join_mark: '0' },
      cap_bytes: null,
    };
    return (days.get(cardId) ?? []).flatMap(({ day: on, bytes }): Moved[] =>
      bytes === 0n
        ? []
        : [
            { member: left, day: on, bytes: -bytes },
            { member: joined, day: on, bytes },
          ],
    );
  });
  if (moved.length > 0) await countMoved(ctx, moved);
}
