import { DATUMS } from '@cardinal/primitives/datum.ts';
import { problem, type Rule, ruled } from '@cardinal/primitives/problem.ts';
import * as z from 'zod';
import { schedulesSchema } from './carrierSchedules.ts';
import { Edition } from './enumerations/customer.ts';
import { ENGLISH_PREFIX, splitPrefix } from './routes/englishPath.ts';
import { type StoredLimits, siteLimitsSchema } from './siteLimits.ts';

/** Fixed by the specification; no setting changes them. */
export const SHELL = {
  sidebarWidthPx: 170,
  lazyScreenTimeoutMs: 10_000,
  searchDebounceMs: 600,
  submitThrottleMs: 1_000,
} as const;

/** The carrier families a platform may switch. Gd is hidden everywhere and has no switch. */
export const CARRIER_FAMILIES = ['Lt', 'Yd', 'Dx', 'thirdParty', 'other', 'Gj', 'eSIM', 'Gd'] as const;
export type CarrierFamily = (typeof CARRIER_FAMILIES)[number];
/** Offered only once it is switched on. */
export const OFF_BY_DEFAULT: readonly CarrierFamily[] = ['Gd'];

const textSchema = z.strictObject({ zh: z.string().max(200), en: z.string().max(200) });

/** A host name without port, in lower case. */
export const hostSchema = z.string().regex(/^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:]+\])$/);

/** The relative luminance by WCAG of `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** White text on it has a contrast of at least 4.5 : 1. */
export const darkRule: Rule<string> = (colour) =>
  1.05 / (luminance(colour) + 0.05) >= 4.5
    ? undefined
    : problem('颜色太浅，白色文字看不清', 'Color too light for white text');

/** The origin of map tiles; undefined unless the URL is an XYZ service over https. */
export function tileOrigin(address: string): string | undefined {
  const url = URL.parse(address);
  // A star is valid in a parsed host name but a wildcard in a browser's policy.
  if (url?.protocol !== 'https:' || url.username || !/^[a-z0-9.-]+$/.test(url.hostname)) return undefined;
  const isWhole = ['{z}', '{x}', '{y}'].every((part) => address.slice(url.origin.length).includes(part));
  return isWhole ? url.origin : undefined;
}

const tilesRule: Rule<string> = (address) =>
  tileOrigin(address)
    ? undefined
    : problem('请填写含 {z}、{x}、{y} 的 https 地址', 'Enter an https address with {z}, {x} and {y} in its path', {
        z: '{z}',
        x: '{x}',
        y: '{y}',
      });

/** Positions are drawn on the built-in outlines unless a map service is set; then browsers load its tiles. */
export const siteMapSchema = z.strictObject({
  /** URL of a tile, with `{z}`, `{x}` and `{y}` of the Web Mercator scheme; null: only outlines, nothing is loaded. */
  tiles: z.string().max(500).check(ruled(tilesRule)).nullable(),
  /** The attribution, shown on the map. */
  credit: z.string().max(120),
  /** The datum of its tiles and of displayed coordinates. */
  datum: z.enum(DATUMS),
});
export type SiteMap = z.output<typeof siteMapSchema>;
export const BUILT_IN_MAP: SiteMap = { tiles: null, credit: '', datum: 'WGS84' };

/** The appearance and behaviour of one host. */
export const siteSchema = z.strictObject({
  host: hostSchema,
  /** Test hosts offer the language switch and take extra hidden carriers from session storage. */
  isTestHost: z.boolean(),
  brand: textSchema,
  /** The colour of the login's picture side and the mark; the product's if null. Dark enough for white text. */
  brandColour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .check(ruled(darkRule))
    .nullable()
    .default(null),
  title: textSchema,
  icp: z.string().max(60),
  supportPhone: z.string().max(30),
  loginNotice: textSchema,
  /** Shown above every screen after sign-in while it is not empty. */
  maintenanceNotice: textSchema.default({ zh: '', en: '' }),
  /** Offers the language switch on every path. */
  offersLanguages: z.boolean(),
  editions: z.array(Edition.schema).min(1),
  /** Carriers hidden from menus, tabs and filters here. Read by `hiddenCarriersOf`, which logs an invalid list. */
  hiddenCarriers: z.unknown(),
  /** The stored customer id that gets the special dashboard. */
  specialDashboardCustomerId: z.string().regex(/^\d{1,19}$/),
  hasPartnerArea: z.boolean(),
  map: siteMapSchema.default(BUILT_IN_MAP),
  hasTagsView: z.boolean(),
  hasFixedHeader: z.boolean(),
  hasSidebarLogo: z.boolean(),
  /** Hosts on which console errors are collected. */
  errorLog: z.enum(['production', 'always', 'never']),
});
export type Site = z.output<typeof siteSchema>;

