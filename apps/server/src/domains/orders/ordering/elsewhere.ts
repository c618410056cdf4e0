import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';
import type { OrderRow } from './orderMoney.ts';

export type LineTaken = { readonly id: string; readonly cardId: string; readonly iccid: string };

/** Whoever delivers packages that are not metered here, such as those of another platform. */
export type DeliveredElsewhere = {
  /**
   * Takes over lines of an order, in the transaction that judged them: whether it delivers this package. Of each it says later what
   * came of it (`settleElsewhere`); until then it is «ordering», its money held and its item awaiting confirmation.
   */
  readonly take: (
    ctx: Ctx,
    taken: { readonly order: OrderRow; readonly lines: readonly LineTaken[]; readonly periods: number },
  ) => Promise<boolean>;
};

export const deliveredElsewhere = extensionPoint<DeliveredElsewhere>('orders.deliveredElsewhere');
