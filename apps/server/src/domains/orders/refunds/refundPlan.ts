import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Part } from '../ordering/orderRules.ts';
import type { SoldPackage } from '../ordering/soldPackage.ts';
import { refundPart } from './refundRules.ts';

const { unused, using } = PackageUsageState.values;

export type Which = {
  readonly usages: 'waiting' | 'using' | 'all';
  readonly usageId?: string;
  /** Only what waits of these packages, which their maker ends. */
  readonly packageIds?: readonly string[];
};

/** Whether a record is one of those meant. */
export const isMeant = (
  which: Which,
  record: { readonly id: string; readonly package_id: string; readonly state: number },
): boolean =>
  statesOf(which).some((each) => each === record.state) &&
  (!which.usageId || which.usageId === record.id) &&
  (!which.packageIds || which.packageIds.includes(record.package_id));

/** What a maker ends before it began is given back whole, whatever was agreed for a customer that changes its mind. */
export const ruleFor = (which: Which, { refundRule }: Pick<SoldPackage, 'refundRule'>): SoldPackage['refundRule'] =>
  which.packageIds ? 'wholeUnstarted' : refundRule;

export const statesOf = ({ usages }: Which): readonly (0 | 1)[] =>
  usages === 'all' ? [unused, using] : [usages === 'using' ? using : unused];

/** A record as far as its refund depends on it; equal ones are worth the same. */
export type RefundFacts = {
  readonly zone: string;
  readonly isUsing: boolean;
  readonly startsAt: Date;
  readonly endsAt: Date;
};

const BY_VOLUME = {
  key: 'refundByVolume',
  words: text('按剩余用量退订须先核算用量', 'A refund by volume waits until its usage is known'),
};

/** It is still delivered there, and paid for. */
const NOT_BY_SOURCE = {
  key: 'notBySource',
  words: text('外部套餐，来源不支持退订', 'An external package; its source takes nothing back'),
};

/** How much of a record of this package is given back now, or why that cannot be said. */
export function partOfRecord(
  { refundRule: rule, flowBytes, isExternal }: Pick<SoldPackage, 'refundRule' | 'flowBytes' | 'isExternal'>,
  { zone, startsAt, endsAt, isUsing }: RefundFacts,
  now: Date,
): { readonly part: Part; readonly rule: string } | { readonly key: string; readonly words: Text } {
  if (isExternal) return NOT_BY_SOURCE;
  if (rule === 'proRataVolume' && isUsing) return BY_VOLUME;
  const part = refundPart({ rule, hasStarted: isUsing, startsAt, endsAt, zone, flowBytes, usedBytes: null }, now);
  return { part, rule };
}
