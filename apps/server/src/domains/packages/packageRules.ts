import { PackageType, ValidityUnit } from '@cardinal/contract/enumerations/package.ts';
import type { CycleRule } from '@cardinal/primitives/cycle.ts';
import type { PeriodRule } from '@cardinal/primitives/period.ts';
import type { PackageVersionRow } from './packageTables.ts';

const ADD_ONS: readonly PackageType[] = [PackageType.values.voiceRefueling, PackageType.values.flowRefueling];

/** Any package but an add-on; a card has one of them in use. */
export const isMainPackage = (type: PackageType): boolean => !ADD_ONS.includes(type);

/** The period rule of a version on cards of a carrier account with these cycles. */
export const periodRuleOf = (
  version: Pick<PackageVersionRow, 'validity_unit' | 'validity_count' | 'boundary'>,
  cycle: CycleRule,
): PeriodRule => ({
  unit: version.validity_unit === ValidityUnit.values.month ? 'month' : 'day',
  count: version.validity_count,
  boundary: version.boundary,
  cycle,
});
