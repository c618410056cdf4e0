import { PRODUCT_TERMS, type productTermsShape } from '@cardinal/contract/api/catalogue/products.ts';
import { ImeiLock, type ProductGap } from '@cardinal/contract/enumerations/product.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import type * as z from 'zod';

/** The terms of a product; a missing term is null. */
export type ProductTerms = {
  readonly [K in keyof typeof productTermsShape]: Exclude<z.output<(typeof productTermsShape)[K]>, undefined>;
};
export type Term = keyof ProductTerms;
export const TERMS = Object.keys(PRODUCT_TERMS) as Term[];

const STRICTNESS = ImeiLock.options.map(({ value }) => value);

/** Terms a variant inherits unchanged. */
export const TAKEN_OVER: readonly Term[] = [
  'carrierAccountId',
  'kind',
  'communicationPlan',
  'ratePlan',
  'apn',
  'businessMode',
];

const sameAsBase = problem('须与上级产品一致', 'Must match the parent’s product');
const atMost = (most: number): Problem =>
  problem('不能超过上级产品的 {most}', 'Cannot exceed {most}, the parent product’s value', { most });

/** Where a variant exceeds what its maker was given, term by term; empty if it only narrows. */
export function beyondBase(variant: ProductTerms, base: ProductTerms): ReadonlyMap<Term, Problem> {
  const found = new Map<Term, Problem>();
  for (const term of TAKEN_OVER) if (variant[term] !== base[term]) found.set(term, sameAsBase);
  if (variant.sizes.some((size) => !base.sizes.includes(size))) {
    found.set('sizes', problem('只能选择上级产品的规格', 'Only sizes of the parent’s product'));
  }
  for (const term of ['testDays', 'silentDays'] as const) {
    if (variant[term] > base[term]) found.set(term, atMost(base[term]));
  }
  if (base.serviceYears !== null && (variant.serviceYears === null || variant.serviceYears > base.serviceYears)) {
    found.set('serviceYears', atMost(base.serviceYears));
  }
  if (base.realNameMode !== null && variant.realNameMode !== base.realNameMode) found.set('realNameMode', sameAsBase);
  if (base.realNameChannel !== null && variant.realNameChannel !== base.realNameChannel) {
    found.set('realNameChannel', sameAsBase);
  }
  if (STRICTNESS.indexOf(variant.imeiLock) < STRICTNESS.indexOf(base.imeiLock)) {
    found.set('imeiLock', problem('不能比上级产品宽松', 'Cannot be looser than the parent’s product'));
  }
  return found;
}

/** What a product is judged by besides its own terms. */
export type Surroundings = {
  readonly isAccountOff: boolean;
  /** The carrier no longer has its communication plan. */
  readonly isPlanGone?: boolean;
  /** For a variant: the terms it narrows, or that its maker no longer has the product. */
  readonly base?: ProductTerms | 'gone' | undefined;
};

/** Why a product cannot be sold. */
export function gapsOf(terms: ProductTerms, around: Surroundings): ProductGap[] {
  const gaps: ProductGap[] = [];
  if (!terms.communicationPlan) gaps.push('communicationPlan');
  else if (around.isPlanGone) gaps.push('planGone');
  if (around.isAccountOff) gaps.push('account');
  if (around.base === 'gone') gaps.push('baseGone');
  else if (around.base && beyondBase(terms, around.base).size > 0) gaps.push('base');
  return gaps;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

export type TermChange = { readonly term: Term; readonly from: unknown; readonly to: unknown };

/** The terms that differ, in the order of the screen. The order of sizes is ignored. */
export function changesBetween(before: ProductTerms, after: ProductTerms): TermChange[] {
  return TERMS.flatMap((term) => {
    const [from, to] = [before[term], after[term]].map((value) => (Array.isArray(value) ? [...value].sort() : value));
    return same(from, to) ? [] : [{ term, from, to }];
  });
}
