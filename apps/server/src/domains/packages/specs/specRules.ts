import type { FlowUnit, VoiceDirection } from '@cardinal/contract/enumerations/package.ts';
import { type AllowanceReset, PeriodBoundary, ValidityUnit } from '@cardinal/contract/enumerations/package.ts';
import { bytesOf } from '@cardinal/primitives/dataVolume.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';

type FieldProblem = readonly [field: string, problem: Problem];

const { month } = ValidityUnit.values;
const { fromStart } = PeriodBoundary.values;

const noValue = problem('请输入流量数值', 'Enter the volume');
const noCalls = problem('请输入通话分钟或短信条数', 'Enter minutes or messages');
const noNumbers = problem('请输入至少一个固定号码', 'Enter at least one fixed number');
const onlyMonths = problem('按天的周期只能从生效时刻起算', 'A period of days counts from its start only');
const tooManyMonths = problem('最多 36 个月', 'At most 36 months');

/** The bytes of a volume; null for unlimited. */
export const bytesOfSpec = (value: string | null | undefined, unit: FlowUnit): string | null =>
  unit === 'unlimited' || !value ? null : String(bytesOf(value, unit));

export const flowProblem = (value: string | null | undefined, unit: FlowUnit): FieldProblem | undefined =>
  unit !== 'unlimited' && !value ? ['value', noValue] : undefined;

export function voiceProblem(given: {
  minutes?: number | null | undefined;
  smsCount?: number | null | undefined;
  direction: VoiceDirection;
  numbers: readonly string[];
}): FieldProblem | undefined {
  if (!given.minutes && !given.smsCount) return ['minutes', noCalls];
  return given.direction === 'fixed' && given.numbers.length === 0 ? ['numbers', noNumbers] : undefined;
}

export function periodProblem(given: {
  unit: ValidityUnit;
  count: number;
  boundary: PeriodBoundary;
  reset: AllowanceReset;
}): FieldProblem | undefined {
  if (given.unit !== month && given.boundary !== fromStart) return ['boundary', onlyMonths];
  return given.unit === month && given.count > 36 ? ['count', tooManyMonths] : undefined;
}
