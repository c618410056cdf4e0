import { storableJson } from '@cardinal/primitives/json.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CUSTOMER_SETTINGS, customerSettingNameSchema } from '../../customerSettings.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { changedByAnother, invalid, notFound } from '../../framework/standardRefusals.ts';
import {
  CARRIER_FAMILIES,
  DEMO_SITE_SETTINGS,
  siteMapSchema,
  siteSettingsSchema,
  siteViewSchema,
} from '../../siteSettings.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('settings');

export const lessStrictThanParent = refusal.conflict(
  301,
  'lessStrictThanParent',
  '上级已设下限，只能设置得更严格',
  'Limited by the parent customer; only a stricter value is possible',
);
export const addressNotListed = refusal.invalid(
  302,
  'addressNotListed',
  '当前 IP 不在名单内',
  'Your current IP address is not in the list',
);
export const duplicateHost = refusal.invalid(301, 'duplicateHost', '站点域名重复', 'Duplicate host');

/** Limits that a screen checks before sending; the server checks them again. */
export const publicLimitsSchema = z.object({
  importFileBytes: z.int(),
  importRows: z.int(),
  uploadFileBytes: z.int(),
  exportRows: z.int(),
  exportAtOnceRows: z.int(),
  segmentSpan: z.int(),
  previewMinutes: z.int(),
  typeCountFromCards: z.int(),
  captchaSeconds: z.int(),
});

/** The appearance and behaviour of the host, before sign-in. */
export const readSite = read({
  name: 'site.site',
  summary: text('站点信息', 'Site information'),
  permission: 'public',
  scope: 'global',
  answer: siteViewSchema.extend({ limits: publicLimitsSchema }),
});

/** The map that positions are drawn on. */
export const readSiteMap = read({
  name: 'site.map',
  summary: text('站点地图', 'Site map settings'),
  permission: 'authenticated',
  scope: 'global',
  answer: siteMapSchema,
});

export const readPlatformSettings = read({
  name: 'platformSettings.read',
  summary: text('平台设置', 'Platform settings'),
  path: '/api/platform-settings/v1/settings',
  permission: 'platformSet.view',
  scope: 'global',
  answer: z.object({ version: z.int(), settings: siteSettingsSchema }),
});

/** Switched-off carriers are not changed here: that has its own permission. */
export const editPlatformSettings = change({
  name: 'platformSettings.edit',
  summary: text('修改平台设置', 'Change platform settings'),
  permission: 'platformSet.edit',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ version: z.int(), settings: siteSettingsSchema }),
  answer: z.object({ version: z.int() }),
  refusals: [changedByAnother, duplicateHost],
  example: { body: { version: 1, settings: DEMO_SITE_SETTINGS } },
});

/** Shows or hides a carrier family in every menu, tab, picker, list, count and product. Its cards are not affected. */
export const switchCarrierFamily = change({
  name: 'platformSettings.family',
  summary: text('启用或停用运营商', 'Enable or disable carrier'),
  permission: 'platformSet.family',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ carrier: z.enum(CARRIER_FAMILIES), isOn: z.boolean() }),
  answer: z.object({ version: z.int() }),
  example: { body: { carrier: 'Gj', isOn: true } },
});

/** Each setting with the source of its value. */
export const readCustomerSettings = read({
  name: 'customerSettings.read',
  summary: text('账户配置', 'Customer settings'),
  path: '/api/customer-settings/v1/settings',
  permission: 'accountConfig.view',
  query: { customerId: idSchema.optional() },
  answer: z.array(
    z.object({
      name: customerSettingNameSchema,
      group: z.string(),
      zh: z.string(),
      en: z.string(),
      value: z.json(),
      initial: z.json(),
      from: z.enum(['own', 'parent', 'default']),
      /** A customer above bounds it: only a stricter value is possible. */
      isBounded: z.boolean(),
      /** This customer bounds those below by it. */
      isBound: z.boolean(),
    }),
  ),
  refusals: [notFound],
  example: { query: { customerId: '10' } },
});

/** Null removes the own value: the parent's value or the default applies again. */
export const editCustomerSetting = change({
  name: 'customerSettings.edit',
  summary: text('修改账户配置', 'Change customer settings'),
  permission: ['accountConfig.edit', 'accountConfig.child'],
  operation: OperationType.values.EditCustomer,
  body: z.strictObject({
    customerId: idSchema.optional(),
    name: customerSettingNameSchema,
    value: storableJson,
    isBound: z.boolean().optional(),
  }),
  answer: doneSchema,
  refusals: [notFound, lessStrictThanParent, addressNotListed, invalid],
  example: { body: { name: 'approvalFromCards', value: 5000 } },
});

/** The display settings of the caller's customer. */
export const readOwnLook = read({
  name: 'customerSettings.look',
  summary: text('显示习惯', 'Display preferences'),
  permission: 'authenticated',
  scope: 'own',
  duringForcedChange: true,
  answer: z.object({
    volumeUnit: CUSTOMER_SETTINGS.volumeUnit.schema,
    /** Default columns of card lists, for accounts without their own arrangement; empty: the screens' defaults. */
    cardColumns: CUSTOMER_SETTINGS.cardColumns.schema,
    /** For accounts that have chosen none. */
    language: CUSTOMER_SETTINGS.language.schema,
  }),
});

export const dashboardCardSchema = z.strictObject({
  key: z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,40}$/),
  size: z.enum(['small', 'medium', 'large', 'wide']),
  isShown: z.boolean(),
});

/** The tiles of the caller's home page in order; null if never arranged. */
export const readDashboardCards = read({
  name: 'dashboard.cards',
  summary: text('首页卡片', 'Dashboard cards'),
  permission: 'authenticated',
  scope: 'own',
  answer: z.object({ cards: z.array(dashboardCardSchema).nullable() }),
});

/** An empty list restores the default of the kind of customer. */
export const arrangeDashboard = change({
  name: 'dashboard.arrange',
  summary: text('排列首页卡片', 'Customize dashboard'),
  permission: 'dashboard.arrange',
  scope: 'own',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ cards: z.array(dashboardCardSchema).max(60) }),
  answer: doneSchema,
  example: { body: { cards: [{ key: 'cardsByLifecycle', size: 'medium', isShown: true }] } },
});
