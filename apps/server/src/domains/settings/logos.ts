import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import * as api from '@cardinal/contract/api/logos.ts';
import { type AnswerOf, type BodyOf, DONE, type QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import type { FileAnswer, Upload } from '../../framework/domain.ts';
import { pictureTypeOf } from './pictureKinds.ts';
import { readPlatformSettings } from './platformSettings.ts';

const VERSION_LENGTH = 16;

export async function listLogos(ctx: Ctx): Promise<AnswerOf<typeof api.listLogos>> {
  const rows = await ctx.db
    .selectFrom('settings.logo')
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

export async function uploadLogo(
  ctx: Ctx,
  { host }: BodyOf<typeof api.uploadLogo>,
  upload: Upload,
): Promise<AnswerOf<typeof api.uploadLogo>> {
  const { settings } = await readPlatformSettings(ctx.db);
  if (!settings.sites.some((site) => site.host === host)) throw new Refused(api.logoHostUnknown);
  if (upload.bytes > api.LOGO_BYTES) throw new Refused(api.notALogo);
  const content = await readFile(upload.path);
  const type = pictureTypeOf(upload.fileName, content);
  if (!type) throw new Refused(api.notALogo);
  const version = upload.sha256.slice(0, VERSION_LENGTH);
  const row = { type, content, version, updated_by: accountOf(ctx).account, updated_at: ctx.clock.now() };
  await ctx.db
    .insertInto('settings.logo')
    .values({ host, ...row })
    .onConflict((conflict) => conflict.column('host').doUpdateSet(row))
    .execute();
  ctx.note({ objectKind: 'platformSettings', objectId: host, summary: host, after: { logo: version, type } });
  return { version };
}

export async function removeLogo(ctx: Ctx, { host }: BodyOf<typeof api.removeLogo>): Promise<typeof DONE> {
  await ctx.db.deleteFrom('settings.logo').where('host', '=', host).execute();
  ctx.note({ objectKind: 'platformSettings', objectId: host, summary: host, after: { logo: null } });
  return DONE;
}

export async function readLogo(ctx: Ctx, { version }: QueryOf<typeof api.readLogo>): Promise<FileAnswer> {
  const row = await ctx.db
    .selectFrom('settings.logo')
    .select(['type', 'content'])
    .where('version', '=', version)
    .limit(1)
    .executeTakeFirst();
  if (!row) throw new Refused(notFound);
  const { content, type } = row;
  return {
    stream: (range) => Readable.from([range ? content.subarray(range.start, range.end + 1) : content]),
    fileName: `logo.${type.slice('image/'.length)}`,
    type,
    bytes: content.length,
  };
}
