import { businessCodeSchema, stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('settings');

export const countryNotFound = refusal.notFound(361, 'countryNotFound', '国家不存在', 'Country not found', 404);
export const mccTaken = refusal.conflict(
  361,
  'mccTaken',
  'MCC {mcc} 已属于{country}，两国都标记「共用 MCC」后才能共用',
  'MCC {mcc} belongs to {country}; it can be shared only if both are marked “Shared MCC”',
);
export const regionNotFound = refusal.notFound(362, 'regionNotFound', '地区不存在', 'Region not found', 404);
export const duplicateRegion = refusal.conflict(362, 'duplicateRegion', '地区编码已存在', 'Region code already exists');
export const unknownCountry = refusal.invalid(
  361,
  'unknownCountry',
  '国家代码 {code} 不存在',
  'Country code {code} not found',
);
export const repeatedCountry = refusal.invalid(362, 'repeatedCountry', '国家 {code} 重复', 'Duplicate country {code}');

const countryCodeSchema = z.string().regex(/^[A-Z]{2}$/);
const nameSchema = stringSchema({ min: 2, max: 60 });
const lengthSchema = z.int().min(1).max(15);

/** Every country of ISO 3166 with its dial code and mobile country codes. */
export const listCountries = list({
  name: 'countries.list',
  summary: text('国家码列表', 'Country codes'),
  permission: 'countryCode.view',
  scope: 'global',
  fields: {
    id: field.id('ISO 数字代码', 'ISO number'),
    code: field.identifier('国家代码', 'Code', { filters: ['is'], sortable: true }),
    zh: field.text('中文名', 'Chinese', { sortable: true }),
    en: field.text('英文名', 'English', { sortable: true }),
    dialCode: field.identifier('国际区号', 'Dial code', { filters: ['is'], sortable: true, nullable: true }),
    mccs: field.object('MCC', 'MCC', z.array(z.string())),
    sharesMcc: field.flag('共用 MCC', 'Shares MCC', { filters: ['is'] }),
    phoneMin: field.number('手机号最短', 'Shortest number'),
    phoneMax: field.number('手机号最长', 'Longest number'),
    isEnabled: field.flag('启用', 'Enabled', { filters: ['is'] }),
    sort: field.number('排序', 'Order', { sortable: true }),
    isChanged: field.flag('已修改', 'Changed', {
      filters: ['is'],
      help: text('与国际标准不同', 'Differs from the international standard'),
    }),
    version: field.number('版本', 'Version', { exportable: false }),
    updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
  },
  extra: { keyword: z.string().min(1).max(60).optional(), mcc: z.string().min(1).max(3).optional() },
  defaultSort: 'sort',
});

/** For pickers and phone fields: enabled countries in their order. */
export const countryOptions = read({
  name: 'countries.options',
  summary: text('可选国家', 'Selectable countries'),
  permission: 'authenticated',
  scope: 'global',
  answer: z.array(
    z.object({
      code: z.string(),
      zh: z.string(),
      en: z.string(),
      dialCode: z.string().nullable(),
      phoneMin: z.int(),
      phoneMax: z.int(),
    }),
  ),
});

const editing = {
  permission: 'countryCode.edit',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  answer: doneSchema,
} as const;

export const editCountry = change({
  ...editing,
  name: 'countries.edit',
  summary: text('编辑国家', 'Edit country'),
  body: z.strictObject({
    code: countryCodeSchema,
    zh: nameSchema,
    en: nameSchema,
    dialCode: z
      .string()
      .regex(/^[1-9]\d{0,3}$/)
      .nullable()
      .optional(),
    mccs: z.array(z.string().regex(/^\d{3}$/)).max(20),
    sharesMcc: z.boolean(),
    phoneMin: lengthSchema,
    phoneMax: lengthSchema,
    sort: z.int().min(0).max(99_999),
    version: z.int().min(1),
  }),
  refusals: [countryNotFound, mccTaken, changedByAnother],
  example: {
    body: {
      code: 'JP',
      zh: '日本',
      en: 'Japan',
      dialCode: '81',
      mccs: ['440', '441'],
      sharesMcc: false,
      phoneMin: 10,
      phoneMax: 10,
      sort: 50,
      version: 1,
    },
  },
});

/** Disabled countries are not offered in forms; existing references still show them. */
export const enableCountry = change({
  ...editing,
  name: 'countries.enable',
  summary: text('启用或停用国家', 'Enable or disable country'),
  body: z.strictObject({ code: countryCodeSchema, isEnabled: z.boolean() }),
  refusals: [countryNotFound],
  example: { body: { code: 'AQ', isEnabled: false } },
});

/** Restores names, dial code, mobile country codes and lengths by ISO and ITU. */
export const restoreCountry = change({
  ...editing,
  name: 'countries.restore',
  summary: text('恢复国际标准', 'Restore international standard'),
  body: z.strictObject({ code: countryCodeSchema }),
  refusals: [countryNotFound, mccTaken],
  example: { body: { code: 'JP' } },
});

const countriesSchema = z.array(countryCodeSchema).min(1).max(250);

export const listRegions = list({
  name: 'regions.list',
  summary: text('地区列表', 'Regions'),
  permission: 'countryRegion.view',
  scope: 'global',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    code: field.identifier('地区编码', 'Code', { filters: ['contains'], sortable: true }),
    zh: field.text('中文名', 'Chinese', { filters: ['contains'], sortable: true }),
    en: field.text('英文名', 'English', { filters: ['contains'], sortable: true }),
    countries: field.object(
      '国家',
      'Countries',
      z.array(z.object({ code: z.string(), zh: z.string(), en: z.string(), isEnabled: z.boolean() })),
    ),
    version: field.number('版本', 'Version', { sortable: true }),
    isRetired: field.flag('已停用', 'Retired', { filters: ['is'] }),
    updatedAt: field.time('修改时间', 'Changed at', { sortable: true }),
  },
  extra: { country: countryCodeSchema.optional() },
  defaultSort: 'code',
});

