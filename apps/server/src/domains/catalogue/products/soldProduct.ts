import { ProductGap, ProductState } from '@cardinal/contract/enumerations/product.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { gapsByProduct, type HeldProduct } from './productStore.ts';

const RECALLED = text('产品已停止下发', 'The product is no longer given');
const TO_REPRICE = text('待调价', 'To be repriced');

/** Why a product takes no new cards and is not given on by who has it; undefined where it is sold. */
export async function whyNotSold(ctx: Ctx, product: HeldProduct): Promise<Text | undefined> {
  if (product.held === 'recalled') return RECALLED;
  if (product.state !== 'on') return ProductState.labelOf(product.state);
  if (product.held === 'toReprice') return TO_REPRICE;
  const [gap] = (await gapsByProduct(ctx, [product])).get(product.id) ?? [];
  return gap && ProductGap.labelOf(gap);
}
