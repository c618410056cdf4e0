import { AllowanceReset, PeriodBoundary, ValidityUnit } from '@cardinal/contract/enumerations/package.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../../framework/context.ts';
import { bytesOfSpec } from './specRules.ts';

const { month, day } = ValidityUnit.values;
const { naturalMonth, carrierCycle, fromStart } = PeriodBoundary.values;
const { eachCycle, once } = AllowanceReset.values;

export const VOLUMES = {
  '100 MB': ['100', 'MB'],
  '300 MB': ['300', 'MB'],
  '500 MB': ['500', 'MB'],
  '1 GB': ['1', 'GB'],
  '3 GB': ['3', 'GB'],
  '5 GB': ['5', 'GB'],
  '10 GB': ['10', 'GB'],
  '100 GB': ['100', 'GB'],
  unlimited: [null, 'unlimited'],
} as const;

type Calls = { readonly minutes: number; readonly name: Text };
export const VOICES = {
  '100 min': { minutes: 100, name: text('100 分钟', '100 minutes') },
  '300 min': { minutes: 300, name: text('300 分钟', '300 minutes') },
} as const satisfies Record<string, Calls>;

type Period = {
  readonly name: Text;
  readonly unit: ValidityUnit;
  readonly count: number;
  readonly boundary: PeriodBoundary;
  readonly reset: AllowanceReset;
};
export const PERIODS = {
  natural1: {
    name: text('1 个自然月', '1 calendar month'),
    unit: month,
    count: 1,
    boundary: naturalMonth,
    reset: eachCycle,
  },
  cycle1: {
    name: text('1 个账期', '1 carrier cycle'),
    unit: month,
    count: 1,
    boundary: carrierCycle,
    reset: eachCycle,
  },
  start1: { name: text('1 个月', '1 month'), unit: month, count: 1, boundary: fromStart, reset: eachCycle },
  cycle12: {
    name: text('12 个账期', '12 carrier cycles'),
    unit: month,
    count: 12,
    boundary: carrierCycle,
    reset: eachCycle,
  },
  days7: { name: text('7 天', '7 days'), unit: day, count: 7, boundary: fromStart, reset: once },
  days30: { name: text('30 天', '30 days'), unit: day, count: 30, boundary: fromStart, reset: once },
} as const satisfies Record<string, Period>;

type SpecIds = ReadonlyMap<string, string>;
/** The id of a seeded specification; null for none. */
export const specsBy = (ids: SpecIds, key: string | undefined): string | null =>
  (key === undefined ? undefined : ids.get(key)) ?? null;

/** Makes the specifications; answers their ids by key. */
export async function seedSpecs(ctx: Ctx): Promise<SpecIds> {
  const ids = new Map<string, string>();
  const made = new Date(ctx.clock.now().getTime() - 290 * DAY_MS);
  const begun = (key: string, sort: number) => {
    const id = String(7_501 + ids.size);
    ids.set(key, id);
    return { id, sort: sort * 10 + 10, is_enabled: true, version: 1, created_at: made, updated_at: made };
  };
  await ctx.db
    .insertInto('packages.flow_spec')
    .values(
      Object.entries(VOLUMES).map(([name, [value, unit]], at) => ({
        ...begun(name, at),
        name: value === null ? say(nouns.unlimited, ctx.language) : name,
        value,
        unit,
        bytes: bytesOfSpec(value, unit),
        direction: 'general' as const,
        platforms: [],
      })),
    )
    .execute();
  await ctx.db
    .insertInto('packages.voice_spec')
    .values(
      Object.entries(VOICES).map(([key, { minutes, name }], at) => ({
        ...begun(key, at),
        name: say(name, ctx.language),
        minutes,
        sms_count: null,
        step: 60 as const,
        direction: 'any' as const,
        numbers: [],
      })),
    )
    .execute();
  await ctx.db
    .insertInto('packages.period_spec')
    .values(
      Object.entries(PERIODS).map(([key, { name, ...period }], at) => ({
        ...begun(key, at),
        name: say(name, ctx.language),
        ...period,
      })),
    )
    .execute();
  return ids;
}
