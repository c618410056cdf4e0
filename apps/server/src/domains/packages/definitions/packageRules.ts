import { PackageMode, type PackageType, ValidityUnit } from '@cardinal/contract/enumerations/package.ts';
import type { PackageVersionRow } from '../packageTables.ts';

/** What a version says: its allowance, period and rules. */
export type VersionTerms = Omit<
  PackageVersionRow,
  'id' | 'package_id' | 'number' | 'created_by' | 'created_at' | 'flow_spec_id' | 'voice_spec_id' | 'period_spec_id'
>;
export type Term = keyof VersionTerms;

const TERMS: Readonly<Record<Term, true>> = {
  units: true,
  flow_bytes: true,
  flow_direction: true,
  voice_seconds: true,
  voice_step: true,
  sms_count: true,
  validity_unit: true,
  validity_count: true,
  boundary: true,
  reset: true,
  effective_type: true,
  postpone_days: true,
  follow_main: true,
  real_name_required: true,
  renewable: true,
  max_renewals: true,
  refund_rule: true,
  enforcement: true,
  max_reading_age_minutes: true,
};

/** The terms that differ; none means that an edit needs no new version. */
export const termsChanged = (before: VersionTerms, after: VersionTerms): Term[] =>
  (Object.keys(TERMS) as Term[]).filter((term) => before[term] !== after[term]);

/** A data package in shared mode fills flow pools and is on no card. */
export const feedsPools = ({ type, mode }: { readonly type: PackageType; readonly mode: PackageMode }): boolean =>
  type === 'flow' && mode === PackageMode.values.shared;

/** A refuelling package is added to a running main package and never stands alone. */
export const isRefuelling = (type: PackageType): boolean => type === 'voiceRefueling' || type === 'flowRefueling';

/** How many months one record of a version lasts; days are thirtieths. */
export const monthsOf = ({
  validity_unit,
  validity_count,
}: Pick<PackageVersionRow, 'validity_unit' | 'validity_count'>): number =>
  validity_unit === ValidityUnit.values.month ? validity_count : validity_count / 30;
