import { storableJson } from '@cardinal/primitives/json.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
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
