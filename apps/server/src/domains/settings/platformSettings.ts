import {
  duplicateHost,
  type editPlatformSettings as editEndpoint,
  type readSite as siteEndpoint,
} from '@cardinal/contract/api/settings.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { limitsInForce, type SiteLimits } from '@cardinal/contract/siteLimits.ts';
import {
  DEMO_SITE_SETTINGS,
  isLocalHost,
  type Site,
  type SiteSettings,
  siteOf,
  siteSettingsSchema,
} from '@cardinal/contract/siteSettings.ts';
import type { Ctx } from '../../framework/context.ts';
import type { Database } from '../../framework/tables.ts';
import { setSignInLimits } from '../identity/face.ts';

export type PlatformSettings = { readonly version: number; readonly settings: SiteSettings };

/** The settings in force; a fresh installation works by the built-in ones, version 0. */
export async function readPlatformSettings(db: Database): Promise<PlatformSettings> {
  const row = await db.selectFrom('settings.platform').select(['body', 'version']).executeTakeFirst();
  if (!row) return { version: 0, settings: DEMO_SITE_SETTINGS };
  return { version: row.version, settings: siteSettingsSchema.parse(row.body) };
}

/** The site the caller addressed. */
export async function siteOfCaller(ctx: Ctx): Promise<{ site: Site; settings: SiteSettings }> {
  const { settings } = await readPlatformSettings(ctx.db);
  return { site: siteOf(settings, ctx.host), settings };
}

export async function limitsOf(db: Database): Promise<SiteLimits> {
  const { settings } = await readPlatformSettings(db);
  return limitsInForce(settings.limits);
}

export async function readSite(ctx: Ctx): Promise<AnswerOf<typeof siteEndpoint>> {
  const { site, settings } = await siteOfCaller(ctx);
  const limits = limitsInForce(settings.limits);
  const { host: _, ...view } = site;
  return {
    ...view,
    isLocalHost: isLocalHost(settings, ctx.host),
    toastMaximum: limits.toastMaximum,
    limits,
  };
}

/** Puts the whole document in force; whoever read an older one is told to look again. */
export async function editPlatformSettings(ctx: Ctx, body: BodyOf<typeof editEndpoint>) {
  const hosts = body.settings.sites.map((site) => site.host);
  if (new Set(hosts).size !== hosts.length) throw new Refused(duplicateHost);
  const before = await readPlatformSettings(ctx.db);
  const version = body.version + 1;
  const kept = { body: JSON.stringify(body.settings), version, updated_at: ctx.clock.now() };
  const written =
    body.version === 0
      ? await ctx.db
          .insertInto('settings.platform')
          .values({ one: true, ...kept })
          .onConflict((conflict) => conflict.column('one').doNothing())
          .returning('version')
          .executeTakeFirst()
      : await ctx.db
          .updateTable('settings.platform')
          .set(kept)
          .where('version', '=', body.version)
          .returning('version')
          .executeTakeFirst();
  if (!written) throw new Refused(changedByAnother);
  // Signing in stands before this room and cannot ask it.
  await setSignInLimits(ctx, limitsInForce(body.settings.limits));
  ctx.note({
    objectKind: 'platformSettings',
    objectId: '1',
    summary: '平台设置',
    before: before.settings,
    after: body.settings,
  });
  return { version };
}
