import { BUSINESS } from '@cardinal/contract/api/ledger/business.ts';
import { RechargeKind } from '@cardinal/contract/enumerations/order.ts';
import { ConsumeType } from '@cardinal/contract/enumerations/payment.ts';
import { money } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { announceCards, type LockedCard, lockCards } from '../../cards/face.ts';
import { customerOf } from '../../customers/face.ts';
import { type AccountOf, ofCustomer } from '../../ledger/face.ts';
import { creditFrom } from '../../orders/face.ts';
import type { TopUpRow } from '../rechargeTables.ts';
import { bonusLeft } from './topUpRules.ts';

/** Of one owner at a time, so that one who stays short keeps nobody else waiting. */
const AT_ONCE = 100;
const { none, given, waiting, lost, cancelled } = {
  none: 'none',
  given: 'given',
  waiting: 'waiting',
  lost: 'lost',
  cancelled: 'cancelled',
} as const;

export const beyond = (ctx: Ctx) => ctx.beyondScope('top-ups of whoever pays, in the transaction of their order');

/** What a bonus costs is taken from its owner's balance; the platform's is less revenue. */
export async function bonusAccount(
  ctx: Ctx,
  { customer_id, currency }: Pick<TopUpRow, 'customer_id' | 'currency'>,
): Promise<AccountOf> {
  const owner = await customerOf(beyond(ctx), customer_id);
  return owner?.kind === 'PLATFORM'
    ? { owner: 'platform', ownerId: customer_id, customerId: customer_id, currency, kind: 'revenue' }
    : ofCustomer(customer_id, currency, 'balance');
}

export const lockTopUp = (ctx: Ctx, id: string): Promise<TopUpRow | undefined> =>
  beyond(ctx).selectFrom('card_recharges.top_up').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const writeTopUp = (ctx: Ctx, id: string, change: Partial<TopUpRow>) =>
  beyond(ctx).updateTable('card_recharges.top_up').set(change).where('id', '=', id).execute();

/** What becomes of the bonus of a top-up that has just been credited: its card's first recharge or not. */
export const dueBonus = ({ bonus, kind }: Pick<TopUpRow, 'bonus' | 'kind'>, isFirst: boolean) =>
  bonus === '0' ? none : kind === RechargeKind.values.first && !isFirst ? lost : waiting;

/**
 * Adds the bonus of a locked top-up to its locked card, from the owner's balance. While that is short it waits, owed to the card;
 * it is tried again every minute.
 */
export async function giveBonus(
  ctx: Ctx,
  card: Pick<LockedCard, 'id' | 'iccid' | 'customer_id'>,
  topUp: TopUpRow,
  orderNo: string,
): Promise<boolean> {
  const amount = money(bonusLeft(BigInt(topUp.bonus), BigInt(topUp.amount), BigInt(topUp.paid_back)), topUp.currency);
  if (amount.minor === 0n) {
    await writeTopUp(ctx, topUp.id, { bonus_state: cancelled });
    return false;
  }
  const { id, posted } = await creditFrom(ctx, card, {
    from: await bonusAccount(ctx, topUp),
    payerId: topUp.customer_id,
    wallet: 'walletGift',
    amount,
    remark: null,
    about: {
      key: `${BUSINESS.retail}${topUp.id}:bonus`,
      kind: 'deduction',
      consumeType: ConsumeType.values.publicAccountPackage,
      businessNo: orderNo,
    },
  });
  await writeTopUp(
    ctx,
    topUp.id,
    posted.isPosted
      ? { bonus_state: given, gift_id: id, gift_back: String(BigInt(topUp.bonus) - amount.minor) }
      : { bonus_state: waiting },
  );
  return posted.isPosted;
}

/** Gives what is owed to cards, once its owner can pay it. */
export async function giveOwed(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const owed = await beyond(ctx)
    .selectFrom((of) =>
      of
        .selectFrom('card_recharges.top_up')
        .select(['id', 'card_id'])
        .select(sql<string>`row_number() over (partition by customer_id order by id)`.as('place'))
        .where('bonus_state', '=', waiting)
        .as('t'),
    )
    .innerJoin('retail_orders.v_order as o', 'o.id', 't.id')
    .select(['t.id', 't.card_id', 'o.order_no'])
    .where('t.place', '<=', String(AT_ONCE))
    .orderBy('t.id')
    .execute();
  for (const { id, card_id, order_no } of owed) {
    if (signal?.aborted) return;
    await ctx.transact(async (inside) => {
      // The card before its top-ups, as in a refund.
      const [card] = await lockCards(beyond(inside), [card_id]);
      const topUp = await lockTopUp(inside, id);
      if (!card || topUp?.bonus_state !== waiting) return;
      if (await giveBonus(inside, card, topUp, order_no)) await announceCards(inside, [card]);
    });
  }
}

export const giveOwedJob = job({
  name: 'cardRecharges.bonuses',
  payload: z.object({}),
  schedule: '* * * * *',
  run: (ctx, _payload, signal) => giveOwed(ctx, signal),
});
