import { CardKind, type Platform } from '@cardinal/contract/enumerations/card.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, sql } from 'kysely';
import { CANCELLED, productMismatch, type Verdict } from '../../cardBatches/face.ts';
import type { CardRow } from '../../cards/face.ts';
import type { ProductFacts } from '../../catalogue/face.ts';

/** A card's owner, product and whether a request is open at its carrier; codes contain no colon. */
export const ABOUT_OWNER: RawBuilder<string> = sql<string>`(
  c.customer_id || ':' || exists (select 1 from card_commands.v_asked_change a where a.card_id = c.id)
  || ':' || coalesce(c.product_code, ''))`;

export type Owned = {
  readonly platform: Platform;
  readonly kind: CardKind;
  readonly carrierStatus: string;
  readonly ownerId: string;
  readonly productCode: string | null;
  /** Its carrier has not answered a request yet. */
  readonly isAsked: boolean;
};

/** Parses those facts from the text the cards were grouped by. */
export function ownedBy(group: {
  readonly platform: Platform;
  readonly kind: CardKind;
  readonly carrierStatus: string;
  readonly pendingAction: string;
  readonly about: string;
}): Owned {
  const { platform, kind, carrierStatus, pendingAction } = group;
  const [ownerId = '', isAsked, productCode] = group.about.split(':');
  const isOpen = pendingAction !== '' || isAsked === 'true';
  return { platform, kind, carrierStatus, ownerId, productCode: productCode || null, isAsked: isOpen };
}

/** Where cards go, and who may own them now. */
export type Giving = {
  readonly toId: string;
  /** The owners whose cards may go there: for allocating the ancestors, for recovering the descendants. */
  readonly fromIds: ReadonlySet<string>;
  readonly notFrom: Verdict;
  /** The new owner's products by code. */
  readonly held: ReadonlyMap<string, ProductFacts>;
  /** The product all cards get there; without it each keeps its own. */
  readonly product: string | undefined;
  /** When recovering, a product the new owner does not have is removed from the card instead of preventing the move. */
  readonly leavesProduct: boolean;
  /** What a card costs, and the products of who sells it by code. */
  readonly sold?: {
    readonly price: string;
    readonly sellerId: string;
    readonly products: ReadonlyMap<string, Pick<ProductFacts, 'floor'>>;
  };
};

const ALREADY: Verdict = { key: 'already', words: text('已在该客户名下', 'Already owned by this customer') };
const OPEN: Verdict = {
  key: 'changeOpen',
  words: text('有未完成的运营商指令', 'A carrier command is still open'),
};
const ESIM: Verdict = {
  key: 'esim',
  words: text('eSIM 码号在 eSIM 管理中划拨', 'eSIM code numbers are allocated in eSIM management'),
};
const NO_PRODUCT: Verdict = {
  key: 'noProduct',
  words: text('卡没有产品，请指定目标客户的产品', 'The card has no product; select a product of the target customer'),
};
const NOT_HELD: Verdict = {
  key: 'productNotHeld',
  words: text('目标客户没有该卡的产品', 'The target customer does not have the card’s product'),
};
const NOT_OWN: Verdict = {
  key: 'notOwnStock',
  words: text('只能对本客户名下的卡收取卡价', 'A price is charged for your own customer’s cards only'),
};
const BELOW_RESERVE: Verdict = {
  key: 'belowReserve',
  words: text('卡价低于该卡产品的底价', 'The price is below the minimum for the card’s product'),
};
export const NOT_ABOVE: Verdict = {
  key: 'notAbove',
  words: text(
    '不在目标客户的上级名下，请先回收',
    'The owner is not an ancestor of the target customer; take the card back first',
  ),
};
export const NOT_BELOW: Verdict = { key: 'notBelow', words: text('不在下级客户名下', 'Not owned by a child customer') };

type Movable = Pick<CardRow, 'kind' | 'platform' | 'carrier_status' | 'pending_action'>;
/** Why a card can be moved nowhere now. */
export function neverMoved({ kind, platform, carrier_status, pending_action }: Movable): Text | undefined {
  if (kind === CardKind.values.esim) return ESIM.words;
  if (lifecycleOf(platform as Platform, carrier_status) === 'cancelled') return CANCELLED;
  return pending_action === null ? undefined : OPEN.words;
}

/** Why a card cannot be taken back to its own customer: it is there already, or it can be moved nowhere. */
export const neverRecovered = (card: Movable & Pick<CardRow, 'customer_id'>, ownId: string): Text | undefined =>
  card.customer_id === ownId && card.kind !== CardKind.values.esim ? ALREADY.words : neverMoved(card);

/** Why a card cannot be moved there. */
export function allocationVerdict(card: Owned, giving: Giving): Verdict | undefined {
  if (card.kind === CardKind.values.esim) return ESIM;
  if (card.ownerId === giving.toId) return ALREADY;
  if (!giving.fromIds.has(card.ownerId)) return giving.notFrom;
  if (giving.sold && card.ownerId !== giving.sold.sellerId) return NOT_OWN;
  if (lifecycleOf(card.platform, card.carrierStatus) === 'cancelled') return { key: 'cancelled', words: CANCELLED };
  if (card.isAsked) return OPEN;
  return giving.leavesProduct ? undefined : productVerdict(card, giving);
}

function productVerdict(card: Owned, { product: asked, held, sold }: Giving): Verdict | undefined {
  const code = asked ?? card.productCode;
  if (code === null) return NO_PRODUCT;
  const product = held.get(code);
  if (!product) return NOT_HELD;
  return (
    productMismatch(product, card) ?? (sold && isBelow(sold.price, sold.products.get(code)) ? BELOW_RESERVE : undefined)
  );
}

/** Whether a price is below what its seller may ask for a card of this product. */
export const isBelow = (price: string, product: Pick<ProductFacts, 'floor'> | undefined): boolean =>
  product?.floor != null && BigInt(price) < BigInt(product.floor);

/** The card's product at its new owner, at the version for new cards unless it keeps its own. */
export function productAfter(
  card: { readonly productCode: string | null; readonly version: number | null },
  { product: asked, held }: Giving,
): { product: string | null; version: number | null } {
  const code = asked ?? card.productCode;
  const product = code === null ? undefined : held.get(code);
  if (!product) return { product: null, version: null };
  return { product: product.code, version: product.code === card.productCode ? card.version : product.version };
}
