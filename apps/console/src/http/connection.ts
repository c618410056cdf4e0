import { toast } from '../shell/toasts.ts';
import { watchAttendance } from './attendance.ts';
import { baseAddress } from './baseAddress.ts';
import { browser, STORED } from './browserStore.ts';
import { type ClientHost, createClient } from './client.ts';
import { SAID } from './failure.ts';
import { currentLanguage } from './languageChoice.ts';

/** How long a call may take; uploads have no timeout. */
const TIMEOUT_MS = 30_000;

let toLogin = () => {};
/** The shell knows how to get to the login page; the client knows when. */
export function onSessionEnd(go: () => void): void {
  toLogin = go;
}

let isUnattended = () => false;
/** Watches from now on whether a person uses the page. */
export function watchInput(): void {
  isUnattended = watchAttendance(window, Date.now);
}

/** The page, as the client sees it. */
export const page: ClientHost = {
  baseAddress: () => baseAddress(browser.read(STORED.devHost), import.meta.env['VITE_API_BASE'], location.protocol),
  token: () => browser.read(STORED.viewToken) ?? browser.read(STORED.token) ?? null,
  isUnattended: () => isUnattended(),
  language: currentLanguage,
  forgetToken() {
    browser.forget(browser.read(STORED.viewToken) === undefined ? STORED.token : STORED.viewToken);
    browser.forget(STORED.permissions);
  },
  clearLocalStorage() {
    browser.clearLocal();
    browser.forget(STORED.permissions);
  },
  sessionOver: () => (browser.read(STORED.viewToken) === undefined ? SAID.loginExpired : SAID.viewOver),
  goToLogin: () => toLogin(),
  show: (level, message) => toast[level](message),
  timeoutMs: TIMEOUT_MS,
};

export const client = createClient(page);
