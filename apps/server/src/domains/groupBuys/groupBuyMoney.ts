import { type Money, money, negated } from '@cardinal/primitives/money.ts';
import type { Ctx } from '../../framework/context.ts';
import { customerOf } from '../customers/face.ts';
import { type AccountOf, ofCustomer, openAccount, post, requirePosted } from '../ledger/face.ts';
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

/** The seller keeps the price of expired codes: the platform as revenue, everybody else on the balance. */
export async function keepForCodes(ctx: Ctx, batch: Moved, step: string, minor: bigint): Promise<void> {
  const { seller_id: sellerId, currency } = batch;
  const isPlatform = (await customerOf(beyond(ctx), sellerId))?.kind === 'PLATFORM';
  const into: AccountOf = isPlatform
    ? { owner: 'platform', ownerId: sellerId, customerId: sellerId, currency, kind: 'revenue' }
    : ofCustomer(sellerId, currency, 'balance');
  await move(ctx, batch, step, minor, owedTo(batch), into, false);
}
