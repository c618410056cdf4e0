import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, doneSchema, read } from '../../framework/endpoint.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { logoHostUnknown, pictureByVersion, pictureOfHost, picturesSchema, putPictureSchema } from './logos.ts';

const refusal = refusalsOf('settings');

/** Everybody who signs in loads it first: small in bytes, and in pixels for decoding. */
export const LOGIN_BACKGROUND = {
  extensions: ['jpg', 'jpeg', 'png', 'webp'],
  maxBytes: 512 * 1_024,
  maxSide: 5_120,
} as const;

export const notABackground = refusal.invalid(
  304,
  'notABackground',
  '登录背景须为不超过 512 KB、每边不超过 5120 像素的 jpg、png 或 webp 图片',
  'Login background must be a jpg, png or webp image of at most 512 KB and 5120 pixels per side',
);

/** The backgrounds by host. */
export const listLoginBackgrounds = read({
  name: 'platformSettings.loginBackgrounds',
  summary: text('站点登录背景', 'Host login backgrounds'),
  permission: 'platformSet.view',
  scope: 'global',
  answer: picturesSchema,
});

/** Replaces the host's background immediately. */
export const uploadLoginBackground = change({
  name: 'platformSettings.uploadLoginBackground',
  summary: text('上传登录背景', 'Upload host login background'),
  permission: 'platformSet.edit',
  scope: 'global',
  kind: 'upload',
  idempotency: 'none',
  operation: OperationType.values.EditConfiguration,
  body: pictureOfHost,
  answer: putPictureSchema,
  refusals: [notABackground, logoHostUnknown],
});

export const removeLoginBackground = change({
  name: 'platformSettings.removeLoginBackground',
  summary: text('移除登录背景', 'Remove host login background'),
  permission: 'platformSet.edit',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  body: pictureOfHost,
  answer: doneSchema,
  example: { body: { host: 'cardinal.localhost' } },
});

/** A background by its version, which the host's site names; public, since it is shown before sign-in. */
export const readLoginBackground = read({
  name: 'site.loginBackground',
  summary: text('登录背景图片', 'Login background image'),
  permission: 'public',
  scope: 'global',
  kind: 'file',
  query: pictureByVersion,
  answer: z.null(),
  refusals: [notFound],
  example: { query: { version: '0123456789abcdef' } },
});
