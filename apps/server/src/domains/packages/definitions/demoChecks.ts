import { ValidityUnit } from '@cardinal/contract/enumerations/package.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { CarrierCheckRow, PackageRow } from '../packageTables.ts';

const HOUR_MS = 3_600_000;

type Told = Pick<CarrierCheckRow, 'result'> & Partial<CarrierCheckRow> & { readonly hoursAgo: number };

/** What the simulated carriers say of packages: one that runs shorter there, one without its volume, one with a wrong code. */
const TOLD: Readonly<Record<string, Told>> = {
  'GJ-F1G7D': {
    hoursAgo: 3,
    result: 'differs',
    differing: ['period', 'name'],
    plan_name: 'Global 1 GB',
    plan_bytes: String(1_024 ** 3),
    plan_unit: ValidityUnit.values.day,
    plan_count: 5,
  },
  'YD-M1G': { hoursAgo: 3, result: 'noAllowance', differing: ['name'], plan_name: 'DEMO-1GB' },
  'YD-F10G': { hoursAgo: 50, result: 'missing' },
};

export async function seedChecks(ctx: Ctx, packages: readonly PackageRow[]): Promise<void> {
  const now = ctx.clock.now().getTime();
  const rows = packages.flatMap((each): CarrierCheckRow[] => {
    const told = TOLD[each.code];
    if (!told || !each.carrier_account_id || !each.carrier_package_code) return [];
    const { hoursAgo, ...finding } = told;
    return [
      {
        package_id: each.id,
        differing: [],
        version_id: each.current_version_id,
        package_name: each.name,
        carrier_account_id: each.carrier_account_id,
        carrier_package_code: each.carrier_package_code,
        plan_name: null,
        plan_bytes: null,
        plan_unit: null,
        plan_count: null,
        checked_by: 'operator',
        checked_at: new Date(now - hoursAgo * HOUR_MS),
        ...finding,
      },
    ];
  });
  await ctx.db.insertInto('packages.carrier_check').values(rows).execute();
}
