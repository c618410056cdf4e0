import { readSite } from '@cardinal/contract/api/settings/settings.ts';
import { DEFAULT_SITE_SETTINGS, isLocalHost, type SiteView, siteOf } from '@cardinal/contract/siteSettings.ts';
import { create } from 'zustand';
import { call } from '../http/call.ts';
import { DEFAULT_MAX_TOASTS, toasts } from './toasts.ts';

const { host: _, ...defaults } = siteOf(DEFAULT_SITE_SETTINGS, '');

/** The defaults of an unconfigured host, used until the server answers. */
const UNKNOWN: SiteView = {
  ...defaults,
  offCarriers: DEFAULT_SITE_SETTINGS.offCarriers,
  isLocalHost: typeof location !== 'undefined' && isLocalHost(DEFAULT_SITE_SETTINGS, location.host),
  isDemo: false,
  needsSetup: false,
  isCaptchaFixed: false,
  logoVersion: null,
  loginBackgroundVersion: null,
  toastMaximum: DEFAULT_MAX_TOASTS,
};

/** The appearance and behaviour of this host. */
export const useSite = create<SiteView>()(() => UNKNOWN);

let reading: Promise<void> | undefined;

/** Reads the site settings once; without an answer the defaults stay. */
export function siteRead(): Promise<void> {
  reading ??= readSiteAgain();
  return reading;
}

/** Picks up changes such as a maintenance notice without a reload. */
export const readSiteAgain = (): Promise<void> =>
  call(readSite, {}, { isSilent: true }).then(
    (site) => {
      useSite.setState(site);
      toasts.setMax(site.toastMaximum);
    },
    () => {},
  );

/** Whether console errors are collected on this host. */
export const collectsFaults = (site: Pick<SiteView, 'errorLog' | 'isTestHost'>): boolean =>
  site.errorLog === 'always' || (site.errorLog === 'production' && import.meta.env.PROD && !site.isTestHost);
