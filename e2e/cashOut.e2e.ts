import { expect, test } from '@playwright/test';
import { sessionOf } from './signIn.ts';

test.use({ actionTimeout: 60_000 });

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
  const address = await sheet.getByRole('link', { name: '打开确认页面' }).getAttribute('href');
  await page.request.post(`${address}/confirm`);
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
