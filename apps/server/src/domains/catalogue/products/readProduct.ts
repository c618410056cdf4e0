import {
  type productOptions as optionsEndpoint,
  PRODUCT_TERMS,
  type readProduct as readEndpoint,
  type readProductVersions as versionsEndpoint,
} from '@cardinal/contract/api/catalogue/products.ts';
import { CardKind, CardSize, Lifecycle, RealNameMode, RealNameType } from '@cardinal/contract/enumerations/card.ts';
import { ImeiLock } from '@cardinal/contract/enumerations/product.ts';
import { BusinessMode } from '@cardinal/contract/enumerations/settlement.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { platformsNotOffered } from '../../settings/face.ts';
import { cardsByOtherTerms, cardsUnder, sumCards } from '../productUse.ts';
import { accountNames } from './accountNames.ts';
import { childrenWith } from './productList.ts';
import { changesBetween, type ProductTerms, type Term } from './productRules.ts';
import { findMine, gapsByProduct, heldProducts, termsOf } from './productStore.ts';

const MOST_OPTIONS = 100;

/** A product of the caller's customer. Receivers do not see its maker's own price. */
export async function readProduct(
  ctx: Ctx,
  { id }: QueryOf<typeof readEndpoint>,
): Promise<AnswerOf<typeof readEndpoint>> {
  const row = await findMine(ctx, id);
  if (!row || row.held === 'recalled') throw new Refused(notFound);
  const own = row.customer_id === accountOf(ctx).customerId;
  const [names, gaps, children, use, base] = await Promise.all([
    accountNames(ctx, [row.carrier_account_id]),
    gapsByProduct(ctx, [row]),
    childrenWith(ctx, [id]),
    cardsUnder(ctx, [row.code]),
    row.base_id && own ? findMine(ctx, row.base_id) : undefined,
  ]);
  const sums = sumCards(use);
  const missing = gaps.get(id) ?? [];
  const may = (permission: string) => holds(ctx.actor, permission);
  return {
    id,
    code: row.code,
    baseId: base?.id ?? null,
    baseCode: base?.code ?? null,
    state: row.state,
    platform: row.platform,
    carrierAccountName: names.get(row.carrier_account_id) ?? '',
    ...termsOf(row),
    cardPrice: own ? row.card_price : null,
    myReservePrice: may('proDistribute.money') ? row.my_reserve_price : null,
    currency: row.currency,
    gaps: missing,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    cards: sums.cards,
    olderCards: cardsByOtherTerms(use, row.version),
    lifecycles: Lifecycle.options.map(({ value }) => ({
      lifecycle: value,
      cards: use.reduce((sum, each) => sum + (each.lifecycle === value ? each.cards : 0), 0),
    })),
    distributed: children.get(id) ?? 0,
    offered: {
      edit: own && may('production.edit'),
      shelf: own && may('production.shelf'),
      delete: own && row.state === 'draft' && may('production.edit'),
      copy: own && may('production.edit'),
      narrow: !own && row.held === 'on' && row.state === 'on' && may('production.edit'),
      distribute: row.state === 'on' && row.held === 'on' && missing.length === 0 && may('proDistribute.distribute'),
    },
  };
}

export async function productOptions(
  ctx: Ctx,
  { keyword, platform, kind, id, code }: QueryOf<typeof optionsEndpoint>,
): Promise<AnswerOf<typeof optionsEndpoint>> {
  let query = heldProducts(ctx)
    .where('d.customer_id', '=', accountOf(ctx).customerId)
    .where('d.state', '=', 'on')
    .where(sql<boolean>`p.platform <> all(${await platformsNotOffered(ctx.db)}::int[])`);
  if (id !== undefined) query = query.where('p.id', '=', id);
  if (code !== undefined) query = query.where('p.code', '=', code);
  // A selected product keeps its name even if it is no longer sold.
  if (id === undefined && code === undefined) query = query.where('p.state', '=', 'on');
  if (keyword) {
    const like = likeContains(keyword);
    query = query.where(sql<boolean>`(p.code ilike ${like} or p.name ilike ${like})`);
  }
  if (platform !== undefined) query = query.where('p.platform', '=', platform as never);
  if (kind !== undefined) query = query.where('p.kind', '=', kind as never);
  const rows = await query.orderBy('p.platform').orderBy('p.code').limit(MOST_OPTIONS).execute();
  const seesMoney = holds(ctx.actor, 'proDistribute.money');
  return rows.map(({ id, code, name, platform, kind, floor }) => ({
    id,
    code,
    name,
    platform,
    kind,
    floor: seesMoney ? floor : null,
  }));
}

type Words = { labelOf: (value: unknown) => { zh: string; en: string } };
const SETS: Partial<Record<Term, Words>> = {
  kind: CardKind,
  sizes: CardSize,
  businessMode: BusinessMode,
  realNameMode: RealNameMode,
  realNameChannel: RealNameType,
  imeiLock: ImeiLock,
};

/** A term's value in readable form. */
function shown(ctx: Ctx, term: Term, value: unknown, accounts: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === '') return '—';
  if (term === 'carrierAccountId') return accounts.get(String(value)) ?? String(value);
  if (term === 'cardPrice') return `¥${moneyText(money(BigInt(String(value))))}`;
  const set = SETS[term];
  if (!set) return String(value);
  const label = (each: unknown) => say(set.labelOf(each), ctx.language);
  return Array.isArray(value) ? value.map(label).join(say(text('、', ', '), ctx.language)) : label(value);
}

export async function readProductVersions(
  ctx: Ctx,
  { id }: QueryOf<typeof versionsEndpoint>,
): Promise<AnswerOf<typeof versionsEndpoint>> {
  const product = await findMine(ctx, id);
  if (product?.customer_id !== accountOf(ctx).customerId) throw new Refused(notFound);
  const rows = await ctx.db
    .selectFrom('catalogue.product_version')
    .selectAll()
    .where('product_id', '=', id)
    .orderBy('version')
    .execute();
  const terms = rows.map((row) => row.terms as ProductTerms);
  const accounts = await accountNames(
    ctx,
    terms.map((each) => each.carrierAccountId),
  );
  return rows
    .map((row, at) => {
      const [before, after] = [terms[at - 1], terms[at] as ProductTerms];
      return {
        version: row.version,
        at: row.created_at.toISOString(),
        by: row.changed_by,
        changes: before
          ? changesBetween(before, after).map(({ term, from, to }) => ({
              term,
              label: say(PRODUCT_TERMS[term], ctx.language),
              from: shown(ctx, term, from, accounts),
              to: shown(ctx, term, to, accounts),
            }))
          : [],
      };
    })
    .reverse();
}
