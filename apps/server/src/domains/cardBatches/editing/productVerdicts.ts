import type { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type ProductFacts, productHeldBy } from '../../catalogue/face.ts';
import { CANCELLED, type FactGroup, type Verdict } from '../selection/selectionVerdicts.ts';

/** A card's owner, product and product version; codes contain no colon. */
export const ABOUT_PRODUCT: RawBuilder<string> = sql<string>`(c.customer_id || ':' || coalesce(c.product_code, '') || ':' || coalesce(c.product_version, 0))`;

const NOT_HELD: Verdict = {
  key: 'productNotHeld',
  words: text('客户没有该产品', 'The customer does not have the product'),
};
const OTHER_SORT: Verdict = {
  key: 'productOtherSort',
  words: text('运营商或卡类型与产品不一致', 'Carrier or card kind does not match the product'),
};
const ALREADY: Verdict = {
  key: 'already',
  words: text('已在该产品的当前版本', 'Already on the current version of this product'),
};

/** Why this kind of card cannot have the product, whoever owns it. */
export function productMismatch(
  product: ProductFacts,
  card: { readonly platform: Platform; readonly kind: CardKind },
): Verdict | undefined {
  if (product.notSold) return { key: `productNotSold:${product.notSold.en}`, words: product.notSold };
  return product.platform === card.platform && product.kind === card.kind ? undefined : OTHER_SORT;
}

type Judged = Pick<FactGroup, 'platform' | 'kind' | 'carrierStatus' | 'about'>;

/** Why a card is not moved to a product, judged by its customer's products. */
export function productVerdict(card: Judged, heldBy: ReadonlyMap<string, ProductFacts>): Verdict | undefined {
  const [customerId = '', code, version] = card.about.split(':');
  const product = heldBy.get(customerId);
  if (!product) return NOT_HELD;
  if (lifecycleOf(card.platform, card.carrierStatus) === 'cancelled') return { key: 'cancelled', words: CANCELLED };
  const fault = productMismatch(product, card);
  if (fault) return fault;
  return product.code === code && product.version === Number(version) ? ALREADY : undefined;
}

/** Like `productVerdict`, but for any version of the product: restoring a former one is never «already there». */
export const formerProductVerdict = (
  card: Omit<Judged, 'about'>,
  customerId: string,
  heldBy: ReadonlyMap<string, ProductFacts>,
): Verdict | undefined => productVerdict({ ...card, about: `${customerId}::` }, heldBy);

export async function judgeProduct(ctx: Ctx, productCode: string, groups: readonly FactGroup[]) {
  const customers = new Set(groups.map((group) => group.about.split(':')[0] ?? ''));
  const heldBy = await productHeldBy(ctx, productCode, [...customers]);
  return (group: FactGroup) => productVerdict(group, heldBy);
}
