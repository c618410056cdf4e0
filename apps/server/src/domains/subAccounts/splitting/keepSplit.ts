import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { SplitRow } from '../subAccountTables.ts';
import { type Part, partsAtSource } from './splitRules.ts';

export const ofLevels = (ctx: Ctx) => ctx.beyondScope('a payment is split for several levels');

/**
 * Fixes who is paid at the source of a payment, in the transaction that begins it: by the very margins of what is sold. Levels
 * without an open account, or whose rule says no, are paid as ever.
 */
export async function keepSplit(
  ctx: Ctx,
  {
    paymentId,
    merchantId,
    price,
    margins,
  }: {
    readonly paymentId: string;
    readonly merchantId: string;
    readonly price: bigint;
    readonly margins: readonly Part[];
  },
): Promise<void> {
  const accounts = await ofLevels(ctx)
    .selectFrom('sub_accounts.account')
    .select(['id', 'customer_id', 'owner_id', 'user_no'])
    .where('merchant_id', '=', merchantId)
    .where('state', '=', 'open')
    .where('split_rule', '=', 'margin')
    .where(sql<boolean>`customer_id = any(${margins.map(({ customerId }) => customerId)}::bigint[])`)
    .execute();
  const accountOf = new Map(accounts.map((account) => [account.customer_id, account]));
  const rows = partsAtSource(price, margins, (customerId) => accountOf.has(customerId)).flatMap(
    ({ customerId, amount }) => {
      const account = accountOf.get(customerId);
      return account
        ? [
            {
              id: ctx.ids.next(),
              payment_id: paymentId,
              account_id: account.id,
              customer_id: customerId,
              merchant_id: merchantId,
              owner_id: account.owner_id,
              user_no: account.user_no,
              amount: String(amount),
              order_id: null,
              created_at: ctx.clock.now(),
            },
          ]
        : [];
    },
  );
  if (rows.length > 0) await ofLevels(ctx).insertInto('sub_accounts.split').values(rows).execute();
}

/** The parts of a payment; locked, they are those of the whole transaction. */
export const splitsOf = (ctx: Ctx, paymentId: string, lock = false): Promise<SplitRow[]> => {
  const rows = ofLevels(ctx)
    .selectFrom('sub_accounts.split')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('id');
  return (lock ? rows.forUpdate() : rows).execute();
};

/** Whether levels are paid at the source of a payment: what it is for then keeps its chain of prices. */
export const isSplit = async (ctx: Ctx, paymentId: string): Promise<boolean> =>
  (await splitsOf(ctx, paymentId)).length > 0;

/** The package order that a split payment pays, in the transaction that places it; one that failed is replaced by the next. */
export async function orderOfSplit(ctx: Ctx, paymentId: string, orderId: string): Promise<void> {
  await ofLevels(ctx)
    .updateTable('sub_accounts.split')
    .set({ order_id: orderId })
    .where('payment_id', '=', paymentId)
    .where('posted', '=', '0')
    .execute();
}
