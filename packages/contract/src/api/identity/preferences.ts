import { storableJson } from '@cardinal/primitives/json.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { change, doneSchema, read } from '../../framework/endpoint.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('identity');

export const preferenceTooLarge = refusal.invalid(
  141,
  'preferenceTooLarge',
  '个人设置过大，最多 {kilobytes} KB',
  'Preferences too large; at most {kilobytes} KB',
);

/** `columns.cards.list`, `views.cards.list`, `density`, …: defined by the console, up to four levels. */
export const preferenceKeySchema = z
  .string()
  .max(120)
  .regex(/^[A-Za-z][A-Za-z0-9]*(\.[A-Za-z0-9]+){0,5}$/);
export const PREFERENCE_KILOBYTES = 32;

/** All preferences of the caller's account with this key prefix; all of them without one. */
export const readPreferences = read({
  name: 'preferences.all',
  summary: text('个人设置', 'My preferences'),
  path: '/api/preferences/v1/preferences',
  permission: 'authenticated',
  scope: 'own',
  query: { prefix: preferenceKeySchema.optional() },
  answer: z.object({ preferences: z.array(z.object({ key: z.string(), value: z.json() })) }),
  example: { query: { prefix: 'columns' } },
});

/** Whom an account lets use its view: its own customer's accounts, or those of customers below too. */
export const ViewReach = enumeration('viewReach', '共享范围', 'Shared with', {
  colleagues: { zh: '同事', en: 'Colleagues' },
  below: { zh: '同事和下级客户', en: 'Colleagues and child customers' },
});
export type ViewReach = ValueOf<typeof ViewReach>;

const view = { name: z.string().max(30), query: z.string().max(2_000) };
const reachSchema = z.literal(ViewReach.options.map(({ value }) => value));
/** The views of a list as an account keeps them, under `views.` and the list's name; only that account changes them. */
export const savedViewsSchema = z.array(z.object({ ...view, reach: reachSchema.optional() })).max(30);
export type SavedView = z.output<typeof savedViewsSchema>[number];

/** The views of a list that others share with the caller: colleagues, and accounts of customers above. */
export const readSharedViews = read({
  name: 'preferences.sharedViews',
  summary: text('共享的视图', 'Shared views'),
  path: '/api/preferences/v1/shared-views',
  permission: 'authenticated',
  scope: 'own',
  query: { list: z.string().max(100) },
  answer: z.object({
    views: z.array(
      z.object({
        ...view,
        /** The colleague; null for an account of a customer above, whose people are not named. */
        by: z.string().nullable(),
      }),
    ),
  }),
  example: { query: { list: 'cards.1' } },
});

/** Null deletes the preference. The last write wins. */
export const putPreference = change({
  name: 'preferences.put',
  summary: text('保存个人设置', 'Save preferences'),
  path: '/api/preferences/v1/preference',
  method: 'PUT',
  permission: 'authenticated',
  scope: 'own',
  // The width of a column.
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({ key: preferenceKeySchema, value: storableJson }),
  answer: doneSchema,
  refusals: [preferenceTooLarge],
  example: { body: { key: 'density', value: 'compact' } },
});
