import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { OperationState } from '../../enumerations/operationStrategy.ts';
import { SalesChannel } from '../../enumerations/package.ts';
import { RenewalLimit } from '../../enumerations/renewal.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { cardNotFound } from '../cards/cardRefusals.ts';
import { definitionShape } from './definition.ts';
import { duplicateRule, ruleInState, ruleIsOn, ruleIsOver, ruleNotFound, secondForRule } from './refusals.ts';

const operation = OperationType.values.EditStrategyPrice;

/** What cards may be renewed with, by whom and when. Every edit is a new version. */
export const renewalRules = register({
  name: 'renewalRules',
  noun: { zh: '续费规则', en: 'renewal rule', many: 'renewal rules' },
  permission: 'packageRenewalControl',
  exportPermission: 'packageRenewalControl.export',
  scope: 'customer-tree',
  verb: 'add',
  operation,
  without: ['delete'],
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    name: field.text('名称', 'Name', { filters: ['contains'], sortable: true }),
    state: field.enumeration(OperationState, { filters: ['is'] }),
    /** «Renewals of package A in the API → none». */
    sentence: field.text('规则', 'Rule'),
    packageIds: field.object('套餐', 'Packages', z.array(idSchema)),
    packageNames: field.object('套餐名称', 'Package names', z.array(z.string())),
    productCodes: field.object('产品', 'Products', z.array(z.string())),
    customerIds: field.object('客户', 'Customers', z.array(idSchema)),
    channels: field.enumerations(SalesChannel, { filters: ['is'] }),
    limits: field.enumerations(RenewalLimit, { filters: ['is'] }),
    listedIds: field.object('可续套餐', 'Listed packages', z.array(idSchema)),
    months: field.number('最多叠加月数', 'Months stacked at most', { nullable: true, exportable: false }),
    daysAhead: field.number('最多提前天数', 'Days ahead at most', { nullable: true, exportable: false }),
    /** In minor units of its owner's currency. */
    minPrice: field.money('最低价', 'Minimum price', { nullable: true, exportable: false }),
    fromDay: field.day('开始日期', 'From', { nullable: true }),
    toDay: field.day('结束日期', 'Until', { nullable: true }),
    replacementId: field.id('替代套餐编号', 'Replacement id', { nullable: true, exportable: false }),
    replacement: field.text('替代套餐', 'Replacement', { nullable: true }),
    messageZh: field.text('提示（中文）', 'Message (Chinese)'),
    messageEn: field.text('提示（英文）', 'Message (English)'),
    /** Renewals it refused, or would have refused while in shadow. */
    blocked: field.number('拦截', 'Blocked'),
    shadowed: field.number('试运行拦截', 'Blocked in shadow'),
    cards: field.number('涉及卡数', 'Cards concerned'),
    /** Who wants it on, while another person has to confirm. */
    wantedBy: field.text('待确认启用', 'To be confirmed, wanted by', { nullable: true }),
    revision: field.number('版本', 'Version'),
    customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
    customerName: field.text('归属客户', 'Owner'),
    version: field.number('修改次数', 'Changes', { exportable: false }),
    createdBy: field.text('创建账号', 'Created by', { nullable: true }),
    updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
  },
  defaultSort: '-updatedAt',
  extra: {
    /** Rules that name it. */
    packageId: idSchema.optional(),
    productCode: z.string().min(1).max(50).optional(),
  },
  body: definitionShape,
  isVersioned: true,
  notFound: ruleNotFound,
  duplicate: duplicateRule,
  refusals: { edit: [ruleIsOn] },
  example: {
    name: 'API 不续旧月包',
    packageIds: ['1'],
    productCodes: [],
    customerIds: [],
    channels: ['api'],
    limits: ['forbid'],
    listedIds: [],
    messageZh: '该套餐已停止续费',
    messageEn: 'This package is no longer renewed',
  },
});

const choiceSchema = z.object({ id: z.string(), name: z.string(), platform: Platform.schema });

