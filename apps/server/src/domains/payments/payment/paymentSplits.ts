import type { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionMap } from '../../../framework/contributions.ts';
import type { Payee } from '../../providerAdapters/face.ts';
import type { PaymentTable, RefundTable } from '../paymentTables.ts';

/** How the provider is told that a payment is split: whom it pays at once, or that it is frozen to be split later. */
export type SplitAsked = { readonly payees?: readonly Payee[]; readonly isFrozen?: true };

/** A room that splits the payments of one provider, at their source or afterwards, and takes back what refunds ask for. */
export type PaymentSplits = {
  readonly provider: PaymentProvider;
  /** Of a payment that is about to be asked for; fixed when it began. */
  readonly asked: (ctx: Ctx, paymentId: string) => Promise<SplitAsked>;
  /** In the transaction that asks for a refund. `payment` is as it was before. */
  readonly refundAsked?: (
    ctx: Ctx,
    payment: PaymentTable,
    refund: { readonly id: string; readonly amount: bigint },
  ) => Promise<void>;
  /**
   * Before a refund is asked of the provider, outside any transaction: asks back what was split before. False while that has not
   * ended: the refund waits. `refundId` is the first of those that repeat each other.
   */
  readonly isReadyToRefund?: (ctx: Ctx, payment: PaymentTable, refundId: string) => Promise<boolean>;
  /** From whom the provider takes the refund, beside the merchant. */
  readonly refundPayees?: (ctx: Ctx, refundId: string) => Promise<readonly Payee[]>;
  /** A person has returned the money: nobody's part of it was taken back. */
  readonly paidByHand?: (ctx: Ctx, payment: PaymentTable, refundId: string) => Promise<void>;
};

export const paymentSplits = extensionMap('payments.paymentSplits', (each: PaymentSplits) => String(each.provider));

/** The room that splits payments like this one, if any does. */
export const splitsOf = (ctx: Ctx, { provider }: Pick<PaymentTable, 'provider'>): PaymentSplits | undefined =>
  ctx.contributed(paymentSplits).get(String(provider));

/** The first of the refunds that repeat each other: what is taken back is fixed with it. */
export const firstOf = ({ id, repeats_id }: Pick<RefundTable, 'id' | 'repeats_id'>): string => repeats_id ?? id;

/** From whom the provider takes a refund, as it is told: nothing where nobody else was paid. */
export async function refundPayeesOf(ctx: Ctx, payment: PaymentTable, refund: RefundTable) {
  const payees = (await splitsOf(ctx, payment)?.refundPayees?.(ctx, firstOf(refund))) ?? [];
  return payees.length > 0 ? { payees } : {};
}
