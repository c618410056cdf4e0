import { type Browser, expect, type Page, test } from '@playwright/test';
import { CAPTCHA, PASSWORD } from './cardinal.ts';

export const WORDS = {
  zh: { account: '账号', password: '密码', code: '验证码', submit: '登录' },
  en: { account: 'Account', password: 'Password', code: 'Verification code', submit: 'Sign in' },
} as const;

/** Fills and sends the login form, in whichever language it stands. */
export async function sendLogin(
  page: Page,
  given: { account: string; password?: string; code?: string },
  language: keyof typeof WORDS = 'zh',
): Promise<void> {
  const words = WORDS[language];
  await page.getByLabel(words.account, { exact: true }).fill(given.account);
  await page.getByLabel(words.password, { exact: true }).fill(given.password ?? PASSWORD);
  await page.getByLabel(words.code, { exact: true }).fill(given.code ?? CAPTCHA);
  await page.getByRole('button', { name: words.submit, exact: true }).click();
}

/** The language of the login form: that of the demo, unless the browser has chosen one. */
async function languageOfForm(page: Page): Promise<keyof typeof WORDS> {
  const submit = (language: keyof typeof WORDS) =>
    page.getByRole('button', { name: WORDS[language].submit, exact: true });
  await submit('zh').or(submit('en')).waitFor();
  return (await submit('en').isVisible()) ? 'en' : 'zh';
}

/** Signs in the way a person does: by the words on the screen. */
export async function signIn(page: Page, account: string, address = '/login'): Promise<void> {
  await page.goto(address);
  await sendLogin(page, { account }, await languageOfForm(page));
  await expect(page).not.toHaveURL(/\/login/);
}

/** The browser's storage of a login: logins are limited per address and minute, so journeys share them. */
export type Session = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

const sessions = new Map<string, Session>();

/** A session of an account, signed in once per run; outside the journeys the origin has to be said. */
export async function sessionOf(browser: Browser, account: string, origin = ''): Promise<Session> {
  const known = sessions.get(account);
  if (known) return known;
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await signIn(page, account, `${origin}/login`);
    const session = await context.storageState();
    sessions.set(account, session);
    return session;
  } finally {
    await context.close();
  }
}

/** Gives each test of a file a page signed in as this account, and closes it afterwards. */
export function eachSignedIn(account: string, take: (page: Page) => void): void {
  let page: Page;
  test.beforeEach(async ({ browser }) => {
    const context = await browser.newContext({ storageState: await sessionOf(browser, account), locale: 'zh-CN' });
    page = await context.newPage();
    take(page);
  });
  test.afterEach(() => page.context().close());
}
