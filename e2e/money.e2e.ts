import { type Browser, expect, type Page, test } from '@playwright/test';
import { sessionOf } from './signIn.ts';

/** Money from a bank voucher to the customer's own statement, by three people. */

test.use({ actionTimeout: 60_000 });

async function as(browser: Browser, account: string): Promise<Page> {
  const context = await browser.newContext({ storageState: await sessionOf(browser, account), locale: 'zh-CN' });
  return context.newPage();
}

const VOUCHER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const record = (page: Page, amount: string) => page.locator('tbody tr').filter({ hasText: amount }).first();

test('a bank transfer waits for a second person, and then stands on the customer’s statement', async ({ browser }) => {
  const maker = await as(browser, 'finance');
  await maker.goto('/userManagement/userRecharge');
  await maker.getByRole('button', { name: '录入银行转账' }).click();
  const form = maker.getByRole('dialog', { name: '录入银行转账' });
  await form.getByLabel('客户').click();
  await maker.keyboard.type('甲代理');
  await maker.locator('.ant-select-item-option').filter({ hasText: '甲代理' }).first().click();
  await form.getByLabel('金额').fill('1234.567');
  await form.getByRole('textbox', { name: '银行' }).fill('工商银行');
  await form.getByRole('textbox', { name: '凭证号' }).fill('ICBC-77120031');
  await form
    .locator('input[type="file"]')
    .setInputFiles({ name: 'voucher.png', mimeType: 'image/png', buffer: VOUCHER });
  await form.getByRole('button', { name: '保存' }).click();
  // A third decimal is refused at its field; nothing was entered.
  await expect(form.getByText(/小数/)).toBeVisible();
  await form.getByLabel('金额').fill('1234.56');
  await expect(form.getByText(/客户余额 .* → /)).toBeVisible();
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();
  const entered = record(maker, '1,234.56');
  await expect(entered).toContainText('待审核');
  await expect(entered.getByRole('button', { name: '审核' })).toHaveCount(0);

  const customer = await as(browser, 'agent');
  await customer.goto('/userManagement/userConsumptionRecord');
  await expect(customer.locator('tbody tr').first()).toBeVisible();
  await expect(record(customer, '1,234.56')).toHaveCount(0);

  const checker = await as(browser, 'admin');
  await checker.goto('/userManagement/userRecharge?state=pending');
  await record(checker, '1,234.56').getByRole('button', { name: '审核' }).click();
  const check = checker.getByRole('dialog', { name: /^审核/ });
  await check.getByRole('button', { name: '提交' }).click();
  await expect(check).toBeHidden();

  await customer.reload();
  await expect(record(customer, '1,234.56')).toBeVisible();
  await maker.reload();
  await expect(record(maker, '1,234.56')).toContainText('已入账');
});
