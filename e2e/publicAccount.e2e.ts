import { type Browser, expect, type Page, test } from '@playwright/test';
import { ADDRESS } from './cardinal.ts';
import { overflow, violations } from './judging.ts';

/** An end user scans a card's code, signs in by WeChat, sees the card, buys, pays, and sees it set up; on a small phone. */

test.use({ actionTimeout: 60_000 });

/** The demo's public account. */
const HOME = '/h5/71001/';
const PHONE = { width: 360, height: 740 };

const LOOKS = [
  {
    locale: 'zh-CN',
    colorScheme: 'light',
    follower: '赵敏',
    words: {
      signIn: '微信登录',
      used: '本月已用',
      buy: /^购买 /,
      pay: /^微信支付/,
      confirm: '确认支付',
      done: '已开通',
      orders: '我的订单',
    },
  },
  {
    locale: 'en-US',
    colorScheme: 'dark',
    follower: 'Wang Lei',
    words: {
      signIn: 'Sign in with WeChat',
      used: 'Used this month',
      buy: /^Buy ./,
      pay: /^Pay .* with WeChat/,
      confirm: 'Pay',
      done: 'Set up',
      orders: 'My orders',
    },
  },
] as const;

async function phone(browser: Browser, look: { locale: string; colorScheme: 'light' | 'dark' }): Promise<Page> {
  const { locale, colorScheme } = look;
  return (await browser.newContext({ baseURL: ADDRESS, viewport: PHONE, locale, colorScheme })).newPage();
}

async function looksRight(page: Page): Promise<void> {
  expect(await overflow(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
}

/** The number on the first card of another user: several people may have one card. */
async function numberOnCard(browser: Browser): Promise<string> {
  const page = await phone(browser, LOOKS[0]);
  await page.goto(HOME);
  await page.getByRole('button', { name: '微信登录' }).click();
  await page.getByRole('button', { name: '陈晓' }).click();
  const number = await page
    .getByText(/^89[\d ]{17,24}$/)
    .first()
    .textContent();
  await page.context().close();
  return (number ?? '').replaceAll(' ', '');
}

for (const look of LOOKS)
  test(`a scanned card is added, and a package bought and started, in ${look.locale} at 360 px`, async ({
    browser,
  }) => {
    const { words } = look;
    const number = await numberOnCard(browser);
    const page = await phone(browser, look);
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    await page.goto(`${HOME}card?number=${number}`);
    await expect(button(words.signIn)).toBeVisible();
    await looksRight(page);
    await button(words.signIn).click();
    await button(look.follower).click();
    await expect(page.getByText(words.used)).toBeVisible();
    await expect(button(words.buy).first()).toBeVisible();
    await looksRight(page);
    await button(words.buy).first().click();
    await looksRight(page);
    await button(words.pay).click();
    await page.waitForURL(/\/wechat\/sheet/);
    await button(words.confirm).click();
    await expect(page.getByText(words.done, { exact: true })).toBeVisible({ timeout: 120_000 });
    await looksRight(page);
    await button(words.orders).click();
    await expect(page.getByText(words.done, { exact: true }).first()).toBeVisible();
    await looksRight(page);
    await page.context().close();
  });
