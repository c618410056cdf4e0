import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, doneSchema, read } from '../../framework/endpoint.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { hostSchema } from '../../siteSettings.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('settings');

export const notALogo = refusal.invalid(
  303,
  'notALogo',
  '标志须为不超过 10 MB 的 jpg、png、gif 或 webp 图片',
  'Logo must be a jpg, png, gif or webp image of at most 10 MB',
);
export const logoHostUnknown = refusal.notFound(303, 'logoHostUnknown', '站点不存在', 'Host not found');

export const LOGO_EXTENSIONS = ['jpg', 'jpeg', 'png', 'gif', 'webp'] as const;
export const LOGO_BYTES = 10 * 1_024 * 1_024;

/** The endpoints of a host's picture, logo or login background: list, replace, remove, and one by its version. */
export const picturesSchema = z.array(
  z.object({
    host: z.string(),
    version: z.string(),
    updatedBy: z.string(),
    updatedAt: z.iso.datetime({ offset: true }),
  }),
);
export const pictureOfHost = z.strictObject({ host: hostSchema });
export const putPictureSchema = z.object({ version: z.string() });
export const pictureByVersion = { version: z.string().regex(/^[0-9a-f]{16}$/) };

/** The logos by host. */
export const listLogos = read({
  name: 'platformSettings.logos',
  summary: text('站点标志', 'Host logos'),
  permission: 'platformSet.view',
  scope: 'global',
  answer: picturesSchema,
});

/** Replaces the host's logo immediately; an SVG that could contain scripts is refused. */
export const uploadLogo = change({
  name: 'platformSettings.uploadLogo',
  summary: text('上传站点标志', 'Upload host logo'),
  permission: 'platformSet.edit',
  scope: 'global',
  kind: 'upload',
  idempotency: 'none',
  operation: OperationType.values.EditConfiguration,
  body: pictureOfHost,
  answer: putPictureSchema,
  refusals: [notALogo, logoHostUnknown],
});

export const removeLogo = change({
  name: 'platformSettings.removeLogo',
  summary: text('移除站点标志', 'Remove host logo'),
  permission: 'platformSet.edit',
  scope: 'global',
  operation: OperationType.values.EditConfiguration,
  body: pictureOfHost,
  answer: doneSchema,
  example: { body: { host: 'cardinal.localhost' } },
});

/** A logo by its version, which the host's site names; public, since it is shown on the login page. */
export const readLogo = read({
  name: 'site.logo',
  summary: text('站点标志图片', 'Host logo'),
  permission: 'public',
  scope: 'global',
  kind: 'file',
  query: pictureByVersion,
  answer: z.null(),
  refusals: [notFound],
  example: { query: { version: '0123456789abcdef' } },
});
