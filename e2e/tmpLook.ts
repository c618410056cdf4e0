import { chromium } from '@playwright/test';
import { debianBrowser } from '../tools/debianBrowser.ts';
import { ADDRESS } from './cardinal.ts';
import { open } from './judging.ts';
import { sessionOf } from './signIn.ts';
const browser = await chromium.launch({ executablePath: debianBrowser() ?? '' });
const make = browser.newContext.bind(browser);
browser.newContext = ((o = {}) => make({ baseURL: ADDRESS, viewport: { width: 1440, height: 1800 }, ...o })) as typeof browser.newContext;
const storageState = await sessionOf(browser, 'admin', ADDRESS);
const page = await (await browser.newContext({ storageState })).newPage();
let n = 0;
for (const [iccid, language, theme] of [['89860620260010000058', 'zh_CN', 'light'], ['89860620260010008267', 'en', 'dark']] as const) {
  await open(page, `/cardsManagement/cardDetailLt?iccid=${iccid}&tab=usage`, language, theme);
  await page.getByRole('tab', { name: /用量|Usage/ }).first().click().catch(() => {});
  await page.waitForTimeout(4000);
  await page.screenshot({ path: `/tmp/look${(n += 1)}.png`, fullPage: true });
}
await browser.close();