/** The setting for hosts: local ones, test ones, hidden carriers and limits. */
export const siteSettingsSchema = z.strictObject({
  /** Hosts that are the machine itself: the language switch is offered there. */
  localHosts: z.array(hostSchema),
  /** English paths are the same routes under this prefix. */
  englishPrefix: z.literal(ENGLISH_PREFIX),
  /** An unlisted host is served as the first one. */
  sites: z.array(siteSchema).min(1).max(100),
  limits: siteLimitsSchema,
  /** Carrier families that are not offered: in no menu, tab, picker, list, count or product of any host. Their cards keep running. */
  offCarriers: z
    .array(z.enum(CARRIER_FAMILIES))
    .max(CARRIER_FAMILIES.length)
    .default([...OFF_BY_DEFAULT]),
  /** The default schedules of new carrier accounts, by interface; the interface's own defaults if not listed. */
  newSchedules: z.record(z.string().max(40), schedulesSchema).default({}),
  /** A custom package is sold only once its maker's parent has passed it. */
  reviewsCustomPackages: z.boolean().default(false),
});
export type SiteSettings = z.output<typeof siteSettingsSchema>;

const site = (host: string, differing: Partial<Site> = {}): Site => ({
  host,
  isTestHost: false,
  brand: { zh: '卡枢', en: 'Cardinal' },
  brandColour: null,
  title: { zh: 'Cardinal 云物联平台', en: 'Cardinal Cloud IoT Platform' },
  icp: '',
  supportPhone: '',
  loginNotice: { zh: '', en: '' },
  maintenanceNotice: { zh: '', en: '' },
  offersLanguages: false,
  editions: ['enterprise', 'consumer'],
  hiddenCarriers: [],
  specialDashboardCustomerId: '3',
  hasPartnerArea: true,
  map: BUILT_IN_MAP,
  hasTagsView: true,
  hasFixedHeader: true,
  hasSidebarLogo: true,
  errorLog: 'production',
  ...differing,
});

const noLimits: StoredLimits = {};

/** The settings of a new installation: one site, which serves every host until others are listed. */
export const DEFAULT_SITE_SETTINGS: SiteSettings = {
  localHosts: ['127.0.0.1', 'localhost', '[::1]'],
  englishPrefix: ENGLISH_PREFIX,
  sites: [site('cardinal.localhost')],
  limits: noLimits,
  offCarriers: [...OFF_BY_DEFAULT],
  newSchedules: {},
  reviewsCustomPackages: false,
};

/**
 * The demo has one host of each kind. Browsers resolve `*.localhost` to the loopback address, so they can be tried without a
 * name server.
 */
export const DEMO_SITE_SETTINGS: SiteSettings = {
  ...DEFAULT_SITE_SETTINGS,
  reviewsCustomPackages: true,
  sites: [
    ...DEFAULT_SITE_SETTINGS.sites,
    site('test.localhost', { isTestHost: true }),
    site('unicom.localhost', { hiddenCarriers: ['Dx', 'Gj'] }),
  ],
};

/** The host name of an authority such as `Test.localhost:8080`, as settings write it. */
export const hostOf = (authority: string): string => authority.toLowerCase().replace(/:\d+$/, '');

/** The site of a host, with or without port; an unconfigured host gets the default site. */
export function siteOf(settings: SiteSettings, authority: string): Site {
  const host = hostOf(authority);
  const found = settings.sites.find((each) => each.host === host) ?? settings.sites[0];
  if (!found) throw new Error('Site settings without a default site');
  return found;
}

export const isLocalHost = (settings: SiteSettings, authority: string): boolean =>
  settings.localHosts.includes(hostOf(authority));

export const isEnglishPath = (path: string): boolean => splitPrefix(path).prefix === ENGLISH_PREFIX;

/** The public site settings, which the shell needs before sign-in. */
export const siteViewSchema = z.object({
  // A map service's URL may contain a key: it is read after sign-in.
  ...siteSchema.omit({ host: true, map: true }).shape,
  /** Not offered on any host. */
  offCarriers: z.array(z.enum(CARRIER_FAMILIES)),
  isLocalHost: z.boolean(),
  /** Its customers, cards and figures are invented. */
  isDemo: z.boolean(),
  /** No account exists yet: the login page offers the set-up. */
  needsSetup: z.boolean(),
  /** Only on test and local hosts: the login captcha is fixed. */
  isCaptchaFixed: z.boolean(),
  /** Of the host's own logo; null: the product's. */
  logoVersion: z.string().nullable(),
  /** Of the picture behind the host's login; null: the plain ground. */
  loginBackgroundVersion: z.string().nullable(),
  toastMaximum: z.int(),
});
export type SiteView = z.output<typeof siteViewSchema>;

/** Offered on test and local hosts and on English paths; elsewhere only where the site offers it everywhere. */
export const offersLanguageSwitch = (
  host: Pick<SiteView, 'isTestHost' | 'isLocalHost' | 'offersLanguages'>,
  path: string,
): boolean => host.isTestHost || host.isLocalHost || host.offersLanguages || isEnglishPath(path);
