import type { CheckedTerm } from '@cardinal/contract/api/packages/carrierChecks.ts';
import { ValidityUnit } from '@cardinal/contract/enumerations/package.ts';
import type { CarrierRatePlan } from '../../carriers/face.ts';

/** A package as far as a carrier's plan can be compared with it. */
export type Comparable = {
  readonly code: string;
  readonly name: string;
  /** Null: unlimited. */
  readonly bytes: string | null;
  readonly unit: ValidityUnit;
  readonly count: number;
};

/** What a carrier's list says of a package, as it is kept. */
export type Finding = {
  readonly result: 'same' | 'nameDiffers' | 'differs' | 'noAllowance' | 'missing';
  readonly differing: readonly CheckedTerm[];
  readonly plan: CarrierRatePlan | null;
};

export const unitOf = ({ unit }: { readonly unit: 'month' | 'day' }): ValidityUnit => ValidityUnit.values[unit];

/** Names are written with and without spaces, in any case. */
const bare = (name: string) => name.replace(/\s+/g, '').toLowerCase();

function compared(here: Comparable, plan: CarrierRatePlan): Finding {
  const { bytes, period, name } = plan;
  const differing: CheckedTerm[] = [];
  // What the carrier does not tell is no difference.
  if (bytes !== null && (here.bytes === null || BigInt(bytes) !== BigInt(here.bytes))) differing.push('allowance');
  if (period !== null && (unitOf(period) !== here.unit || period.count !== here.count)) differing.push('period');
  const isOther = differing.length > 0;
  if (name !== null && bare(name) !== bare(here.name)) differing.push('name');
  if (isOther) return { result: 'differs', differing, plan };
  if (bytes === null) return { result: 'noAllowance', differing, plan };
  return { result: differing.length > 0 ? 'nameDiffers' : 'same', differing, plan };
}

/** Of plans that share a code, one that differs counts: the carrier may grant that one. */
export function findingOf(here: Comparable, plans: readonly CarrierRatePlan[]): Finding {
  const found = plans.filter(({ code }) => code === here.code).map((plan) => compared(here, plan));
  const gravest = found.find(({ result }) => result === 'differs') ?? found.find(({ result }) => result !== 'same');
  return gravest ?? found[0] ?? { result: 'missing', differing: [], plan: null };
}
