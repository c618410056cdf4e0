import { type FlowRule, isPercent } from '@cardinal/contract/api/control/flowRules.ts';
import type { FlowBase } from '@cardinal/contract/enumerations/control.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { bytesTyped, type TypedVolume, volumeTyped } from '../../../parts/control/typedVolume.ts';

/** A rule as it is typed: its threshold is a percentage or a volume, and both are kept while its measure changes. */
export type RuleDraft = Omit<FlowRule, 'threshold'> & { readonly percent: string; readonly volume: TypedVolume };

const { LIMIT, NO_CONTROL, STOP } = ControlAction.values;
const NO_VOLUME: TypedVolume = { value: '', unit: 'GB' };

export const NEW_RULES: readonly RuleDraft[] = [
  {
    base: 'allowance',
    percent: '80',
    volume: NO_VOLUME,
    action: NO_CONTROL,
    limitStrategyId: null,
    notify: ['sms'],
    restore: 'cycle',
  },
  {
    base: 'allowance',
    percent: '100',
    volume: NO_VOLUME,
    action: STOP,
    limitStrategyId: null,
    notify: [],
    restore: 'package',
  },
];

/** Begun like the last rule, with a threshold still to be typed. */
export const furtherRule = (rules: readonly RuleDraft[]): RuleDraft => ({
  ...(rules.at(-1) ?? (NEW_RULES[0] as RuleDraft)),
  percent: '',
  volume: NO_VOLUME,
});

export const draftsOf = (rules: readonly FlowRule[]): RuleDraft[] =>
  rules.map(({ threshold, ...rest }) => ({
    ...rest,
    percent: isPercent(rest.base) ? threshold : '',
    volume: isPercent(rest.base) ? NO_VOLUME : volumeTyped(threshold),
  }));

export const thresholdTyped = ({ base, percent, volume }: Pick<RuleDraft, 'base' | 'percent' | 'volume'>): string =>
  isPercent(base) ? percent : bytesTyped(volume);

/** Only a limit has a strategy, whatever was chosen before its action changed. */
export const rulesTyped = (rules: readonly RuleDraft[]): FlowRule[] =>
  rules.map(({ percent, volume, ...rest }) => ({
    ...rest,
    threshold: thresholdTyped({ base: rest.base, percent, volume }),
    limitStrategyId: rest.action === LIMIT ? rest.limitStrategyId : null,
  }));

/** What can be drawn of rules that are still typed. */
export const drawable = (rules: readonly RuleDraft[]): FlowRule[] =>
  rulesTyped(rules).filter(({ threshold }) => /^[1-9]\d*$/.test(threshold));

export type BarRule = Pick<FlowRule, 'base' | 'threshold' | 'action'>;
export type Stretch = { readonly from: number; readonly to: number; readonly action: ControlAction | null };

const STRICTEST: readonly ControlAction[] = [STOP, ControlAction.values.OFFLINE, LIMIT, NO_CONTROL];

/** What holds from percentage to percentage of one measure, of several rules the strictest; a last stretch shows what comes after. */
export function stretchesOf(rules: readonly BarRule[], base: FlowBase): Stretch[] {
  const own = rules.filter((rule) => rule.base === base).toSorted((a, b) => Number(a.threshold) - Number(b.threshold));
  const last = Number(own.at(-1)?.threshold ?? 0);
  if (own.length === 0) return [];
  const end = Math.ceil(Math.max(100, last) * 1.15);
  const edges = [0, ...new Set(own.map(({ threshold }) => Number(threshold)))];
  return edges.map((from, at) => {
    const reached = own.filter(({ threshold }) => Number(threshold) <= from).map(({ action }) => action);
    return {
      from,
      to: edges[at + 1] ?? end,
      action: STRICTEST.find((action) => reached.includes(action)) ?? null,
    };
  });
}