/** All versions of a region; sold packages keep theirs. */
export const listRegionVersions = read({
  name: 'regions.versions',
  summary: text('地区版本', 'Region versions'),
  permission: 'countryRegion.view',
  scope: 'global',
  query: { regionId: idSchema },
  answer: z.array(
    z.object({
      version: z.int(),
      countries: z.array(z.string()),
      added: z.array(z.string()),
      removed: z.array(z.string()),
      madeBy: z.string(),
      madeAt: z.iso.datetime({ offset: true }),
    }),
  ),
  refusals: [regionNotFound],
  example: { query: { regionId: '1' } },
});

const regionShape = {
  code: businessCodeSchema.check(z.minLength(2), z.maxLength(32)),
  zh: stringSchema({ min: 2, max: 30 }),
  en: stringSchema({ min: 2, max: 60 }),
  countries: countriesSchema,
};
const editingRegions = {
  permission: 'countryRegion.edit',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
} as const;

export const addRegion = change({
  ...editingRegions,
  name: 'regions.add',
  summary: text('新增地区', 'New region'),
  body: z.strictObject(regionShape),
  answer: z.object({ id: idSchema }),
  refusals: [duplicateRegion, unknownCountry, repeatedCountry],
  example: { body: { code: 'NORDIC', zh: '北欧', en: 'Nordic countries', countries: ['DK', 'SE', 'NO', 'FI', 'IS'] } },
});

/** Changed countries create a new version; a new name does not. */
export const editRegion = change({
  ...editingRegions,
  name: 'regions.edit',
  summary: text('编辑地区', 'Edit region'),
  body: z.strictObject({ ...regionShape, regionId: idSchema, version: z.int().min(1) }).omit({ code: true }),
  answer: z.object({ version: z.int() }),
  refusals: [regionNotFound, unknownCountry, repeatedCountry, changedByAnother],
  example: {
    body: { regionId: '1', zh: '港澳台', en: 'Hong Kong, Macao, Taiwan', countries: ['HK', 'MO', 'TW'], version: 1 },
  },
});

export const retireRegion = change({
  ...editingRegions,
  name: 'regions.retire',
  summary: text('停用或恢复地区', 'Disable or restore region'),
  body: z.strictObject({ regionId: idSchema, isRetired: z.boolean() }),
  answer: doneSchema,
  refusals: [regionNotFound],
  example: { body: { regionId: '1', isRetired: false } },
});

/** Provinces, or what lies directly under a division of China (GB/T 2260). */
export const listDivisions = read({
  name: 'divisions.list',
  summary: text('中国行政区划', 'Administrative divisions of China'),
  permission: 'authenticated',
  scope: 'global',
  query: {
    under: z
      .string()
      .regex(/^\d{6}$/)
      .optional(),
  },
  answer: z.array(z.object({ code: z.string(), name: z.string(), isLeaf: z.boolean(), below: z.int() })),
  example: { query: { under: '440000' } },
});
