import type { StrategyState } from '@cardinal/contract/enumerations/esim.ts';
import type { Reach } from '../operationTables.ts';

/** What decides whether a strategy applies to a chip. */
export type Placed = {
  readonly strategyId: string | null;
  /** Its customer and that customer's ancestors, from the root down. */
  readonly customerIds: readonly string[];
  readonly productCode: string | null;
  /** Tags of the chip and of the numbers on it. */
  readonly tagIds: readonly string[];
};
export type Reaching = {
  readonly id: string;
  readonly state: StrategyState;
  readonly customer_id: string;
  readonly reach: Reach;
};

/** A strategy applies to chips of its own customer and of its descendants, as far as its scope includes them. */
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
 * The one strategy a chip follows, and those in shadow mode. A strategy bound to the chip comes first, then the more specific
 * one, then the one of the nearer customer, then the newest.
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
