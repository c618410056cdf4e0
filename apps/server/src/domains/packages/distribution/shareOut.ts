import type { ShareOut } from '../../catalogue/face.ts';
import { owedBelow, type Share } from './shareRules.ts';

type Step = Parameters<ShareOut>[2][number];

const shareOf = ({ share }: Step): Share => ({
  kind: share?.shareKind ?? 'fixed',
  value: BigInt(share?.shareValue ?? 0),
});

/** Nobody orders through it: it is sold below a share at a price of its own, or for a share nobody set a retail price for. */
const broken = (step: Step): Step => ({ ...step, reservePrice: null });

/**
 * Steps from the root down as they owe each other: those that have the package for a share owe what follows from what an end user
 * pays (the retail price, if nothing else is said) and from what the last above them owes by a price of its own; `cost` is that of
 * the maker.
 */
export function sharedOut(steps: readonly Step[], cost: bigint, paid?: bigint): readonly Step[] {
  const first = steps.findIndex(({ share }) => share);
  if (first === -1) return steps;
  const [above, below] = [steps.slice(0, first), steps.slice(first)];
  const retail = below[0]?.share?.retailPrice;
  const ended = below.findIndex(({ share }) => !share);
  const shared = ended === -1 ? below : below.slice(0, ended);
  const giver = above.at(-1);
  if (!retail || !giver) return [...above, ...below.map(broken)];
  const owes = giver.reservePrice === null ? cost : BigInt(giver.reservePrice);
  const least = BigInt(giver.minPrice ?? 0);
  const owed = owedBelow(paid ?? BigInt(retail), { owes, least }, shared.map(shareOf));
  return [
    ...above,
    ...shared.map((step, at) => {
      const reservePrice = String(owed[at] ?? 0n);
      return { ...step, reservePrice, minPrice: reservePrice, suggestPrice: retail };
    }),
    ...below.slice(shared.length).map(broken),
  ];
}
