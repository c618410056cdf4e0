import { OrderSource } from '@cardinal/contract/enumerations/order.ts';
import type { AccountKind } from '@cardinal/contract/enumerations/publicAccount.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';

const { wechat, miniProgram } = OrderSource.values;
/** Where an order comes from, by the account in which it was bought. */
export const ORDER_SOURCES: Readonly<Record<AccountKind, OrderSource>> = { publicAccount: wechat, miniProgram };

type Window = {
  readonly is_on_sale: boolean;
  readonly sale_from: Date | null;
  readonly sale_until: Date | null;
};

const OFF = text('已下架', 'Not on sale');
const EARLY = text('未到开售时间', 'Not on sale yet');
const LATE = text('已过停售时间', 'No longer on sale');

/** Why a listing is not sold at a moment, whoever asks; undefined: it is. */
export function whyNotSold({ is_on_sale, sale_from, sale_until }: Window, now: Date): Text | undefined {
  if (!is_on_sale) return OFF;
  if (sale_from && now < sale_from) return EARLY;
  return sale_until && now >= sale_until ? LATE : undefined;
}

/** How often a card may still buy it; null: as often as one likes. Unpaid orders count: they may still be paid. */
export const leftOf = (buyLimit: number, bought: number): number | null =>
  buyLimit === 0 ? null : Math.max(0, buyLimit - bought);

/** The lowest price: nobody sells below what it owes, nor below the least that the level above asks for. */
export const leastPrice = (step: { readonly reservePrice: string; readonly minPrice: string }): bigint => {
  const [reserve, least] = [BigInt(step.reservePrice), BigInt(step.minPrice)];
  return reserve > least ? reserve : least;
};
