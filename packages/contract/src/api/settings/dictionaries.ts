import { businessCodeSchema, stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, doneSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { LABEL_COLORS } from '../../labelColors.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('settings');

export const dictTypeNotFound = refusal.notFound(351, 'dictTypeNotFound', '字典不存在', 'Dictionary not found', 404);
export const dictItemNotFound = refusal.notFound(
  352,
  'dictItemNotFound',
  '字典项不存在',
  'Dictionary entry not found',
  404,
);
export const duplicateDictType = refusal.conflict(
  351,
  'duplicateDictType',
  '字典编码已存在',
  'Dictionary code already exists',
);
export const duplicateDictItem = refusal.conflict(
  352,
  'duplicateDictItem',
  '字典值已存在',
  'Dictionary value already exists',
);
export const dictItemInUse = refusal.conflict(
  353,
  'dictItemInUse',
  '「{name}」正被 {n} 处使用，不能删除',
  '“{name}” is used in {n} {n|place|places} and cannot be deleted',
);
export const systemDictionary = refusal.conflict(
  354,
  'systemDictionary',
  '系统字典只能修改文字，不能增删',
  'Values of system dictionaries are fixed; only the text can be changed',
);

const wordsSchema = stringSchema({ min: 1, max: 60 });
const typeCodeSchema = businessCodeSchema.check(z.minLength(2), z.maxLength(40));
/** A value of a system dictionary may have another form; it is only looked up. */
const knownSchema = z.string().min(1).max(60);

/** Both kinds with the number of their entries. `keyword` finds a dictionary by its code, its name or any of its texts. */
export const listDictTypes = read({
  name: 'dictionaries.types',
  summary: text('字典列表', 'Dictionaries'),
  permission: 'dataDictionary.view',
  scope: 'global',
  query: { keyword: z.string().min(1).max(60).optional() },
  answer: z.array(
    z.object({
      code: z.string(),
      zh: z.string(),
      en: z.string(),
      isSystem: z.boolean(),
      items: z.int(),
      /** The number of matching entries. */
      hits: z.int(),
    }),
  ),
});

export const listDictItems = list({
  name: 'dictionaries.items',
  summary: text('字典项列表', 'Dictionary entries'),
  permission: 'dataDictionary.view',
  scope: 'global',
  exportPermission: 'dataDictionary.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    type: field.identifier('字典编码', 'Dictionary', { filters: ['is'] }),
    value: field.identifier('值', 'Value', { filters: ['is'], sortable: true }),
    zh: field.text('中文', 'Chinese', { filters: ['contains'], sortable: true }),
    en: field.text('英文', 'English', { filters: ['contains'], sortable: true }),
    color: field.text('颜色', 'Color', { nullable: true }),
    sort: field.number('排序', 'Order', { sortable: true }),
    isEnabled: field.flag('启用', 'Enabled', { filters: ['is'] }),
    isReworded: field.flag('已改文字', 'Reworded', { filters: ['is'] }),
    used: field.number('使用数', 'Used', {
      nullable: true,
      help: text('现在有多少条数据是这个值', 'Number of records with this value'),
    }),
    isSystem: field.flag('系统字典', 'System', { exportable: false }),
    version: field.number('版本', 'Version', { exportable: false }),
  },
  extra: { used: z.enum(['true', 'false']).optional() },
  defaultSort: 'sort',
});

/** The changed texts of system dictionaries for the console; `version` grows with every change. */
export const readDictWords = read({
  name: 'dictionaries.words',
  summary: text('系统字典改动的文字', 'Changed texts of system dictionaries'),
  permission: 'authenticated',
  scope: 'global',
  answer: z.object({
    version: z.string(),
    words: z.array(z.object({ type: z.string(), value: z.string(), zh: z.string(), en: z.string() })),
  }),
});

/** The choices of a custom dictionary for forms: enabled entries in their order. */
export const dictOptions = read({
  name: 'dictionaries.options',
  summary: text('字典可选项', 'Dictionary options'),
  permission: 'authenticated',
  scope: 'global',
  query: { type: typeCodeSchema },
  answer: z.array(z.object({ value: z.string(), zh: z.string(), en: z.string(), color: z.string().nullable() })),
  refusals: [dictTypeNotFound],
  example: { query: { type: 'expressCompany' } },
});

