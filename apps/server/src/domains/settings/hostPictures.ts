import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import * as backgrounds from '@cardinal/contract/api/settings/loginBackgrounds.ts';
import * as logos from '@cardinal/contract/api/settings/logos.ts';
import { DONE } from '@cardinal/contract/framework/endpoint.ts';
import { type Refusal, Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { imageSizeOf } from '@cardinal/primitives/image.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import type { FileAnswer, Upload } from '../../framework/domain.ts';
import type { PictureTable } from './hostPictureVersion.ts';
import { pictureTypeOf } from './pictureKinds.ts';
import { readPlatformSettings } from './platformSettings.ts';

/** A kind of host picture: its table, its requirements and its refusal. */
type PictureKind = {
  readonly table: PictureTable;
  /** The word for it in the operation log and in its file name. */
  readonly word: string;
  readonly maxBytes: number;
  readonly types: readonly string[];
  /** Longest side in pixels, if limited; a picture without a readable size is then refused. */
  readonly maxSide?: number;
  readonly refusal: Refusal;
};

export const LOGO: PictureKind = {
  table: 'settings.logo',
  word: 'logo',
  maxBytes: logos.LOGO_BYTES,
  types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  refusal: logos.notALogo,
};
export const BACKGROUND: PictureKind = {
  table: 'settings.login_background',
  word: 'loginBackground',
  maxBytes: backgrounds.LOGIN_BACKGROUND.maxBytes,
  types: ['image/jpeg', 'image/png', 'image/webp'],
  maxSide: backgrounds.LOGIN_BACKGROUND.maxSide,
  refusal: backgrounds.notABackground,
};

const VERSION_LENGTH = 16;

function typeOf(kind: PictureKind, name: string, content: Buffer): string {
  const type = pictureTypeOf(name, content);
  if (!type || !kind.types.includes(type)) throw new Refused(kind.refusal);
  if (kind.maxSide !== undefined) {
    const { width = 0, height = 0 } = imageSizeOf(content) ?? {};
    if (Math.min(width, height) < 1 || Math.max(width, height) > kind.maxSide) throw new Refused(kind.refusal);
  }
  return type;
}

export async function listPictures(ctx: Ctx, { table }: PictureKind) {
  const rows = await ctx.db
    .selectFrom(table)
    .select(['host', 'version', 'updated_by', 'updated_at'])
    .orderBy('host')
    .execute();
  return rows.map((row) => ({
    host: row.host,
    version: row.version,
    updatedBy: row.updated_by,
    updatedAt: row.updated_at.toISOString(),
  }));
}

/** Replaces a host's picture; its type is detected from its content, whatever its name. */
export async function uploadPicture(
  ctx: Ctx,
  kind: PictureKind,
  { host }: { readonly host: string },
  upload: Upload,
): Promise<{ version: string }> {
  const { settings } = await readPlatformSettings(ctx.db);
  if (!settings.sites.some((site) => site.host === host)) throw new Refused(logos.logoHostUnknown);
  if (upload.bytes > kind.maxBytes) throw new Refused(kind.refusal);
  const content = await readFile(upload.path);
  const type = typeOf(kind, upload.fileName, content);
  const version = upload.sha256.slice(0, VERSION_LENGTH);
  const row = { type, content, version, updated_by: accountOf(ctx).account, updated_at: ctx.clock.now() };
  await ctx.db
    .insertInto(kind.table)
    .values({ host, ...row })
    .onConflict((conflict) => conflict.column('host').doUpdateSet(row))
    .execute();
  ctx.note({ objectKind: 'platformSettings', objectId: host, summary: host, after: { [kind.word]: version, type } });
  return { version };
}

export async function removePicture(
  ctx: Ctx,
  { table, word }: PictureKind,
  { host }: { readonly host: string },
): Promise<typeof DONE> {
  await ctx.db.deleteFrom(table).where('host', '=', host).execute();
  ctx.note({ objectKind: 'platformSettings', objectId: host, summary: host, after: { [word]: null } });
  return DONE;
}

/** A picture by its version. New content has a new version, so clients can cache it. */
export async function readPicture(
  ctx: Ctx,
  { table, word }: PictureKind,
  { version }: { readonly version: string },
): Promise<FileAnswer> {
  const row = await ctx.db
    .selectFrom(table)
    .select(['type', 'content'])
    .where('version', '=', version)
    .limit(1)
    .executeTakeFirst();
  if (!row) throw new Refused(notFound);
  const { content, type } = row;
  return {
    stream: (range) => Readable.from([range ? content.subarray(range.start, range.end + 1) : content]),
    fileName: `${word}.${type.slice('image/'.length)}`,
    type,
    bytes: content.length,
    neverChanges: true,
  };
}
