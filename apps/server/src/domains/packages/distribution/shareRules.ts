import { money, moneyText, splitMoney } from '@cardinal/primitives/money.ts';

/** What a customer earns of a sale with all below it: an amount, or hundredths of a percent of its parent's margin or of the price. */
export type Share = { readonly kind: 'fixed' | 'margin' | 'price'; readonly value: bigint };

/** A share as sales keep it (`margin 2000`), in words: `2.00`, or `20 %`. */
export function shareText(kept: string, currency: string): string {
  const [kind, value = '0'] = kept.split(' ');
  return kind === 'fixed' ? moneyText(money(BigInt(value), currency)) : `${Number(value) / 100} %`;
}

/** Whoever gives shares: what it owes itself for the package, and the least it may ask of those below. */
export type Giver = { readonly owes: bigint; readonly least: bigint };

type Fraction = { readonly n: bigint; readonly d: bigint };

const WHOLE_PERCENT = 10_000n;
const whole = (n: bigint): Fraction => ({ n, d: 1n });
const isMore = (one: Fraction, other: Fraction): boolean => one.n * other.d > other.n * one.d;
const minus = (one: Fraction, other: Fraction): Fraction => ({
  n: one.n * other.d - other.n * one.d,
  d: one.d * other.d,
});
const scaled = (amount: Fraction, to: Fraction, from: Fraction): Fraction => ({
  n: amount.n * to.n * from.d,
  d: amount.d * to.d * from.n,
});
const atLeastNothing = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** What there is to share of a price: nobody above the giver gets less for it. */
const shareable = (paid: bigint, { owes, least }: Giver): Fraction =>
  whole(atLeastNothing(paid - (least > owes ? least : owes)));

/** What each share comes to by its own words, from the giver's child down. */
function agreed(paid: bigint, { owes }: Giver, shares: readonly Share[]): Fraction[] {
  let margin = whole(atLeastNothing(paid - owes));
  return shares.map(({ kind, value }) => {
    if (kind === 'fixed') margin = whole(value);
    else if (kind === 'price') margin = { n: paid * value, d: WHOLE_PERCENT };
    else margin = { n: margin.n * value, d: margin.d * WHOLE_PERCENT };
    return margin;
  });
}

/** The same where a price does not carry them: a share and all within it are lowered in proportion to what there is for it. */
function carried(paid: bigint, giver: Giver, shares: readonly Share[]): Fraction[] {
  let lowered = agreed(paid, giver, shares);
  let most = shareable(paid, giver);
  for (let at = 0; at < lowered.length; at += 1) {
    const [own, limit] = [lowered[at] as Fraction, most];
    if (isMore(own, limit)) lowered = lowered.map((each, index) => (index < at ? each : scaled(each, limit, own)));
    most = lowered[at] as Fraction;
  }
  return lowered;
}

/** By how much shares are more than a price leaves for them, in whole minor units; 0 where they fit. */
export function sharesOver(paid: bigint, giver: Giver, shares: readonly Share[]): bigint {
  let [most, over] = [shareable(paid, giver), 0n];
  for (const share of agreed(paid, giver, shares)) {
    const { n, d } = minus(share, most);
    const excess = n > 0n ? (n + d - 1n) / d : 0n;
    if (excess > over) over = excess;
    most = share;
  }
  return over;
}

/**
 * What the giver and each level below it keep of a price: the giver's margin by largest remainder, so that together they are the
 * margin to the smallest unit. Whoever stands above the giver gets what it is owed, whatever was paid.
 */
export function marginsOf(paid: bigint, giver: Giver, shares: readonly Share[]): bigint[] {
  const margin = atLeastNothing(paid - giver.owes);
  if (margin === 0n) return [0n, ...shares.map(() => 0n)];
  const whose = [whole(margin), ...carried(paid, giver, shares)];
  const kept = whose.map((own, at) => minus(own, whose[at + 1] ?? whole(0n)));
  const common = kept.reduce((product, { d }) => product * d, 1n);
  return splitMoney(
    money(margin),
    kept.map(({ n, d }) => (n * common) / d),
  ).map(({ minor }) => minor);
}

/** What each level below the giver owes its parent of a price: all that was paid without what it and those below it keep. */
export function owedBelow(paid: bigint, giver: Giver, shares: readonly Share[]): bigint[] {
  const [, ...kept] = marginsOf(paid, giver, shares);
  return kept.map((_, at) => paid - kept.slice(at).reduce((sum, each) => sum + each, 0n));
}
