import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { WarningLevel, WarningMetric, WarningRuleState } from '../../enumerations/warning.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { fleetShape, ownShape } from './definition.ts';
import {
  duplicateWarningRule,
  tooManyWarningRules,
  warningRuleInState,
  warningRuleIsOff,
  warningRuleNotFound,
} from './refusals.ts';

const operation = OperationType.values.EditConfiguration;
export const MOST_RULES = 200;

const ruleFields = {
  id: field.id('编号', 'ID', { exportable: false }),
  name: field.text('名称', 'Name', { filters: ['contains'], sortable: true }),
  state: field.enumeration(WarningRuleState, { filters: ['is'] }),
  metric: field.enumeration(WarningMetric, { filters: ['is'] }),
  level: field.enumeration(WarningLevel, { filters: ['is'] }),
  limit: field.text('阈值', 'Limit'),
  /** «balance below 100.00». */
  when: field.text('条件', 'Warns when'),
  receivers: field.object('接收人', 'Receivers', z.array(idSchema)),
  receiverNames: field.text('接收人', 'Told to'),
  repeatHours: field.number('重复提醒（小时）', 'Told again after (h)'),
  open: field.number('未解除事件', 'Open events'),
  lastFiredAt: field.time('最近触发', 'Last event', { nullable: true, sortable: true }),
  customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
  customerName: field.text('归属客户', 'Owner'),
  version: field.number('修改次数', 'Changes', { exportable: false }),
  createdBy: field.text('创建账号', 'Created by', { nullable: true }),
  updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
};

const example = {
  name: '余额不足 100',
  metric: 'balance',
  limit: '100.00',
  level: 'warn',
  receivers: ['1'],
  repeatHours: 0,
} as const;

/** Rules of staff: which figure of what is below them they want to be told of. */
export const earlyWarnings = register({
  name: 'earlyWarnings',
  noun: { zh: '预警规则', en: 'warning rule', many: 'warning rules' },
  permission: 'earlyWarning',
  exportPermission: 'earlyWarning.export',
  scope: 'customer-tree',
  verb: 'add',
  operation,
  without: ['delete'],
  fields: {
    ...ruleFields,
    windowMinutes: field.number('统计时段（分钟）', 'Window (min)', { nullable: true }),
    holdMinutes: field.number('持续时间（分钟）', 'Must last (min)'),
    /** Told to nobody until then. */
    silencedUntil: field.time('静默至', 'Silenced until', { nullable: true }),
    covers: field.text('范围', 'Covers'),
    customerIds: field.object('限定客户', 'Only of customers', z.array(idSchema)),
  },
  defaultSort: '-updatedAt',
  body: fleetShape,
  isVersioned: true,
  notFound: warningRuleNotFound,
  duplicate: duplicateWarningRule,
  refusals: { create: [tooManyWarningRules] },
  example: { ...example, windowMinutes: null, holdMinutes: 5, customerIds: [] },
});

/** Who of a customer's people is told about its own money, channels and contracts. */
export const warnSettings = register({
  name: 'warnSettings',
  noun: { zh: '预警设置', en: 'warning setting', many: 'warning settings' },
  permission: 'warnSetting',
  hasRightPerVerb: true,
  scope: 'customer-tree',
  verb: 'add',
  operation,
  fields: ruleFields,
  defaultSort: '-updatedAt',
  body: ownShape,
  isVersioned: true,
  notFound: warningRuleNotFound,
  duplicate: duplicateWarningRule,
  refusals: { create: [tooManyWarningRules] },
  example,
});

const receiverSchema = z.object({ id: idSchema, account: z.string(), name: z.string(), customerName: z.string() });
const choices = {
  query: { id: idSchema.optional() },
  answer: z.object({
    metrics: z.array(WarningMetric.schema),
    /** Those that may see what they are told; the first of them where there are many. */
    receivers: z.array(receiverSchema),
  }),
  refusals: [warningRuleNotFound],
};
/** The figures that exist here, and the accounts that may be told: of the caller's customer, or of the owner of this rule. */
export const earlyWarningChoices = read({
  name: 'earlyWarnings.choices',
  summary: text('预警规则可选项', 'Choices of warning rules'),
  permission: 'earlyWarning.view',
  ...choices,
});
export const warnSettingChoices = read({
  name: 'warnSettings.choices',
  summary: text('预警设置可选项', 'Choices of warning settings'),
  permission: 'warnSetting.view',
  ...choices,
});

