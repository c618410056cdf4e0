import { BUSINESS } from '@cardinal/contract/api/ledger/business.ts';
import { OrderType } from '@cardinal/contract/enumerations/order.ts';
import { ConsumeType } from '@cardinal/contract/enumerations/payment.ts';
import { money } from '@cardinal/primitives/money.ts';
import type { Selectable } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { type AccountOf, ofCustomer, openAccount, post } from '../../ledger/face.ts';
import type { RetailOrderTable } from '../retailTables.ts';

export type RetailOrderRow = Selectable<RetailOrderTable>;
type Paid = Pick<
  RetailOrderRow,
  | 'id'
  | 'order_no'
  | 'type'
  | 'customer_id'
  | 'end_user_id'
  | 'collector_id'
  | 'currency'
  | 'is_self_collected'
  | 'is_taken_in'
>;

/** The wallet of whoever buys. */
export const buyersWallet = ({
  end_user_id,
  customer_id,
  currency,
}: Pick<Paid, 'end_user_id' | 'customer_id' | 'currency'>): AccountOf => ({
  owner: 'endUser',
  ownerId: end_user_id,
  customerId: customer_id,
  currency,
  kind: 'walletPaid',
});

/** Where the money lies that the provider collected: the clearing account of the platform's merchant, or an agent's balance. */
async function collectedIn(ctx: Ctx, { collector_id, currency }: Paid, merchantId: string): Promise<AccountOf> {
  const collector = await customerOf(ctx.beyondScope('whoever collects from end users'), collector_id);
  return collector?.kind === 'PLATFORM'
    ? { owner: 'platform', ownerId: merchantId, customerId: collector_id, currency, kind: 'clearing' }
    : ofCustomer(collector_id, currency, 'balance');
}

/** Posts between the collector and the buyer's wallet; a positive amount came in. Where the seller has the cash, nothing is posted. */
async function move(
  ctx: Ctx,
  of: Paid,
  merchantId: string,
  { step, amount, kind }: { step: string; amount: bigint; kind: 'recharge' | 'refund' },
) {
  if (of.is_self_collected) return undefined;
  const [wallet, collector] = [
    await openAccount(ctx, buyersWallet(of)),
    await openAccount(ctx, await collectedIn(ctx, of, merchantId)),
  ];
  return post(
    ctx,
    {
      key: `${BUSINESS.retail}${of.id}:${step}`,
      kind,
      ...(of.type === OrderType.values.buyPackage && { consumeType: ConsumeType.values.platformPackage }),
      businessNo: of.order_no,
    },
    [
      { account: wallet, amount: money(amount, of.currency) },
      { account: collector, amount: money(-amount, of.currency) },
    ],
  );
}

/** What the buyer paid comes into his wallet. Undefined: the seller has the cash. */
export const takeIn = (ctx: Ctx, of: Paid, merchantId: string, amount: bigint) =>
  move(ctx, of, merchantId, { step: 'paid', amount, kind: 'recharge' });

/** What is returned to the buyer leaves his wallet, before the provider is asked for it; what never came there does not. */
export const giveOut = async (ctx: Ctx, of: Paid, merchantId: string, cause: string, amount: bigint) =>
  of.is_taken_in ? move(ctx, of, merchantId, { step: `back:${cause}`, amount: -amount, kind: 'refund' }) : undefined;
