import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';
import type { Payee } from '../../providerAdapters/face.ts';
import type { PaymentTable } from '../paymentTables.ts';

/** A room that splits payments at their source: whom the provider pays beside the merchant, and from whom a refund takes it back. */
export type SplitAtSource = {
  /** Of a payment that is about to be asked for; fixed when it began. */
  readonly payees: (ctx: Ctx, paymentId: string) => Promise<readonly Payee[]>;
  /** In the transaction that asks for a refund: fixes who gives back how much of it. `payment` is as it was before. */
  readonly refundAsked: (
    ctx: Ctx,
    payment: PaymentTable,
    refund: { readonly id: string; readonly amount: bigint },
  ) => Promise<void>;
  /** By the first of the refunds that repeat each other. */
  readonly refundPayees: (ctx: Ctx, refundId: string) => Promise<readonly Payee[]>;
  /** A person has returned the money: nobody's part of it was taken back. */
  readonly paidByHand: (ctx: Ctx, payment: PaymentTable, refundId: string) => Promise<void>;
};

export const splitAtSource = extensionPoint<SplitAtSource>('payments.splitAtSource');

/** As the provider is told: nothing where nobody else is paid. */
export const payeesOf = async (asked: Promise<readonly Payee[]> | undefined) => {
  const payees = (await asked) ?? [];
  return payees.length > 0 ? { payees } : {};
};
