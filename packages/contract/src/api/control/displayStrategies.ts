import { productNameSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { DisplayAudience, DisplayBinding, DisplayPart, DisplayUnit } from '../../enumerations/control.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { register } from '../../framework/register.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { productCodeSchema } from '../catalogue/products.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { enabling, isUsed } from './enabling.ts';

const refusal = refusalsOf('control');

export const displayStrategyNotFound = refusal.notFound(
  1853,
  'displayStrategyNotFound',
  '详单策略不存在',
  'The display strategy does not exist',
  404,
);
export const duplicateDisplayStrategy = refusal.invalid(
  1853,
  'duplicateDisplayStrategy',
  '已有同名的详单策略',
  'A display strategy with this name already exists',
);
export const displayStrategyInUse = refusal.conflict(
  1857,
  'displayStrategyInUse',
  '策略已绑定 {n} 个对象，请先解绑',
  'The strategy is bound to {n} {n|object|objects}; unbind {n|it|them} first',
);

/** Who has cards runs them by their status, in screens that go by carrier: those are hidden from end users only. */
export const ALWAYS_SHOWN: Readonly<Record<DisplayAudience, readonly DisplayPart[]>> = {
  child: ['status', 'carrier'],
  api: ['status', 'carrier'],
  publicAccount: [],
  miniProgram: [],
};

export const MOST_BOUND = 200;
const parts = z.array(DisplayPart.schema);

/** How volumes are written, for whom, and what else is shown. No figure is ever made larger. */
export const displayStrategies = register({
  name: 'displayStrategies',
  noun: { zh: '详单策略', en: 'display strategy', many: 'display strategies' },
  permission: 'detailStrategy',
  exportPermission: 'detailStrategy.export',
  scope: 'customer-tree',
  verb: 'add',
  operation: OperationType.values.EditStrategyPrice,
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    name: field.text('名称', 'Name', { filters: ['contains'], sortable: true }),
    audience: field.enumeration(DisplayAudience, { filters: ['is'] }),
    shows: field.enumerations(DisplayPart, { filters: ['is'] }),
    unit: field.enumeration(DisplayUnit),
    decimals: field.number('小数位', 'Decimals'),
    masksNumbers: field.flag('号码脱敏', 'Numbers masked', { filters: ['is'] }),
    historyMonths: field.number('历史月数', 'Months of history'),
    bound: field.object(
      '绑定',
      'Bindings',
      z.array(z.object({ kind: DisplayBinding.schema, id: z.string(), name: z.string() })),
    ),
    /** The same in words; found by package or customer name, or product code. */
    boundTo: field.text('绑定对象', 'Bound to', { nullable: true, filters: ['contains'] }),
    isUsed,
    isEnabled: field.flag('启用', 'Enabled', { filters: ['is'] }),
    customerName: field.text('归属客户', 'Customer'),
    version: field.number('版本', 'Version', { exportable: false }),
    updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
  },
  defaultSort: '-updatedAt',
  body: {
    name: productNameSchema,
    audience: DisplayAudience.schema,
    shows: parts.min(1).max(6),
    unit: DisplayUnit.schema,
    decimals: z.int().min(0).max(2),
    masksNumbers: z.boolean(),
    historyMonths: z.int().min(1).max(24),
  },
  // An object has one strategy for each audience.
  locked: ['audience'],
  isVersioned: true,
  notFound: displayStrategyNotFound,
  duplicate: duplicateDisplayStrategy,
  refusals: { delete: [displayStrategyInUse] },
  example: {
    name: '下级不见位置',
    audience: 'child',
    shows: ['status', 'remaining', 'carrier'],
    unit: 'GB',
    decimals: 2,
    masksNumbers: true,
    historyMonths: 6,
  },
});

/** A disabled strategy shows its audience everything again. */
export const enableDisplayStrategy = enabling(displayStrategies, 'displayStrategies', 'detailStrategy', []);

/** Everything a strategy is bound to. An object has one strategy of each owner and audience. */
export const bindDisplayStrategy = change({
  name: 'displayStrategies.bind',
  summary: text('绑定详单策略', 'Bind a display strategy'),
  permission: 'detailStrategy.bind',
  operation: OperationType.values.EditStrategyPrice,
  body: z.strictObject({
    id: idSchema,
    version: z.int().min(1),
    packageIds: z.array(idSchema).max(MOST_BOUND),
    productCodes: z.array(productCodeSchema).max(MOST_BOUND),
    customerIds: z.array(idSchema).max(MOST_BOUND),
  }),
  answer: doneSchema,
  refusals: [displayStrategyNotFound, changedByAnother],
  example: { body: { id: '1', version: 1, packageIds: [], productCodes: [], customerIds: [] } },
});

/** The packages and products that the strategy's owner has, or the caller without one. */
export const displayBindingChoices = read({
  name: 'displayStrategies.choices',
  summary: text('可绑定的套餐和产品', 'Packages and products to bind'),
  permission: 'detailStrategy.view',
  query: { id: idSchema.optional(), keyword: z.string().trim().min(1).max(60).optional() },
  answer: z.object({
    packages: z.array(z.object({ id: idSchema, name: z.string() })),
    products: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  refusals: [displayStrategyNotFound],
  example: { query: { id: '1' } },
});

const seenSchema = z.array(
  z.object({
    label: z.string(),
    truth: z.string(),
    /** Null: hidden. */
    seen: z.string().nullable(),
  }),
);

/** An example card as its owner and as the audience sees it. Concerns no card. */
export const previewDisplayStrategy = read({
  name: 'displayStrategies.preview',
  summary: text('预览详单策略', 'Preview a display strategy'),
  permission: 'detailStrategy.view',
  query: { id: idSchema },
  answer: z.object({ lines: seenSchema }),
  refusals: [displayStrategyNotFound],
  example: { query: { id: '1' } },
});

/** Which of the caller's strategies would decide what an audience sees of a card with these. */
export const governingDisplayStrategy = read({
  name: 'displayStrategies.governing',
  summary: text('查看生效策略', 'Which strategy holds'),
  permission: 'detailStrategy.view',
  query: {
    audience: DisplayAudience.schema,
    packageId: idSchema.optional(),
    productCode: productCodeSchema.optional(),
    customerId: idSchema.optional(),
  },
  answer: z.object({
    /** Null: everything is shown. */
    strategy: z.object({ id: idSchema, name: z.string() }).nullable(),
    by: z.object({ kind: DisplayBinding.schema, name: z.string() }).nullable(),
    /** Bound more broadly, so without effect here. */
    overruled: z.array(z.object({ kind: DisplayBinding.schema, strategyName: z.string() })),
    lines: seenSchema,
  }),
  example: { query: { audience: 'child', productCode: 'LT-JASPER' } },
});
