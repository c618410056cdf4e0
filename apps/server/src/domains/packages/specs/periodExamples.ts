import { PeriodBoundary, ValidityUnit } from '@cardinal/contract/enumerations/package.ts';
import { type CycleRule, cycleOf } from '@cardinal/primitives/cycle.ts';
import { type PeriodRule, periodOf } from '@cardinal/primitives/period.ts';
import type { Ctx } from '../../../framework/context.ts';

type PeriodSpec = { readonly unit: ValidityUnit; readonly count: number; readonly boundary: PeriodBoundary };

const BOUNDARIES = {
  [PeriodBoundary.values.naturalMonth]: 'natural',
  [PeriodBoundary.values.carrierCycle]: 'cycle',
  [PeriodBoundary.values.fromStart]: 'start',
} as const satisfies Record<PeriodBoundary, PeriodRule['boundary']>;

export const periodRuleOf = ({ unit, count, boundary }: PeriodSpec, cycle: CycleRule): PeriodRule => ({
  unit: unit === ValidityUnit.values.month ? 'month' : 'day',
  count,
  boundary: BOUNDARIES[boundary],
  cycle,
});

/** The span of a package bought now, of each cycle day and zone that tells it apart. */
export async function examplesOf(ctx: Ctx, specs: readonly PeriodSpec[]) {
  const now = ctx.clock.now();
  const cycles = await ctx.db
    .selectFrom('carriers.v_account')
    .select(['cycle_day as day', 'zone'])
    .distinct()
    .where('state', '!=', 'off')
    .orderBy('zone')
    .orderBy('cycle_day')
    .execute();
  const zones = [...new Map(cycles.map((cycle) => [cycle.zone, { ...cycle, day: 1 }])).values()];
  return specs.map((spec) => {
    const isCycle = spec.boundary === PeriodBoundary.values.carrierCycle;
    return (isCycle ? cycles : zones).map((cycle) => {
      const { startsAt, endsAt } = periodOf(periodRuleOf(spec, cycle), now);
      return {
        cycleDay: cycle.day,
        zone: cycle.zone,
        startsAt: (isCycle ? cycleOf(now, cycle).start : startsAt).toISOString(),
        endsAt: endsAt.toISOString(),
      };
    });
  });
}
