import {
  duplicateHost,
  type editPlatformSettings as editEndpoint,
  type switchCarrierFamily as familyEndpoint,
  type readSite as siteEndpoint,
} from '@cardinal/contract/api/settings/settings.ts';
import type { Schedules } from '@cardinal/contract/carrierSchedules.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { type HidingSite, hiddenCarriersOf } from '@cardinal/contract/routes/menuRules.ts';
import { limitsInForce, limitsWithinBounds, type SiteLimits } from '@cardinal/contract/siteLimits.ts';
import {
  DEFAULT_SITE_SETTINGS,
  isLocalHost,
  type Site,
  type SiteMap,
  type SiteSettings,
  siteOf,
  siteSettingsSchema,
  tileOrigin,
} from '@cardinal/contract/siteSettings.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../framework/context.ts';
import type { Database } from '../../framework/tables.ts';
import { hasAccounts, setSignInLimits } from '../identity/face.ts';
import { pictureVersionOf } from './hostPictureVersion.ts';

export type PlatformSettings = { readonly version: number; readonly settings: SiteSettings };

/** The current settings; a new installation uses the built-in ones, version 0. */
export async function readPlatformSettings(db: Database): Promise<PlatformSettings> {
  const row = await db.selectFrom('settings.platform').select(['body', 'version']).executeTakeFirst();
  if (!row) return { version: 0, settings: DEFAULT_SITE_SETTINGS };
  const body = row.body as { limits?: Record<string, unknown> };
  const settings = siteSettingsSchema.parse({ ...body, limits: limitsWithinBounds(body.limits ?? {}) });
  return { version: row.version, settings };
}

/** The site of the host the caller used. */
export async function siteOfCaller(ctx: Ctx): Promise<{ site: Site & HidingSite; settings: SiteSettings }> {
  const { settings } = await readPlatformSettings(ctx.db);
  const site = siteOf(settings, ctx.host);
  return { site: { ...site, offCarriers: settings.offCarriers }, settings };
}

/** The carrier families this caller's console leaves out of its lists: hidden by its host, or switched off everywhere. */
export const hiddenPlatformsOf = (ctx: Ctx): Promise<ReadonlySet<number>> =>
  ctx.cached(`hidden platforms ${ctx.host}`, () => findHidden(ctx));

async function findHidden(ctx: Ctx): Promise<ReadonlySet<number>> {
  const { site } = await siteOfCaller(ctx);
  const hidden = hiddenCarriersOf(site, null, (fault, facts) => ctx.log.warn(facts, fault));
  return new Set([...hidden].map((key) => Platform.values[key]));
}

/** Families no host offers; their cards are excluded from all counts. */
export async function platformsNotOffered(db: Database): Promise<Platform[]> {
  const { settings } = await readPlatformSettings(db);
  return settings.offCarriers.map((key) => Platform.values[key]);
}

export async function limitsOf(db: Database): Promise<SiteLimits> {
  const { settings } = await readPlatformSettings(db);
  return limitsInForce(settings.limits);
}

export async function readSite(ctx: Ctx): Promise<AnswerOf<typeof siteEndpoint>> {
  const { site, settings } = await siteOfCaller(ctx);
  const limits = limitsInForce(settings.limits);
  const { host, map: _, ...view } = site;
  const isLocal = isLocalHost(settings, ctx.host);
  return {
    ...view,
    offCarriers: settings.offCarriers,
    isDemo: ctx.config.demo,
    needsSetup: !(await hasAccounts(ctx)),
    isCaptchaFixed: ctx.config.captchaFixed !== undefined && (isLocal || site.isTestHost),
    logoVersion: await pictureVersionOf(ctx, 'settings.logo', host),
    loginBackgroundVersion: await pictureVersionOf(ctx, 'settings.login_background', host),
    isLocalHost: isLocal,
    toastMaximum: limits.toastMaximum,
    limits,
  };
}

export const readSiteMap = async (ctx: Ctx): Promise<SiteMap> => (await siteOfCaller(ctx)).site.map;

/** Where a host's console may load map tiles from, besides the host itself; undefined: nowhere. */
export async function tilesOfHost(db: Database, authority: string): Promise<string | undefined> {
  const { settings } = await readPlatformSettings(db);
  const { tiles } = siteOf(settings, authority).map;
  return tiles === null ? undefined : tileOrigin(tiles);
}

/** Stores a whole settings document if the one it was based on is still current; returns its version. */
async function keep(ctx: Ctx, before: number, settings: SiteSettings): Promise<number> {
  const version = before + 1;
  const kept = { body: JSON.stringify(settings), version, updated_at: ctx.clock.now() };
  const written =
    before === 0
      ? await ctx.db
          .insertInto('settings.platform')
          .values({ one: true, ...kept })
          .onConflict((conflict) => conflict.column('one').doNothing())
          .returning('version')
          .executeTakeFirst()
      : await ctx.db
          .updateTable('settings.platform')
          .set(kept)
          .where('version', '=', before)
          .returning('version')
          .executeTakeFirst();
  if (!written) throw new Refused(changedByAnother);
  return version;
}

/** Hosts and limits as a whole; an editor with an older version is asked to reload. */
export async function editPlatformSettings(ctx: Ctx, body: BodyOf<typeof editEndpoint>) {
  const hosts = body.settings.sites.map((site) => site.host);
  if (new Set(hosts).size !== hosts.length) throw new Refused(duplicateHost);
  const before = await readPlatformSettings(ctx.db);
  const { offCarriers, newSchedules } = before.settings;
  const settings = { ...body.settings, offCarriers, newSchedules };
  const version = await keep(ctx, body.version, settings);
  // The sign-in room comes before this one and cannot query it.
  await setSignInLimits(ctx, limitsInForce(settings.limits));
  ctx.note({
    objectKind: 'platformSettings',
    objectId: '1',
    summary: text('平台设置', 'Platform settings'),
    before: before.settings,
    after: settings,
  });
  return { version };
}

/** Enables or disables a carrier family on every host. Its cards are not changed. */
export async function switchCarrierFamily(ctx: Ctx, { carrier, isOn }: BodyOf<typeof familyEndpoint>) {
  const { version, settings } = await readPlatformSettings(ctx.db);
  const others = settings.offCarriers.filter((each) => each !== carrier);
  ctx.note({
    objectKind: 'carrierFamily',
    objectId: String(Platform.values[carrier]),
    summary: carrier,
    before: { isOn: others.length === settings.offCarriers.length },
    after: { isOn },
  });
  return { version: await keep(ctx, version, { ...settings, offCarriers: isOn ? others : [...others, carrier] }) };
}

/** The readings of new carrier accounts of an interface, null for the defaults; refused if the settings have changed since. */
export async function keepNewSchedules(ctx: Ctx, read: number, adapter: string, schedules: Schedules | null) {
  const { version, settings } = await readPlatformSettings(ctx.db);
  if (read !== version) throw new Refused(changedByAnother);
  const { [adapter]: before = null, ...others } = settings.newSchedules;
  ctx.note({
    objectKind: 'platformSettings',
    objectId: '1',
    summary: adapter,
    before: { schedules: before },
    after: { schedules },
  });
  const newSchedules = schedules ? { ...others, [adapter]: schedules } : others;
  return { version: await keep(ctx, version, { ...settings, newSchedules }) };
}
