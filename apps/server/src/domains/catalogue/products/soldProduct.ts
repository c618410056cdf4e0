import { ProductGap, ProductState } from '@cardinal/contract/enumerations/product.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { gapsByProduct, type HeldProduct } from './productStore.ts';

export const RECALLED = text('产品已停止下发', 'The product is no longer distributed');
const TO_REPRICE = text('待调价', 'Pending repricing');

/** Why a product takes no new cards and its holder cannot distribute it; undefined if it is sold. */
function notSold(product: HeldProduct, gaps: readonly ProductGap[]): Text | undefined {
  if (product.held === 'recalled') return RECALLED;
  if (product.state !== 'on') return ProductState.labelOf(product.state);
  if (product.held === 'toReprice') return TO_REPRICE;
  return gaps[0] && ProductGap.labelOf(gaps[0]);
}

/** Why products are not sold, in their order; the gaps of a product are the same for every holder. */
export async function whyNotSoldEach(ctx: Ctx, held: readonly HeldProduct[]): Promise<(Text | undefined)[]> {
  const gaps = await gapsByProduct(ctx, [...new Map(held.map((each) => [each.id, each])).values()]);
  return held.map((each) => notSold(each, gaps.get(each.id) ?? []));
}

export const whyNotSold = async (ctx: Ctx, product: HeldProduct): Promise<Text | undefined> =>
  (await whyNotSoldEach(ctx, [product]))[0];
