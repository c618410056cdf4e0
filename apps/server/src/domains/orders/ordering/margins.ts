import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';
import type { OrderRow } from './orderMoney.ts';
import type { Step } from './orderRules.ts';

/** A line of an order that was delivered and paid. */
export type SoldLine = {
  readonly id: string;
  readonly cardId: string;
  readonly iccid: string;
  readonly platform: number;
  /** Which of the card's records. */
  readonly unit: number;
};

export type MarginAccount = 'profitFrozen' | 'profit';

/** The account of each customer. */
export type Accounts = ReadonlyMap<string, MarginAccount>;

/** Whoever keeps account of what each level earned, line by line. It is told in the transactions that post the money. */
export type MarginKeeper = {
  /** These levels earned these margins with each of the lines, as frozen profit. */
  readonly sold: (
    ctx: Ctx,
    sale: { order: OrderRow; lines: readonly SoldLine[]; steps: readonly Step[] },
  ) => Promise<void>;
  /**
   * These levels give back of each of these lines what the steps say. Answers for each line from which account each level does;
   * before accounts are locked.
   */
  readonly givenBack: (
    ctx: Ctx,
    back: { order: OrderRow; lineIds: readonly string[]; steps: readonly Step[] },
  ) => Promise<ReadonlyMap<string, Accounts>>;
};

export const marginKeeper = extensionPoint<MarginKeeper>('orders.marginKeeper');
