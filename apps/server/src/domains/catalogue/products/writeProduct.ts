import {
  type copyProduct as copyEndpoint,
  type createProduct as createEndpoint,
  type editProduct as editEndpoint,
  notYourProduct,
  productCodeTaken,
  productHasCards,
} from '@cardinal/contract/api/catalogue/products.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, invalid, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { problem } from '@cardinal/primitives/problem.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import type { ProductRow } from '../catalogueTables.ts';
import { keepMaker } from '../distributing/giving.ts';
import { isBelowFloor } from '../distributing/priceRules.ts';
import { belowFloorAt } from '../distributing/prices.ts';
import { cardsByOtherTerms, cardsUnder, sumCards } from '../productUse.ts';
import { beyondBase, changesBetween, type ProductTerms, TAKEN_OVER, TERMS } from './productRules.ts';
import {
  columnsOf,
  findMine,
  type HeldProduct,
  keepVersion,
  PRODUCTS,
  surroundingsOf,
  termsOf,
} from './productStore.ts';

type Given = BodyOf<typeof createEndpoint>;

/** The terms from a body; missing or empty ones are null. */
const termsGiven = (body: Omit<Given, 'code' | 'baseId'>): ProductTerms =>
  Object.fromEntries(
    TERMS.map((term) => [term, body[term] === undefined || body[term] === '' ? null : body[term]]),
  ) as ProductTerms;

/** Refuses a variant that exceeds its base product, and a price below what its maker owes. */
function refuseBeyond(terms: ProductTerms, base: ProductTerms, floor: string | null): void {
  const fields: FieldProblem[] = [...beyondBase(terms, base)].map(([field, found]) => ({ field, ...found }));
  if (fields.length > 0) throw new Refused(invalid, {}, fields);
  if (terms.cardPrice !== null && floor !== null && isBelowFloor(terms.cardPrice, floor)) {
    throw belowFloorAt('cardPrice', floor);
  }
}

/** An account of the caller's own customer or its descendants; agents cannot make products on the platform's accounts. */
async function ownAccount(ctx: Ctx, id: string) {
  const account = await ctx.db
    .selectFrom('carriers.v_account')
    .select(['id', 'platform'])
    .where('id', '=', id)
    .where('state', '!=', 'off')
    .executeTakeFirst();
  if (!account || account.platform === -1) {
    const found = problem('通道不存在或已停用', 'Carrier account not found or disabled');
    throw new Refused(invalid, {}, [{ field: 'carrierAccountId', ...found }]);
  }
  return account;
}

/** Creates a draft with its first version, held by its maker only. */
async function makeDraft(ctx: Ctx, code: string, terms: ProductTerms, more: Pick<ProductRow, 'base_id' | 'platform'>) {
  const now = ctx.clock.now();
  const id = ctx.ids.next();
  const { customerId } = accountOf(ctx);
  await refuseDuplicate(
    'product_code_pkey',
    refusedAt('code', productCodeTaken),
    ctx.db.insertInto('catalogue.product_code').values({ code: code.toUpperCase(), product_id: id }).execute(),
  );
  const row = { id, customer_id: customerId, code, ...more, ...columnsOf(terms), state: 'draft' as const };
  await ctx.db
    .insertInto('catalogue.product')
    .values({ ...row, created_at: now, updated_at: now })
    .execute();
  await keepMaker(ctx, PRODUCTS, id, customerId);
  await keepVersion(ctx, id, 1, terms);
  ctx.note({ objectKind: 'product', objectId: id, summary: `${code} ${terms.name}`, after: { code, ...terms } });
  return { id };
}

export async function createProduct(
  ctx: Ctx,
  { code, baseId, ...body }: Given,
): Promise<AnswerOf<typeof createEndpoint>> {
  const terms = termsGiven(body);
  if (baseId === undefined) {
    const { platform } = await ownAccount(ctx, terms.carrierAccountId);
    return makeDraft(ctx, code, terms, { base_id: null, platform });
  }
  const base = await findMine(ctx, baseId);
  // A customer's own product is copied, not narrowed.
  if (base?.held !== 'on' || base.state !== 'on' || base.from_customer_id === null) throw new Refused(notFound);
  refuseBeyond(terms, termsOf(base), base.floor);
  return makeDraft(ctx, code, terms, { base_id: baseId, platform: base.platform });
}

