import { type Browser, expect, type Page, test } from '@playwright/test';
import { overflow, violations } from './judging.ts';
import { sessionOf } from './signIn.ts';

test.use({ actionTimeout: 60_000 });

/** WeChat on a phone: its bridge opens the transfer at the simulated WeChat, where the receiver takes it on the second try. */
async function wechat(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    locale: 'en-US',
    colorScheme: 'dark',
  });
  const page = await context.newPage();
  let tries = 0;
  await page.exposeFunction('takeTransfer', async (name: string, sheet: Record<string, string>) => {
    expect(name).toBe('requestMerchantTransfer');
    const { mchId = '', appId = '', package: address } = sheet;
    tries += 1;
    if (tries === 1) return 'requestMerchantTransfer:cancel';
    const answer = await page.request.post(`${address}/confirm?${new URLSearchParams({ mchId, appId })}`);
    expect(answer.status()).toBe(200);
    return 'requestMerchantTransfer:ok';
  });
  await page.addInitScript(() => {
    const take = (globalThis as unknown as { takeTransfer: (name: string, sheet: object) => Promise<string> })
      .takeTransfer;
    const invoke = (name: string, sheet: object, done: (answer: { err_msg: string }) => void) =>
      void take(name, sheet).then((err_msg) => done({ err_msg }));
    Object.assign(globalThis, { WeixinJSBridge: { invoke } });
  });
  return page;
}

async function looksRight(page: Page): Promise<void> {
  expect(await overflow(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
}

/** What the receiver sees in WeChat, from the address to the end; afterwards the address leads nowhere. */
async function confirmedInWechat(browser: Browser, address: string): Promise<void> {
  const page = await wechat(browser);
  await page.goto(address);
  const accept = page.getByRole('button', { name: 'Accept your money' });
  await expect(page.getByText('¥0.99')).toBeVisible();
  await expect(page.getByText('Accept before')).toBeVisible();
  await looksRight(page);
  await accept.click();
  await expect(page.getByText(/^Not accepted yet/)).toBeVisible();
  await looksRight(page);
  await accept.click();
  await expect(page.getByText('Received', { exact: true })).toBeVisible();
  await looksRight(page);
  await page.context().close();
  const later = await wechat(browser);
  await later.goto(address);
  await expect(later.getByText(/^This link is not valid/)).toBeVisible();
  await looksRight(later);
  await later.context().close();
}

const PASSWORD = 'Cardinal@2026';

test('an agent cashes out profit, its receiver confirms, and it is done', async ({ browser }) => {
  const context = await browser.newContext({ storageState: await sessionOf(browser, 'agent'), locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('/shareBenefit/overView');
  await page.getByRole('button', { name: '申请提现' }).click();
  const form = page.getByRole('dialog', { name: '申请提现' });
  await form.getByLabel('金额').fill('1.00');
  await expect(form.getByText(/到账 0.99/)).toBeVisible();
  await form.getByLabel('登录密码').fill('wrong');
  await form.getByRole('button', { name: '提现', exact: true }).click();
  await expect(form.getByText('密码错误')).toBeVisible();
  await form.getByLabel('登录密码').fill(PASSWORD);
  await form.getByRole('button', { name: '提现', exact: true }).click();
  await expect(form).toBeHidden();
  await page.goto('/shareBenefit/cashOutRecord');
  const row = page.locator('tbody tr').first();
  // The list follows it on its way.
  await expect(row.getByText('收款人确认')).toBeVisible({ timeout: 90_000 });
  await row.getByRole('button', { name: '确认收款' }).click();
  const sheet = page.getByRole('dialog', { name: '确认收款' });
  await expect(sheet.getByRole('img', { name: '确认收款二维码' })).toBeVisible();
  const address = await sheet.getByRole('link', { name: '打开确认页面' }).getAttribute('href');
  await confirmedInWechat(browser, address ?? '');
  await expect(sheet.getByText('已完成')).toBeVisible();
});

test('the platform looks at where it comes from, and passes what goes to a new account', async ({ browser }) => {
  const context = await browser.newContext({ storageState: await sessionOf(browser, 'admin'), locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('/shareBenefit/cashOutCheck');
  const row = page.locator('tbody tr').filter({ hasText: '审核中' }).first();
  await expect(row.getByText('新收款账户')).toBeVisible();
  await row.getByRole('button', { name: '详情' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('tab', { name: '分润来源' }).click();
  await expect(panel.getByText('近 90 天')).toBeVisible();
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: '审核' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '审核' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('银行付款').first()).toBeVisible();
});
