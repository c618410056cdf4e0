import { OrderType } from '@cardinal/contract/enumerations/order.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { RetailOrderRow } from './retailMoney.ts';

const TOP_UP = text('话费充值 {amount}', 'Card top-up {amount}');

/** A package has the title it was listed under; anything else is called in the reader's language. */
export const shownTitle = (
  ctx: Ctx,
  { type, title, price, currency }: Pick<RetailOrderRow, 'type' | 'title' | 'price' | 'currency'>,
) =>
  type === OrderType.values.buyPackage
    ? title
    : say(TOP_UP, ctx.language, { amount: moneyText(money(BigInt(price), currency)) });
