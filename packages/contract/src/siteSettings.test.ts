import { describe, expect, test } from 'vitest';
import { INITIAL_LIMITS, limitsInForce, limitsWithinBounds, SITE_LIMITS, siteLimitsSchema } from './siteLimits.ts';
import {
  DEFAULT_SITE_SETTINGS,
  DEMO_SITE_SETTINGS as demo,
  isLocalHost,
  offersLanguageSwitch,
  SHELL,
  siteOf,
  siteSettingsSchema,
  tileOrigin,
} from './siteSettings.ts';

const switchAt = (host: string, path: string, settings = demo) => {
  const site = siteOf(settings, host);
  return offersLanguageSwitch({ ...site, isLocalHost: isLocalHost(settings, host) }, path);
};

describe('hosts', () => {
  test('the demo settings are settings, and hold a default, a test and a hiding host', () => {
    expect(siteSettingsSchema.parse(demo)).toEqual(demo);
    expect(siteOf(demo, 'test.localhost:8080').isTestHost).toBe(true);
    expect(siteOf(demo, 'unicom.localhost').hiddenCarriers).toEqual(['Dx', 'Gj']);
    expect(siteOf(demo, '127.0.0.1:8080').host).toBe('cardinal.localhost');
    expect(siteOf(demo, 'elsewhere.example').host).toBe('cardinal.localhost');
  });

  test('the language switch: test and local hosts and English paths, not an ordinary host', () => {
    for (const host of ['127.0.0.1:8080', 'LOCALHOST', '[::1]:8080', 'test.localhost']) {
      expect(switchAt(host, '/login'), host).toBe(true);
    }
    expect(switchAt('cardinal.localhost:8080', '/login')).toBe(false);
    expect(switchAt('cardinal.localhost:8080', '/en/login')).toBe(true);
    expect(switchAt('cardinal.localhost:8080', '/english')).toBe(false);
    expect(switchAt('localhost.example', '/login')).toBe(false);
  });

  test('a site may offer it everywhere', () => {
    const sites = demo.sites.map((site) => ({ ...site, offersLanguages: true }));
    expect(switchAt('cardinal.localhost', '/login', { ...demo, sites })).toBe(true);
  });

  test('the shell as specified', () => {
    const site = siteOf(demo, 'cardinal.localhost');
    expect(site).toMatchObject({
      hasTagsView: true,
      hasFixedHeader: true,
      hasSidebarLogo: true,
      errorLog: 'production',
    });
    expect(site.title.zh).toBe('Cardinal 云物联平台');
    expect(SHELL).toMatchObject({ sidebarWidthPx: 170, lazyScreenTimeoutMs: 10_000, searchDebounceMs: 600 });
  });

  test.each(['Test.localhost', 'a b', 'host:80', ''])('%o is no host name to store', (host) => {
    const sites = demo.sites.map((site) => ({ ...site, host }));
    expect(siteSettingsSchema.safeParse({ ...demo, sites }).success).toBe(false);
  });
});

describe('map services', () => {
  test.each([
    ['https://tiles.example.com/{z}/{x}/{y}.png', 'https://tiles.example.com'],
    ['https://T0.example.cn:8443/w?T=vec&x={x}&y={y}&l={z}', 'https://t0.example.cn:8443'],
  ])('%s admits pictures of %s alone', (address, origin) => expect(tileOrigin(address)).toBe(origin));

  test.each([
    'http://tiles.example.com/{z}/{x}/{y}.png',
    'https://*.example.com/{z}/{x}/{y}.png',
    'https://{z}.example.com/{x}/{y}.png',
    'https://me@example.com/{z}/{x}/{y}.png',
    'https://tiles.example.com/{z}/{x}.png',
    "https://a.example.com; script-src 'self'/{z}/{x}/{y}",
    '{z}/{x}/{y}',
  ])('%s is none', (address) => expect(tileOrigin(address)).toBeUndefined());

  test('settings of before there were maps have the built-in one', () => {
    const sites = demo.sites.map(({ map: _, ...site }) => site);
    expect(siteSettingsSchema.parse({ ...demo, sites })).toEqual(demo);
  });
});

describe('limits', () => {
  test('defaults are the specification’s where it gives any', () => {
    expect(INITIAL_LIMITS).toMatchObject({
      importFileBytes: 5_242_880,
      importRows: 500_000,
      uploadFileBytes: 10_485_760,
      segmentSpan: 10_000,
      captchaSeconds: 120,
      downloadTicketSeconds: 60,
      sessionIdleMinutes: 120,
      sessionHours: 24,
      rememberedSessionDays: 30,
      previewMinutes: 10,
    });
  });

  test('an import may be made stricter, never looser', () => {
    for (const name of ['importFileBytes', 'importRows'] as const) {
      const { initial, most } = SITE_LIMITS[name];
      expect(most).toBe(initial);
      expect(siteLimitsSchema.safeParse({ [name]: initial - 1 }).success).toBe(true);
    }
  });

  test('what was stored under wider bounds counts as the bound', () => {
    expect(limitsWithinBounds({ importRows: 2_000_000, captchaSeconds: 60, unknown: 1 })).toEqual({
      importRows: 500_000,
      captchaSeconds: 60,
      unknown: 1,
    });
  });

  test('every default is within its own bounds, every title in both languages', () => {
    for (const [name, { initial, least, most, title }] of Object.entries(SITE_LIMITS)) {
      expect(initial >= least && initial <= most, name).toBe(true);
      expect(title.zh, name).not.toBe('');
      expect(title.en, name).not.toBe('');
    }
    expect(siteLimitsSchema.safeParse(INITIAL_LIMITS).success).toBe(true);
  });

  test('what is stored counts, what is not is the default', () => {
    const stored = siteLimitsSchema.parse({ importRows: 1_000 });
    expect(limitsInForce(stored)).toEqual({ ...INITIAL_LIMITS, importRows: 1_000 });
  });

  test.each([
    { importRows: 500_001 },
    { importFileBytes: 5_242_881 },
    { importRows: 0 },
    { importRows: 1.5 },
    { importRows: '5' },
    { unknown: 1 },
  ])('%o is refused', (stored) => {
    expect(siteLimitsSchema.safeParse(stored).success).toBe(false);
  });
});

test('a new installation has one site, which is no test host and hides no carrier; the hosts to try are of the demo', () => {
  expect(
    DEFAULT_SITE_SETTINGS.sites.map(({ host, isTestHost, hiddenCarriers }) => [host, isTestHost, hiddenCarriers]),
  ).toEqual([['cardinal.localhost', false, []]]);
  for (const host of ['test.localhost', 'unicom.localhost'])
    expect([siteOf(demo, host).host, siteOf(DEFAULT_SITE_SETTINGS, host).host]).toEqual([host, 'cardinal.localhost']);
});
