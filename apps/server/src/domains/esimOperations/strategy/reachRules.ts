import type { StrategyState } from '@cardinal/contract/enumerations/esim.ts';
import type { Reach } from '../operationTables.ts';

/** What decides whom a chip belongs to for a strategy. */
export type Placed = {
  readonly strategyId: string | null;
  /** Its customer's and those above, from the root down. */
  readonly customerIds: readonly string[];
  readonly productCode: string | null;
  /** Its own tags and those of the numbers on it. */
  readonly tagIds: readonly string[];
};
export type Reaching = {
  readonly id: string;
  readonly state: StrategyState;
  readonly customer_id: string;
  readonly reach: Reach;
};

/** A strategy is for chips of its own customer and those below, as far as its scope names them. */
export function reaches({ customer_id, reach }: Reaching, chip: Placed): boolean {
  const among = (named: readonly string[], own: readonly string[]) =>
    named.length === 0 || named.some((each) => own.includes(each));
  return (
    chip.customerIds.includes(customer_id) &&
    among(reach.customerIds, chip.customerIds) &&
    among(reach.productCodes, chip.productCode === null ? [] : [chip.productCode]) &&
    among(reach.tagIds, chip.tagIds)
  );
}

const namedIn = ({ customerIds, productCodes, tagIds }: Reach) =>
  [customerIds, productCodes, tagIds].filter((list) => list.length > 0).length;

/**
 * The one strategy a chip follows, and those that only watch it. What the chip is bound to comes first; then whichever
 * names more of it, whichever is nearer to its customer, the newest.
 */
export function strategiesOver<S extends Reaching>(
  strategies: readonly S[],
  chip: Placed,
): { readonly acting: S | undefined; readonly watching: readonly S[] } {
  const isBound = ({ id }: S) => id === chip.strategyId;
  const depth = ({ customer_id }: S) => chip.customerIds.indexOf(customer_id);
  const over = strategies
    .filter((each) => isBound(each) || reaches(each, chip))
    .sort(
      (a, b) =>
        Number(isBound(b)) - Number(isBound(a)) ||
        namedIn(b.reach) - namedIn(a.reach) ||
        depth(b) - depth(a) ||
        Number(BigInt(b.id) - BigInt(a.id)),
    );
  return {
    acting: over.find(({ state }) => state === 'on'),
    watching: over.filter(({ state }) => state === 'shadow'),
  };
}
