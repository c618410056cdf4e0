import type { AllocationDirection, AllocationState } from '@cardinal/contract/enumerations/allocation.ts';

/** Who is the lower of both sides: it and everybody above it see the document. */
export const lowerOf = (direction: AllocationDirection, fromId: string, toId: string): string =>
  direction === 'allocate' ? toId : fromId;

/** How a finished document stands. */
export function stateOf({
  asked,
  done,
  reversed,
}: {
  readonly asked: number;
  readonly done: number;
  readonly reversed: number;
}): Exclude<AllocationState, 'running'> {
  if (done === 0) return 'failed';
  if (reversed >= done) return 'reversed';
  return done === asked ? 'done' : 'partial';
}

/** What a document moved in all. */
export const amountOf = (of: { readonly unit_price: string | null; readonly done: number }): string | null =>
  of.unit_price === null ? null : String(BigInt(of.unit_price) * BigInt(of.done));
