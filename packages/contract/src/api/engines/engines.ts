import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { EngineAccess, EngineCode, EngineState, EngineUnit } from '../../enumerations/engine.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryFlag } from '../../framework/paging.ts';
import { changedByAnother, notFound } from '../../framework/standardRefusals.ts';
import type { PermissionKey } from '../../permissions/catalogue.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { minorSchema } from '../catalogue/products.ts';
import { engineUnitInUse } from './refusals.ts';

/** What an engine unlocks: these are unavailable to a customer whose engine is off. */
export const ENGINE_UNLOCKS = {
  location: ['cardPositioning.query'],
  diagnosis: ['queryCardOnline.query'],
  esim: ['esim.download', 'esim.enable', 'codeNumber.bind'],
  numbering: ['numberingStrategy.switch'],
} as const satisfies Record<EngineCode, readonly PermissionKey[]>;

/** Pages hidden from a customer's menu while its engine is off; chips can still be viewed and cleared. */
export const ENGINE_PAGES: Readonly<Record<EngineCode, readonly string[]>> = {
  location: ['/operationManagement/cardPositioning'],
  diagnosis: ['/operationManagement/queryCardOnlineInfo'],
  esim: [],
  numbering: ['/esimManagement/numberingStrategy'],
};

export const MOST_TRIAL_DAYS = 90;
const days = z.number().int().min(0).max(MOST_TRIAL_DAYS);

const FOLDS = /^[1-9](\.\d{1,2})?$/;
const notFolds = problem('折扣应为 1 至 9.99 折，最多 2 位小数', 'Discount must be 1 to 9.99 with at most 2 decimals');
const notRising = problem('起算数量应逐级增加', 'Tier quantities must increase');
const notFalling = problem('折扣应逐级降低', 'Tier discounts must decrease');

/** From this many units on, the price is this many tenths of the list price: 9.5 折 is 95 %. */
export type DiscountStep = { readonly from: number; readonly folds: string };

/** The first error of a discount table and its step; undefined if counts rise and prices fall. */
export function stepProblem(
  steps: readonly DiscountStep[],
): { at: number; key: keyof DiscountStep; problem: Problem } | undefined {
  for (const [at, step] of steps.entries()) {
    const before = steps[at - 1];
    if (!FOLDS.test(step.folds)) return { at, key: 'folds', problem: notFolds };
    if (before && step.from <= before.from) return { at, key: 'from', problem: notRising };
    if (before && Number(step.folds) >= Number(before.folds)) return { at, key: 'folds', problem: notFalling };
  }
  return undefined;
}

const stepsSchema = z
  .array(z.strictObject({ from: z.number().int().min(2).max(100_000_000), folds: z.string().max(4) }))
  .max(10)
  .superRefine((steps, issues) => {
    const found = stepProblem(steps);
    if (found)
      issues.addIssue({
        code: 'custom',
        path: [found.at, found.key],
        params: { problem: found.problem },
        message: found.problem.text.en,
      });
  });

const shownSteps = z.array(z.object({ from: z.number().int(), folds: z.string() }));

export const engineFields = {
  id: field.id('编号', 'ID', { filters: ['is'], exportable: false }),
  code: field.enumeration(EngineCode, { sortable: true }),
  name: field.text('引擎', 'Engine', { sortable: true }),
  nameZh: field.text('中文名称', 'Chinese name'),
  nameEn: field.text('英文名称', 'English name'),
  unlocks: field.object('开放的功能', 'Opens', z.array(z.string())),
  unit: field.enumeration(EngineUnit, { filters: ['is'] }),
  listPrice: field.money('标准价', 'List price', { sortable: true }),
  currency: field.text('币种', 'Currency'),
  steps: field.object('折扣阶梯', 'Discount steps', shownSteps),
  trialDays: field.number('试用天数', 'Trial days'),
  graceDays: field.number('宽限天数', 'Grace days'),
  state: field.enumeration(EngineState, { filters: ['is'] }),
  access: field.enumeration(EngineAccess, { filters: ['is'] }),
  /** Customers with a running subscription. */
  subscribers: field.number('使用客户', 'Subscribers'),
  /** Different cards counted this month. */
  cards: field.number('本月卡数', 'Cards this month'),
  calls: field.number('近 30 天调用', 'Calls, last 30 days'),
  version: field.number('版本', 'Version', { exportable: false }),
  updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
};

export const listEngines = list({
  name: 'engines.list',
  summary: text('引擎列表', 'Engines'),
  permission: 'engineManage.view',
  exportPermission: 'engineManage.export',
  fields: engineFields,
  defaultSort: 'code',
  /** `keyword`: code or name. `subscriber`: it runs for this customer. `expiring`: a subscription ends within 7 days. */
  extra: {
    keyword: z.string().min(1).max(64).optional(),
    subscriber: idSchema.optional(),
    expiring: queryFlag.optional(),
  },
});

/** The effect of an engine's change: customers with a running subscription, and those using it without one. */
export const readEngineImpact = read({
  name: 'engines.impact',
  summary: text('引擎变更的影响', 'Engine change impact'),
  permission: 'engineManage.view',
  query: { id: idSchema },
  answer: z.object({
    subscribers: z.number().int(),
    /** Customers beside the platform without a running subscription. */
    without: z.number().int(),
    /** Of these, those that used it in the last 30 days; the top twenty. */
    usedWithout: z.number().int(),
    users: z.array(z.object({ id: idSchema, name: z.string(), calls: z.number().int() })),
  }),
  refusals: [notFound],
  example: { query: { id: '1' } },
});

const nameSchema = stringSchema({ min: 2, max: 30 });

export const editEngine = change({
  name: 'engines.edit',
  summary: text('编辑引擎', 'Edit engine'),
  permission: 'engineManage.edit',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({
    id: idSchema,
    version: z.number().int(),
    nameZh: nameSchema,
    nameEn: nameSchema,
    unit: EngineUnit.schema,
    trialDays: days,
    graceDays: days,
    access: EngineAccess.schema,
  }),
  answer: doneSchema,
  refusals: [notFound, changedByAnother, engineUnitInUse],
  example: {
    body: {
      id: '1',
      version: 1,
      nameZh: '定位引擎',
      nameEn: 'Location engine',
      unit: 'cardMonth',
      trialDays: 30,
      graceDays: 3,
      access: 'free',
    },
  },
});

export const shelveEngine = change({
  name: 'engines.shelf',
  summary: text('上架或下架引擎', 'Publish or unpublish engine'),
  permission: 'engineManage.shelf',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema, version: z.number().int(), state: EngineState.schema }),
  answer: doneSchema,
  refusals: [notFound, changedByAnother],
  example: { body: { id: '1', version: 1, state: 'on' } },
});

export const priceEngine = change({
  name: 'engines.price',
  summary: text('设置引擎标准价与折扣', 'Set engine list price and discounts'),
  permission: 'engineManage.price',
  operation: OperationType.values.EditStrategyPrice,
  body: z.strictObject({ id: idSchema, version: z.number().int(), listPrice: minorSchema, steps: stepsSchema }),
  answer: doneSchema,
  refusals: [notFound, changedByAnother],
  example: { body: { id: '1', version: 1, listPrice: '10', steps: [{ from: 1000, folds: '9' }] } },
});