const edit = {
  permission: 'dataDictionary.edit',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  answer: doneSchema,
} as const;

export const addDictType = change({
  ...edit,
  name: 'dictionaries.addType',
  summary: text('新增字典', 'New dictionary'),
  body: z.strictObject({ code: typeCodeSchema, zh: wordsSchema, en: wordsSchema }),
  refusals: [duplicateDictType],
  example: { body: { code: 'returnReason', zh: '退货原因', en: 'Return reason' } },
});

export const editDictType = change({
  ...edit,
  name: 'dictionaries.editType',
  summary: text('编辑字典', 'Edit dictionary'),
  body: z.strictObject({ code: typeCodeSchema, zh: wordsSchema, en: wordsSchema }),
  refusals: [dictTypeNotFound, systemDictionary],
  example: { body: { code: 'industry', zh: '行业', en: 'Industry' } },
});

/** Deletes it with all its entries, if none of them is in use. */
export const deleteDictType = change({
  ...edit,
  name: 'dictionaries.deleteType',
  summary: text('删除字典', 'Delete dictionary'),
  body: z.strictObject({ code: typeCodeSchema }),
  refusals: [dictTypeNotFound, systemDictionary, dictItemInUse],
  example: { body: { code: 'cancelReason' } },
});

const itemShape = {
  type: typeCodeSchema,
  zh: wordsSchema,
  en: wordsSchema,
  color: z.enum(LABEL_COLORS).nullable().optional(),
  sort: z.int().min(0).max(99_999).optional(),
  isEnabled: z.boolean().optional(),
};

export const addDictItem = change({
  ...edit,
  name: 'dictionaries.addItem',
  summary: text('新增字典项', 'New dictionary entry'),
  body: z.strictObject({ ...itemShape, value: businessCodeSchema.check(z.maxLength(60)) }),
  refusals: [dictTypeNotFound, systemDictionary, duplicateDictItem],
  example: { body: { type: 'industry', value: 'education', zh: '智慧教育', en: 'Education', sort: 160 } },
});

/** For a system dictionary only the two texts apply. `version` is the one the editor read; 0 for unchanged texts. */
export const editDictItem = change({
  ...edit,
  name: 'dictionaries.editItem',
  summary: text('编辑字典项', 'Edit dictionary entry'),
  body: z.strictObject({ ...itemShape, value: knownSchema, version: z.int().min(0) }),
  refusals: [dictItemNotFound, systemDictionary, changedByAnother],
  example: { body: { type: 'industry', value: 'home', zh: '智能家居', en: 'Smart home', version: 1 } },
});

/** Restores the built-in texts of a system dictionary. */
export const restoreDictItem = change({
  ...edit,
  name: 'dictionaries.restoreItem',
  summary: text('恢复默认文字', 'Restore default text'),
  body: z.strictObject({ type: typeCodeSchema, value: knownSchema }),
  refusals: [dictItemNotFound],
  example: { body: { type: 'cardSize', value: '3' } },
});

export const deleteDictItem = change({
  ...edit,
  name: 'dictionaries.deleteItem',
  summary: text('删除字典项', 'Delete dictionary entry'),
  body: z.strictObject({ type: typeCodeSchema, value: knownSchema }),
  refusals: [dictItemNotFound, systemDictionary, dictItemInUse],
  example: { body: { type: 'industry', value: 'wearable' } },
});

/**
 * A sheet with a heading and the columns value, Chinese, English, order: known values get the texts, new ones are added. All
 * rows or none.
 */
export const importDictItems = change({
  name: 'dictionaries.import',
  summary: text('导入字典项', 'Import dictionary entries'),
  permission: 'dataDictionary.edit',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  kind: 'upload',
  body: z.strictObject({ type: typeCodeSchema }),
  answer: z.object({ added: z.int(), changed: z.int() }),
  refusals: [dictTypeNotFound, systemDictionary],
});
