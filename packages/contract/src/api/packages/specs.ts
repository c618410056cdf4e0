import { numberRule } from '@cardinal/primitives/number.ts';
import { phoneSchema } from '@cardinal/primitives/phone.ts';
import { problem, type Rule, ruled } from '@cardinal/primitives/problem.ts';
import { productNameSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import {
  AllowanceReset,
  FlowDirection,
  FlowUnit,
  PeriodBoundary,
  ValidityUnit,
  VoiceDirection,
  VoiceStep,
} from '../../enumerations/package.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { queryFlag } from '../../framework/paging.ts';
import { register } from '../../framework/register.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { nouns } from '../../words.ts';
import { duplicateSpec, specInUse, specNotFound } from './specRefusals.ts';

export const MOST_FIXED_NUMBERS = 100;

const notPositive = problem('必须大于 0', 'Must be greater than 0');
const sizeRule: Rule<string> = (value) =>
  numberRule({ mode: 'decimal', max: 1_000_000, fixedMax: true })(value) ??
  (Number(value) > 0 ? undefined : notPositive);

/** What all three have in common. */
const common = {
  usedBy: field.number('使用套餐数', 'Packages using it'),
  sort: field.number('排序', 'Order', { sortable: true }),
  isEnabled: field.flag('启用', 'Enabled', { filters: ['is'] }),
  version: field.number('版本', 'Version', { exportable: false }),
  updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
};
const named = {
  id: field.id('编号', 'ID', { exportable: false }),
  name: field.text('规格名称', 'Specification', { filters: ['contains'], sortable: true }),
};
const sortSchema = z.int().min(0).max(99_999);
const kept = {
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  defaultSort: 'sort',
  extra: { unused: queryFlag.optional() },
  isVersioned: true,
  notFound: specNotFound,
  duplicate: duplicateSpec,
  // What was sold never changes: a specification in use keeps its figures.
  refusals: { edit: [specInUse], delete: [specInUse] },
} as const;

/** Volumes of data. `value` is empty when the unit is unlimited. */
export const flowSpecs = register({
  ...kept,
  name: 'flowSpecs',
  noun: { zh: '流量规格', en: 'data specification', many: 'data specifications' },
  permission: 'flowConfig',
  fields: {
    ...named,
    value: field.text('数值', 'Value', { nullable: true }),
    unit: field.enumeration(FlowUnit, { filters: ['is'] }),
    bytes: field.bytes('流量', 'Volume', { nullable: true, sortable: true, absent: nouns.unlimited }),
    direction: field.enumeration(FlowDirection, { filters: ['is'] }),
    platforms: field.enumerations(Platform, { filters: ['is'], label: text('适用运营商', 'Carriers') }),
    ...common,
  },
  body: {
    name: productNameSchema,
    value: z.string().check(ruled(sizeRule)).nullable().optional(),
    unit: FlowUnit.schema,
    direction: FlowDirection.schema,
    /** None: all carriers. */
    platforms: z.array(Platform.schema).max(8),
    sort: sortSchema,
  },
  example: { name: '10 GB', value: '10', unit: 'GB', direction: 'general', platforms: [], sort: 10 },
});

/** Call minutes and messages. */
export const voiceSpecs = register({
  ...kept,
  name: 'voiceSpecs',
  noun: { zh: '语音规格', en: 'voice specification', many: 'voice specifications' },
  permission: 'voiceConfig',
  fields: {
    ...named,
    minutes: field.number('通话分钟', 'Minutes', { nullable: true, sortable: true }),
    smsCount: field.number('短信条数', 'Messages', { nullable: true }),
    step: field.enumeration(VoiceStep, { filters: ['is'] }),
    direction: field.enumeration(VoiceDirection, { filters: ['is'] }),
    numbers: field.object('固定号码', 'Fixed numbers', z.array(z.string())),
    ...common,
  },
  body: {
    name: productNameSchema,
    minutes: z.int().min(1).max(100_000).nullable().optional(),
    smsCount: z.int().min(1).max(1_000_000).nullable().optional(),
    step: VoiceStep.schema,
    direction: VoiceDirection.schema,
    /** The only ones that may be called, with direction `fixed`. */
    numbers: z.array(phoneSchema).max(MOST_FIXED_NUMBERS),
    sort: sortSchema,
  },
  example: { name: '300 分钟', minutes: 300, step: 60, direction: 'any', numbers: [], sort: 10 },
});

/** How long a package runs and when its allowance begins anew. */
export const periodSpecs = register({
  ...kept,
  name: 'periodSpecs',
  noun: { zh: '周期规格', en: 'period specification', many: 'period specifications' },
  permission: 'periodicConfig',
  fields: {
    ...named,
    unit: field.enumeration(ValidityUnit, { filters: ['is'] }),
    count: field.number('时长', 'Length', { sortable: true }),
    boundary: field.enumeration(PeriodBoundary, { filters: ['is'] }),
    reset: field.enumeration(AllowanceReset, { filters: ['is'] }),
    /** A package bought now: of each zone and, by the carrier's cycle, of each cycle day there is an account with. */
    examples: field.object(
      '现在订购的有效期',
      'Bought now it runs',
      z.array(
        z.object({
          cycleDay: z.int(),
          zone: z.string(),
          startsAt: z.iso.datetime({ offset: true }),
          endsAt: z.iso.datetime({ offset: true }),
        }),
      ),
    ),
    ...common,
  },
  body: {
    name: productNameSchema,
    unit: ValidityUnit.schema,
    count: z.int().min(1).max(1_095),
    boundary: PeriodBoundary.schema,
    reset: AllowanceReset.schema,
    sort: sortSchema,
  },
  example: { name: '2 个月', unit: 1, count: 2, boundary: 3, reset: 1, sort: 10 },
});

const enabling = (name: string, permission: 'flowConfig' | 'voiceConfig' | 'periodicConfig', zh: string, en: string) =>
  change({
    name: `${name}.enable`,
    summary: text(`启用或停用${zh}`, `Enable or disable ${en}`),
    permission: `${permission}.enable`,
    scope: 'global',
    operation: OperationType.values.EditConfiguration,
    body: z.strictObject({ id: idSchema, isEnabled: z.boolean() }),
    answer: doneSchema,
    refusals: [specNotFound],
    example: { body: { id: '1', isEnabled: false } },
  });

/** A disabled one is offered for no package; packages that have it keep it. */
export const enableFlowSpec = enabling('flowSpecs', 'flowConfig', '流量规格', 'data specification');
export const enableVoiceSpec = enabling('voiceSpecs', 'voiceConfig', '语音规格', 'voice specification');
export const enablePeriodSpec = enabling('periodSpecs', 'periodicConfig', '周期规格', 'period specification');
