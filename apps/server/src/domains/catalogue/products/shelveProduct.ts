import {
  type deleteProduct as deleteEndpoint,
  productIncomplete,
  productWasUsed,
  type shelveProduct as shelveEndpoint,
} from '@cardinal/contract/api/catalogue/products.ts';
import { ProductGap } from '@cardinal/contract/enumerations/product.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { cardsUnder } from '../productUse.ts';
import { gapsByProduct } from './productStore.ts';
import { lockOwn } from './writeProduct.ts';

export async function shelveProduct(ctx: Ctx, { id, state }: BodyOf<typeof shelveEndpoint>): Promise<typeof DONE> {
  const product = await lockOwn(ctx, id);
  const gaps = state === 'on' ? ((await gapsByProduct(ctx, [product])).get(id) ?? []) : [];
  if (gaps.length > 0) {
    const words = gaps.map((gap) => ProductGap.labelOf(gap));
    throw new Refused(productIncomplete, {
      gaps: text(words.map(({ zh }) => zh).join('、'), words.map(({ en }) => en).join(', ')),
    });
  }
  await ctx.db
    .updateTable('catalogue.product')
    .set({ state, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  ctx.note({
    objectKind: 'product',
    objectId: id,
    summary: `${product.code} ${product.name}`,
    before: { state: product.state },
    after: { state },
  });
  return DONE;
}

/** Deletes a draft that was never distributed and has no cards; its code stays taken. */
export async function deleteProduct(ctx: Ctx, { id }: BodyOf<typeof deleteEndpoint>): Promise<typeof DONE> {
  const product = await lockOwn(ctx, id);
  const everywhere = { ...ctx, db: ctx.beyondScope('a card of any customer keeps a product from being deleted') };
  if (product.state !== 'draft' || (await cardsUnder(everywhere, [product.code])).length > 0) {
    throw new Refused(productWasUsed);
  }
  for (const table of ['product_distribution', 'product_version'] as const) {
    await ctx.db.deleteFrom(`catalogue.${table}`).where('product_id', '=', id).execute();
  }
  await ctx.db.deleteFrom('catalogue.product').where('id', '=', id).execute();
  ctx.note({ objectKind: 'product', objectId: id, summary: `${product.code} ${product.name}`, before: product });
  return DONE;
}
