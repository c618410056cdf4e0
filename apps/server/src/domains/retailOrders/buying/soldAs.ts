import type { OrderType } from '@cardinal/contract/enumerations/order.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionMap } from '../../../framework/contributions.ts';
import type { Failure } from '../cases/caseStore.ts';
import type { RetailOrderRow } from './retailMoney.ts';

/** What a later room sells to end users through the same payment, desk and refunds; the order's row is locked in every call. */
export type SoldAs = {
  readonly type: OrderType;
  /** Locks the card, and says why what was paid cannot be delivered: `late` goes back by itself, a failure waits at the desk. */
  readonly judge: (
    seller: Ctx,
    order: RetailOrderRow,
    isLate: boolean,
  ) => Promise<Failure | { late: Text } | undefined>;
  /** Delivers what lies in the buyer's wallet (or came to the seller); nothing has changed where it answers a failure. */
  readonly deliver: (seller: Ctx, order: RetailOrderRow) => Promise<Failure | undefined>;
  /** What of a delivered order can go back now, and what follows from it. */
  readonly refundable: (ctx: Ctx, order: RetailOrderRow) => Promise<{ most: bigint; whyNot?: Text; note?: Text }>;
  /** Takes back so much of it, before it is returned to the buyer. */
  readonly takeBack: (ctx: Ctx, order: RetailOrderRow, amount: bigint, reason: string) => Promise<void>;
};

export const soldAs = extensionMap('retailOrders.soldAs', (each: SoldAs) => String(each.type));

/** Who delivers an order that is no package. */
export const soldAsOf = (ctx: Ctx, { type }: Pick<RetailOrderRow, 'type'>): SoldAs | undefined =>
  ctx.contributed(soldAs).get(String(type));