/** What a rule can be limited by: of the caller's customer, or of the owner of this one. */
export const ruleChoices = read({
  name: 'renewalRules.choices',
  summary: text('续费规则可选范围', 'Scopes of renewal rules'),
  namesCarriers: true,
  permission: 'packageRenewalControl.view',
  query: { id: idSchema.optional() },
  answer: z.object({
    currency: z.string(),
    products: z.array(choiceSchema),
    packages: z.array(choiceSchema),
  }),
  refusals: [ruleNotFound],
});

/** The versions of a rule, each with what differs from the one before. */
export const readRule = read({
  name: 'renewalRules.read',
  summary: text('续费规则详情', 'A renewal rule'),
  permission: 'packageRenewalControl.view',
  query: { id: idSchema },
  answer: z.object({
    id: idSchema,
    name: z.string(),
    sentence: z.string(),
    state: OperationState.schema,
    messageZh: z.string(),
    messageEn: z.string(),
    replacement: z.string().nullable(),
    versions: z.array(
      z.object({
        revision: z.int(),
        sentence: z.string(),
        createdAt: z.iso.datetime(),
        createdBy: z.string().nullable(),
        differences: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
      }),
    ),
  }),
  refusals: [ruleNotFound],
  example: { query: { id: '1' } },
});

/** What switching on would mean at this moment. */
export const previewRuleSwitch = read({
  name: 'renewalRules.previewSwitch',
  summary: text('续费规则启用前的影响', 'What switching a renewal rule on means'),
  permission: 'packageRenewalControl.switch',
  query: { id: idSchema },
  answer: z.object({
    cards: z.int(),
    /** Packages that wait on them already and are kept. */
    waiting: z.int(),
    needsSecond: z.boolean(),
    wantedBy: z.string().nullable(),
    version: z.int(),
  }),
  refusals: [ruleNotFound],
  example: { query: { id: '1' } },
});

/** Another person confirms by switching on again. */
export const switchRule = change({
  name: 'renewalRules.switch',
  summary: text('切换续费规则状态', 'Switch a renewal rule'),
  permission: 'packageRenewalControl.switch',
  operation,
  body: z.strictObject({
    id: idSchema,
    version: z.int().min(1),
    state: z.union([z.literal('shadow'), z.literal('on'), z.literal('off')]),
  }),
  answer: z.object({ state: OperationState.schema, waitsForSecond: z.boolean() }),
  refusals: [ruleNotFound, changedByAnother, ruleInState, secondForRule, ruleIsOver],
  example: { body: { id: '1', version: 1, state: 'shadow' } },
});

/** Which packages a card can be renewed with now, and which rules say no. Does nothing. */
export const tryRenewal = read({
  name: 'renewalRules.try',
  summary: text('试算续费', 'Try a renewal'),
  namesCarriers: true,
  permission: 'packageRenewalControl.view',
  query: {
    iccid: z.string().trim().min(1).max(64),
    channel: SalesChannel.schema.default('platform'),
    /** Judged as though it were on. */
    id: idSchema.optional(),
  },
  answer: z.object({
    iccid: z.string(),
    customerName: z.string(),
    /** The main package it has or had; null: none, so that an order is no renewal. */
    packageName: z.string().nullable(),
    lastDay: z.iso.date().nullable(),
    packages: z.array(
      z.object({
        id: idSchema,
        name: z.string(),
        platform: Platform.schema,
        /** Why it cannot be ordered on the card at all. */
        whyNot: z.string().nullable(),
        isAllowed: z.boolean(),
        rules: z.array(
          z.object({
            name: z.string(),
            /** In shadow it refuses nothing. */
            isShadow: z.boolean(),
            /** Of a customer above: only its name and what it says are told. */
            isFromAbove: z.boolean(),
            message: z.string(),
          }),
        ),
      }),
    ),
  }),
  refusals: [cardNotFound, ruleNotFound],
  example: { query: { iccid: '8986061000000000001', channel: 'platform' } },
});
