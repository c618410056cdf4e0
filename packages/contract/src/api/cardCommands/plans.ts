import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { Rat } from '../../enumerations/network.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryFlag } from '../../framework/paging.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { identifiersOfAction } from '../../permissions/batchActions.ts';
import { key } from '../../permissions/key.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('cardCommands');

export const planNotFound = refusal.notFound(
  671,
  'planNotFound',
  '通信计划不存在',
  'Communication plan not found',
  404,
);
export const duplicatePlan = refusal.conflict(
  671,
  'duplicatePlan',
  '该通道下已有同名通信计划',
  'The carrier account already has a plan with this name',
);
export const planAccountUnknown = refusal.invalid(
  671,
  'planAccountUnknown',
  '通道不存在或已停用',
  'Carrier account not found or disabled',
);
export const plansNotListed = refusal.conflict(
  672,
  'plansNotListed',
  '该通道的接口不提供通信计划，请手工维护',
  'This interface does not provide communication plans; maintain them manually',
);
export const planPullRuns = refusal.conflict(673, 'planPullRuns', '正在拉取，请稍候', 'Already pulling; please wait');

export const PlanService = enumeration('planService', '业务', 'Service', {
  data: { zh: '数据', en: 'Data' },
  voice: { zh: '语音', en: 'Voice' },
  sms: { zh: '短信', en: 'SMS' },
  roaming: { zh: '漫游', en: 'Roaming' },
});
export type PlanService = ValueOf<typeof PlanService>;

/** `gone`: the carrier no longer has it. `off`: no card may be moved to it any more. */
export const PlanState = enumeration('planState', '状态', 'State', {
  on: { zh: '启用', en: 'On' },
  off: { zh: '停用', en: 'Off' },
  gone: { zh: '运营商已无', en: 'No longer at the carrier' },
});
export type PlanState = ValueOf<typeof PlanState>;

export const listPlans = list({
  name: 'communicationPlans.list',
  summary: text('通信计划列表', 'Communication plans'),
  permission: key('communicationPlan.view'),
  exportPermission: key('communicationPlan.export'),
  fields: {
    id: field.id('编号', 'ID', { filters: ['is'], exportable: false }),
    version: field.number('版本', 'Version', { exportable: false }),
    carrierName: field.identifier('运营商侧名称', 'Name at the carrier', { filters: ['contains'], sortable: true }),
    name: field.text('名称', 'Name', { filters: ['contains'], sortable: true }),
    carrierAccountId: field.id('通道编号', 'Carrier account id', { filters: ['is'], exportable: false }),
    carrierAccountName: field.text('通道', 'Carrier account'),
    platform: field.enumeration(Platform),
    state: field.enumeration(PlanState, { filters: ['is'] }),
    ratePlan: field.text('资费计划', 'Rate plan', { nullable: true, filters: ['contains'] }),
    services: field.enumerations(PlanService, { filters: ['is'] }),
    apns: field.object('APN', 'APNs', z.array(z.string())),
    rats: field.enumerations(Rat),
    countries: field.object('允许国家', 'Countries', z.array(z.string())),
    products: field.number('使用产品', 'Products using it'),
    cards: field.number('本平台卡数', 'Our cards'),
    /** The number of cards by the carrier at the last pull, and ours at that moment. */
    carrierCards: field.number('运营商卡数', 'Cards at the carrier', { nullable: true }),
    difference: field.number('拉取时差异', 'Difference then', {
      nullable: true,
      sortable: true,
      help: text('拉取时运营商卡数减本平台卡数', 'Carrier cards minus platform cards at the time of the pull'),
    }),
    countedAt: field.time('拉取时间', 'Pulled at', { nullable: true, sortable: true }),
    isByHand: field.flag('手工添加', 'Added manually', { filters: ['is'] }),
    remark: field.text('备注', 'Remark', { nullable: true }),
    updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
  },
  extra: {
    apn: z.string().min(1).max(64).optional(),
    /** No card of ours and no product. */
    unused: queryFlag.optional(),
    /** The carrier's count differs, or the plan is gone. */
    differing: queryFlag.optional(),
  },
  defaultSort: 'carrierName',
});

/** The accounts plans may belong to, with their last pull. */
export const planAccounts = read({
  name: 'communicationPlans.accounts',
  summary: text('通信计划的通道', 'Carrier accounts of plans'),
  namesCarriers: true,
  permission: key('communicationPlan.view'),
  answer: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      platform: Platform.schema,
      /** Whether its interface lists plans. */
      canPull: z.boolean(),
      /** Whether it can be asked to move a card to another plan. */
      canChange: z.boolean(),
      pull: z
        .object({
          state: z.enum(['running', 'finished', 'halted']),
          seen: z.number().int(),
          words: z.string().nullable(),
          beganAt: z.iso.datetime({ offset: true }),
        })
        .nullable(),
    }),
  ),
});

/** Names a card may be moved to: plans in use of the accounts the asker has cards behind. */
export const planOptions = read({
  name: 'communicationPlans.options',
  summary: text('可选通信计划', 'Selectable communication plans'),
  permission: identifiersOfAction('change_communication_plan') as [string, ...string[]],
  answer: z.array(z.object({ carrierName: z.string(), name: z.string(), platform: Platform.schema })),
});

const facts = {
  name: stringSchema({ min: 2, max: 60 }),
  ratePlan: z.string().max(64).nullable(),
  services: z.array(PlanService.schema).max(4),
  apns: z.array(z.string().regex(/^[A-Za-z0-9.-]{1,64}$/)).max(20),
  rats: z.array(Rat.schema).max(10),
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)).max(250),
  remark: remarkSchema({ optional: true }).nullable(),
};

const EXAMPLE = {
  name: '数据+短信',
  ratePlan: null,
  services: ['data' as const, 'sms' as const],
  apns: ['cmiot'],
  rats: [],
  countries: ['CN'],
  remark: null,
};

/** Entered manually, for carriers whose interface lists no plans. */
export const addPlan = change({
  name: 'communicationPlans.add',
  summary: text('新增通信计划', 'New communication plan'),
  permission: key('communicationPlan.edit'),
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    carrierAccountId: idSchema,
    carrierName: z.string().regex(/^[^\s:][^:]{0,62}[^\s:]$/),
    ...facts,
  }),
  answer: z.object({ id: idSchema }),
  refusals: [duplicatePlan, planAccountUnknown],
  example: { body: { carrierAccountId: '101', carrierName: 'DATA-SMS-2', ...EXAMPLE } },
});

export const editPlan = change({
  name: 'communicationPlans.edit',
  summary: text('编辑通信计划', 'Edit a communication plan'),
  permission: key('communicationPlan.edit'),
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema, version: z.number().int(), state: z.enum(['on', 'off']), ...facts }),
  answer: doneSchema,
  refusals: [planNotFound, changedByAnother],
  example: { body: { id: '9301', version: 1, state: 'on', ...EXAMPLE } },
});

/** Asks the carrier for its plans and their card counts; the list is updated as answers arrive. */
export const pullPlans = change({
  name: 'communicationPlans.pull',
  summary: text('从运营商拉取通信计划', 'Pull communication plans from the carrier'),
  permission: key('communicationPlan.sync'),
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ carrierAccountId: idSchema }),
  answer: doneSchema,
  refusals: [planAccountUnknown, plansNotListed, planPullRuns],
  example: { body: { carrierAccountId: '101' } },
});