const switching = {
  operation,
  body: z.strictObject({ id: idSchema, version: z.int().min(1), state: WarningRuleState.schema }),
  answer: z.object({ state: WarningRuleState.schema }),
  refusals: [warningRuleNotFound, changedByAnother, warningRuleInState],
  example: { body: { id: '1', version: 1, state: 'off' } },
};
/** Switched off, its open events are over. */
export const switchEarlyWarning = change({
  name: 'earlyWarnings.switch',
  summary: text('启停预警规则', 'Switch a warning rule'),
  permission: 'earlyWarning.edit',
  ...switching,
});
export const switchWarnSetting = change({
  name: 'warnSettings.switch',
  summary: text('启停预警设置', 'Switch a warning setting'),
  permission: 'warnSetting.enable',
  ...switching,
});

export const SILENCE_HOURS = 72;
/** Events are still written; nobody is told until it ends. 0 ends it. */
export const silenceEarlyWarning = change({
  name: 'earlyWarnings.silence',
  summary: text('静默预警规则', 'Silence a warning rule'),
  permission: 'earlyWarning.handle',
  operation,
  body: z.strictObject({ id: idSchema, hours: z.int().min(0).max(SILENCE_HOURS) }),
  answer: z.object({ silencedUntil: z.iso.datetime().nullable() }),
  refusals: [warningRuleNotFound, warningRuleIsOff],
  example: { body: { id: '1', hours: 4 } },
});

const previewing = {
  query: { id: idSchema },
  answer: z.object({
    /** All that it watches; shown are those in trouble first. */
    watched: z.int(),
    beyond: z.int(),
    objects: z.array(
      z.object({
        name: z.string(),
        customerName: z.string(),
        /** Null where it is not known now. */
        value: z.string().nullable(),
        limit: z.string(),
        isBeyond: z.boolean(),
        /** Has an open event. */
        isOpen: z.boolean(),
        /** What its receivers read. */
        text: z.string().nullable(),
      }),
    ),
  }),
  refusals: [warningRuleNotFound],
  example: { query: { id: '1' } },
};
/** What a rule would say now. Tells nobody. */
export const previewEarlyWarning = read({
  name: 'earlyWarnings.preview',
  summary: text('预览预警', 'Preview a warning'),
  permission: 'earlyWarning.view',
  ...previewing,
});
export const previewWarnSetting = read({
  name: 'warnSettings.preview',
  summary: text('预览预警设置', 'Preview a warning setting'),
  permission: 'warnSetting.view',
  ...previewing,
});

export const BACK_DAYS = 30;
/** How often a rule would have warned in the last 30 days, where past values are kept. */
export const backTestEarlyWarning = read({
  name: 'earlyWarnings.backTest',
  summary: text('回测预警规则', 'Back-test a warning rule'),
  permission: 'earlyWarning.view',
  query: { id: idSchema },
  answer: z.object({
    /** False: past values of this figure are not kept. */
    isPossible: z.boolean(),
    events: z.int(),
    shown: z.array(
      z.object({
        name: z.string(),
        openedAt: z.iso.datetime(),
        resolvedAt: z.iso.datetime().nullable(),
        worst: z.string(),
      }),
    ),
  }),
  refusals: [warningRuleNotFound],
  example: { query: { id: '1' } },
});

/** Sends its receivers a notice that says it is a test. */
export const testWarnSetting = change({
  name: 'warnSettings.test',
  summary: text('测试预警设置', 'Test a warning setting'),
  permission: 'warnSetting.test',
  operation,
  body: z.strictObject({ id: idSchema }),
  answer: z.object({ accounts: z.int() }),
  refusals: [warningRuleNotFound],
  example: { body: { id: '1' } },
});
