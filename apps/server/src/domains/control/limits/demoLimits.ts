import type { Tier } from '@cardinal/contract/api/control/limitTiers.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { LimitReset } from '@cardinal/contract/enumerations/control.ts';
import { SpeedLimitType } from '@cardinal/contract/enumerations/package.ts';
import { bytesOf, type VolumeUnit } from '@cardinal/primitives/dataVolume.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../../framework/context.ts';

const PLATFORM_ID = '1';
const AGENT_ID = '10';
const { Yd, Dx } = Platform.values;
const { segmented, reach, segmentedByMonth } = SpeedLimitType.values;

type Step = readonly [value: string, unit: VolumeUnit, kbps: number];
const tier = ([value, unit, kbps]: Step, month: number | null = null): Tier => ({
  month,
  afterBytes: String(bytesOf(value, unit)),
  kbps,
});
const steps = (...each: readonly Step[]): Tier[] => each.map((step) => tier(step));
const inMonths = (months: readonly number[], ...each: readonly Step[]): Tier[] =>
  months.flatMap((month) => each.map((step) => tier(step, month)));

type Strategy = {
  readonly name: Text;
  readonly platform: Platform;
  readonly type: SpeedLimitType;
  readonly tiers: readonly Tier[];
  readonly reset: LimitReset;
  readonly customerId?: string;
  readonly isOff?: true;
};

const STRATEGIES: readonly Strategy[] = [
  {
    name: text('移动分段降速', 'Mobile, in steps'),
    platform: Yd,
    type: segmented,
    tiers: steps(['1', 'GB', 1024], ['3', 'GB', 512], ['5', 'GB', 128]),
    reset: 'cycle',
  },
  {
    name: text('移动达量 128', 'Mobile, 128 from 10 GB'),
    platform: Yd,
    type: reach,
    tiers: steps(['10', 'GB', 128]),
    reset: 'recordEnd',
  },
  {
    name: text('电信旺季分月', 'Telecom, by season'),
    platform: Dx,
    type: segmentedByMonth,
    tiers: [
      ...inMonths([1, 2], ['5', 'GB', 5000], ['20', 'GB', 1000]),
      ...inMonths([7, 8], ['2', 'GB', 3000], ['8', 'GB', 512]),
      ...inMonths([12], ['5', 'GB', 5000], ['20', 'GB', 1000]),
    ],
    reset: 'cycle',
  },
  {
    name: text('电信监控卡限速', 'Telecom, cameras'),
    platform: Dx,
    type: segmented,
    tiers: steps(['100', 'GB', 10000], ['200', 'GB', 3000], ['300', 'GB', 512]),
    reset: 'cycle',
    customerId: AGENT_ID,
  },
  {
    name: text('电信试用限速', 'Telecom, trial'),
    platform: Dx,
    type: reach,
    tiers: steps(['500', 'MB', 256]),
    reset: 'never',
    isOff: true,
  },
];

/** Strategies for carriers whose demo accounts can limit speeds. */
export async function seedLimits(ctx: Ctx): Promise<void> {
  const made = new Date(ctx.clock.now().getTime() - 60 * DAY_MS);
  await ctx.db
    .insertInto('control.limit_strategy')
    .values(
      STRATEGIES.map(({ name, platform, type, tiers, reset, customerId, isOff }, at) => ({
        id: String(7_601 + at),
        customer_id: customerId ?? PLATFORM_ID,
        name: say(name, ctx.language),
        platform,
        type,
        tiers: JSON.stringify(tiers),
        reset,
        is_enabled: isOff !== true,
        created_by: customerId ? 'agent' : 'operator',
        created_at: made,
        updated_at: new Date(made.getTime() + at * DAY_MS),
      })),
    )
    .execute();
}
