import { type Money, money, negated } from '@cardinal/primitives/money.ts';
import type { Ctx } from '../../framework/context.ts';
import { customerOf } from '../customers/face.ts';
import { type About, type AccountOf, ofCustomer, openAccount, post, requirePosted } from '../ledger/face.ts';
import type { BatchRow } from './groupBuyTables.ts';

const beyond = (ctx: Ctx) => ctx.beyondScope('codes are sold from one customer to another');

type Moved = Pick<BatchRow, 'batch_no' | 'customer_id' | 'seller_id' | 'currency'>;

const amountOf = ({ currency }: Moved, minor: bigint): Money => money(minor, currency);

async function move(
  ctx: Ctx,
  batch: Moved,
  step: string,
  minor: bigint,
  from: AccountOf,
  to: AccountOf,
  isBack: boolean,
) {
  if (minor === 0n) return;
  const amount = amountOf(batch, minor);
  requirePosted(
    await post(
      ctx,
      { key: `codes:${batch.batch_no}:${step}`, kind: isBack ? 'refund' : 'transfer', businessNo: batch.batch_no },
      [
        { account: await openAccount(ctx, from), amount: negated(amount) },
        { account: await openAccount(ctx, to), amount },
      ],
    ),
  );
}

const balanceOf = (batch: Moved) => ofCustomer(batch.customer_id, batch.currency, 'balance');
/** What is owed to the buyer for codes: the price of those that are unused. */
const owedTo = (batch: Moved) => ofCustomer(batch.customer_id, batch.currency, 'payable');

/** The buyer pays for a batch: one posting, whatever its size. */
export const payForCodes = (ctx: Ctx, batch: Moved, minor: bigint): Promise<void> =>
  move(ctx, batch, 'paid', minor, balanceOf(batch), owedTo(batch), false);

/** The price of codes that will not be redeemed goes back to the buyer. */
export const returnForCodes = (ctx: Ctx, batch: Moved, step: string, minor: bigint): Promise<void> =>
  move(ctx, batch, step, minor, owedTo(batch), balanceOf(batch), true);

/** Where a seller has its money: the platform's is revenue, everybody else's is on the balance. */
async function purseOfSeller(ctx: Ctx, { seller_id: sellerId, currency }: Pick<Moved, 'seller_id' | 'currency'>) {
  const isPlatform = (await customerOf(beyond(ctx), sellerId))?.kind === 'PLATFORM';
  return isPlatform
    ? ({ owner: 'platform', ownerId: sellerId, customerId: sellerId, currency, kind: 'revenue' } satisfies AccountOf)
    : ofCustomer(sellerId, currency, 'balance');
}

/** The seller keeps the price of expired codes. */
export async function keepForCodes(ctx: Ctx, batch: Moved, step: string, minor: bigint): Promise<void> {
  await move(ctx, batch, step, minor, owedTo(batch), await purseOfSeller(ctx, batch), false);
}

/** What a shop paid too much or too little for an order goes between the two. */
export async function betweenShopAndSeller(
  ctx: Ctx,
  order: Omit<Moved, 'batch_no'>,
  about: About,
  { shop, seller }: { readonly shop: Money; readonly seller: Money },
): Promise<void> {
  requirePosted(
    await post(ctx, about, [
      { account: await openAccount(ctx, ofCustomer(order.customer_id, order.currency, 'balance')), amount: shop },
      { account: await openAccount(ctx, await purseOfSeller(ctx, order)), amount: seller },
    ]),
  );
}