/** The product, locked until the transaction ends; refused unless the caller's customer made it. */
export async function lockOwn(ctx: Ctx, id: string): Promise<HeldProduct> {
  const found = await findMine(ctx, id);
  if (!found || found.held === 'recalled') throw new Refused(notFound);
  if (found.customer_id !== accountOf(ctx).customerId) throw new Refused(notYourProduct);
  const locked = await ctx.db
    .selectFrom('catalogue.product')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...found, ...locked };
}

async function writeTerms(ctx: Ctx, product: ProductRow, terms: ProductTerms): Promise<number> {
  const version = product.version + 1;
  await ctx.db
    .updateTable('catalogue.product')
    .set({ ...columnsOf(terms), version, updated_at: ctx.clock.now() })
    .where('id', '=', product.id)
    .execute();
  await keepVersion(ctx, product.id, version, terms);
  return version;
}

/** Terms inherited by variants change with the product, at all levels. */
async function carryDown(ctx: Ctx, base: ProductRow, terms: ProductTerms): Promise<void> {
  const taken = Object.fromEntries(TAKEN_OVER.map((term) => [term, terms[term]])) as Partial<ProductTerms>;
  const variants = await ctx.db
    .selectFrom('catalogue.product')
    .selectAll()
    .where('base_id', '=', base.id)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const variant of variants) {
    const before = termsOf(variant);
    const after = { ...before, ...taken };
    if (changesBetween(before, after).length > 0) await writeTerms(ctx, variant, after);
    await carryDown(ctx, variant, after);
  }
}

export async function editProduct(
  ctx: Ctx,
  { id, version, ...body }: BodyOf<typeof editEndpoint>,
): Promise<AnswerOf<typeof editEndpoint>> {
  const product = await lockOwn(ctx, id);
  if (product.version !== version) throw new Refused(changedByAnother);
  const [before, terms] = [termsOf(product), termsGiven(body)];
  const use = await cardsUnder(ctx, [product.code]);
  const { cards } = sumCards(use);
  const isMoved = terms.carrierAccountId !== before.carrierAccountId;
  if (cards > 0 && (isMoved || terms.kind !== before.kind)) {
    throw refusedAt(isMoved ? 'carrierAccountId' : 'kind', productHasCards);
  }
  if (isMoved && product.base_id === null) {
    const { platform } = await ownAccount(ctx, terms.carrierAccountId);
    await ctx.db.updateTable('catalogue.product').set({ platform }).where('id', '=', id).execute();
  }
  if (product.base_id !== null) {
    const base = (await surroundingsOf(ctx, [product])).get(id)?.base;
    const mine = await findMine(ctx, product.base_id);
    if (base && base !== 'gone') refuseBeyond(terms, base, mine?.floor ?? null);
  }
  const changes = changesBetween(before, terms);
  if (changes.length === 0) return { id, version, cards: 0 };
  const next = await writeTerms(ctx, product, terms);
  await carryDown(ctx, product, terms);
  ctx.note({
    objectKind: 'product',
    objectId: id,
    summary: `${product.code} ${terms.name}`,
    before: Object.fromEntries(changes.map(({ term, from }) => [term, from])),
    after: Object.fromEntries(changes.map(({ term, to }) => [term, to])),
  });
  return { id, version: next, cards: cardsByOtherTerms(use, next) };
}

/** Copies the terms to a draft with another code and name. */
export async function copyProduct(
  ctx: Ctx,
  { id, code, name }: BodyOf<typeof copyEndpoint>,
): Promise<AnswerOf<typeof copyEndpoint>> {
  const product = await lockOwn(ctx, id);
  const { base_id, platform } = product;
  return makeDraft(ctx, code, { ...termsOf(product), name }, { base_id, platform });
}
