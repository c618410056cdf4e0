import type { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionMap } from '../../../framework/contributions.ts';
import type { PaymentTable } from '../paymentTables.ts';

/** How a payment ended for what it was for. */
export type Settled =
  /** It got its due. */
  | 'settled'
  /** It cannot get it now (whoever has to give it is short): asked again later, the money is kept. */
  | 'later'
  /** It has had it from another payment: this one goes back. */
  | 'again';

/** What a room does about payments for what it sells; all of it in the payment's transaction, whose row is locked. */
export type PaidFor = {
  readonly scene: PaymentScene;
  /** Called for a paid payment until it answers `settled` or `again`. */
  readonly settle: (ctx: Ctx, payment: PaymentTable) => Promise<Settled>;
  /** Called when a payment can no longer be paid, or what came goes back because it is not what was asked for. */
  readonly ended: (ctx: Ctx, payment: PaymentTable, why: 'closed' | 'refused' | 'returned') => Promise<void>;
};

export const paidFor = extensionMap('payments.paidFor', (each: PaidFor) => each.scene);

export function roomOf(ctx: Ctx, scene: PaymentScene): PaidFor {
  const found = ctx.contributed(paidFor).get(scene);
  if (!found) throw new Error(`Nobody sells for ${scene}`);
  return found;
}
