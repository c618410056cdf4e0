import {
  AllowanceReset,
  EffectiveType,
  FollowMain,
  type PackageLabel,
  PackageMode,
  PackageScope,
  type PackageType,
  type RefundRule,
  ValidityUnit,
} from '@cardinal/contract/enumerations/package.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../framework/tables.ts';
import { isRefuelling, type VersionTerms } from './packageRules.ts';

/** What a package is made from. */
export type Parts = {
  readonly flow: Selectable<Tables['packages.flow_spec']> | undefined;
  readonly voice: Selectable<Tables['packages.voice_spec']> | undefined;
  readonly period: Selectable<Tables['packages.period_spec']>;
};
export type Rules = {
  readonly type: PackageType;
  readonly label: PackageLabel;
  readonly scope?: PackageScope | undefined;
  readonly effectiveType: EffectiveType;
  readonly postponeDays?: number | undefined;
  readonly followMain?: FollowMain | null | undefined;
  readonly mode?: PackageMode | undefined;
  readonly realNameRequired: boolean;
  readonly renewable?: boolean | undefined;
  readonly maxRenewals?: number | null | undefined;
  readonly refundRule: RefundRule;
  /** Counted and enforced here: it has a volume. */
  readonly isVirtual?: boolean;
  /** On the shelf, and nothing limits it. */
  readonly isSoldUnlimited?: boolean;
};
export type FieldProblem = readonly [field: string, problem: Problem];

const { month, day } = ValidityUnit.values;
const flowMissing = problem('请选择流量规格', 'Select a data specification');
const voiceMissing = problem('请选择语音规格', 'Select a voice specification');
const noVoice = problem('该类型的套餐不含语音和短信', 'Packages of this type have no calls or messages');
const noFlow = problem('该类型的套餐不含流量', 'Packages of this type have no data');
const monthsOnly = problem('月套餐的周期须按月', 'A monthly package runs by months');
const daysOnly = problem('流量套餐的周期须按天', 'A data package runs by days');
const twoParts = problem(
  '组合套餐至少含流量、语音、短信中的两项',
  'A combination has at least two of data, calls and messages',
);
const ofAYear = problem(
  '年套餐的周期须为 12 个月，每周期重置',
  'A yearly package runs 12 months and begins anew each cycle',
);
const monthlyOnly = problem('只有月套餐可以是年套餐', 'Only a monthly package can be a yearly one');
const followMissing = problem('请选择是否跟随主套餐', 'Select whether it follows the main package');
const scopeMissing = problem('请选择适用范围', 'Select the scope');
const unlimited = problem(
  '套餐已上架，改为不限量前须有限速',
  'The package is published: limit its speed before its data becomes unlimited',
);
const noVolume = problem('虚拟套餐须有限量的流量', 'A virtual package needs a limited volume of data');

/** Every fault at its field, the more important first. */
export function termProblems({ flow, voice, period }: Parts, rules: Rules): FieldProblem[] {
  const { type, label } = rules;
  const found: FieldProblem[] = [];
  const at = (field: string, isFault: boolean, fault: Problem) => {
    if (isFault) found.push([field, fault]);
  };
  const hasCalls = (voice?.minutes ?? 0) > 0;
  const hasMessages = (voice?.sms_count ?? 0) > 0;
  const isUnlimited = flow !== undefined && flow.bytes === null;
  at('flowSpecId', isUnlimited && rules.isVirtual === true, noVolume);
  at('flowSpecId', isUnlimited && rules.isSoldUnlimited === true, unlimited);
  if (type === 'month' || type === 'flow' || type === 'flowRefueling') {
    at('flowSpecId', flow === undefined, flowMissing);
    at('voiceSpecId', voice !== undefined, noVoice);
  }
  if (type === 'voiceRefueling') {
    at('voiceSpecId', voice === undefined, voiceMissing);
    at('flowSpecId', flow !== undefined, noFlow);
  }
  if (type === 'combination')
    at('voiceSpecId', [flow !== undefined, hasCalls, hasMessages].filter(Boolean).length < 2, twoParts);
  if (type === 'month' || label === 'year') at('periodSpecId', period.unit !== month, monthsOnly);
  // What fills pools may run by months too.
  if (type === 'flow' && rules.mode !== PackageMode.values.shared) at('periodSpecId', period.unit !== day, daysOnly);
  at('label', label === 'year' && type !== 'month', monthlyOnly);
  const isYear = period.count === 12 && period.reset === AllowanceReset.values.eachCycle;
  at('periodSpecId', label === 'year' && !isYear, ofAYear);
  if (isRefuelling(type)) {
    at('followMain', !rules.followMain, followMissing);
    at('scope', rules.scope === undefined, scopeMissing);
  }
  return found;
}

/** What a version says that is made from these parts by these rules. */
export function termsOf({ flow, voice, period }: Parts, rules: Rules): VersionTerms {
  const isAddOn = isRefuelling(rules.type);
  const isPostponed = rules.effectiveType === EffectiveType.values.postpone;
  return {
    units: 1,
    // None is 0; null would be unlimited.
    flow_bytes: flow ? flow.bytes : '0',
    flow_direction: flow?.direction ?? 'general',
    voice_seconds: voice?.minutes ? voice.minutes * 60 : null,
    voice_step: voice?.minutes ? voice.step : null,
    sms_count: voice?.sms_count ?? null,
    validity_unit: period.unit,
    validity_count: period.count,
    boundary: period.boundary,
    reset: period.reset,
    effective_type: rules.effectiveType,
    postpone_days: isPostponed ? (rules.postponeDays ?? 0) : 0,
    follow_main: isAddOn ? (rules.followMain ?? FollowMain.values.separate) : null,
    real_name_required: rules.realNameRequired,
    renewable: !isAddOn && (rules.renewable ?? false),
    max_renewals: isAddOn || !rules.renewable ? null : (rules.maxRenewals ?? null),
    refund_rule: rules.refundRule,
    enforcement: null,
    max_reading_age_minutes: null,
  };
}

/** Where a package may be added: a main one says so by its type. */
export const scopeOf = ({ type, scope }: Pick<Rules, 'type' | 'scope'>): PackageScope => {
  const { month: onMonth, flow: onFlow, all } = PackageScope.values;
  if (isRefuelling(type)) return scope ?? all;
  return type === 'month' ? onMonth : type === 'flow' ? onFlow : all;
};
