import { expect, test } from '@playwright/test';
import { sessionOf } from './signIn.ts';

test.use({ actionTimeout: 60_000 });

test('packages are ordered for cards at the price shown, and the card has its package afterwards', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: await sessionOf(browser, 'agent'), locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('/cardsManagement/flowCardManagement?platform=1&productCode=LT-JASPER&lifecycle=activated');
  // Cards of two carrier accounts: the package is of one of them.
  await page.getByRole('checkbox', { name: '选择本页' }).check();
  const bar = page.getByRole('region', { name: '批量操作' });
  await bar.getByRole('button', { name: '订购套餐' }).click();
  const sheet = page.getByRole('dialog', { name: '订购套餐', exact: true });
  // Without a package nothing is asked; the field says so.
  await sheet.getByRole('button', { name: '预检' }).click();
  await expect(sheet.getByText('必填')).toBeVisible();
  await sheet.getByLabel('套餐').click();
  await page.keyboard.type('LT-M1G');
  await page.locator('.ant-select-item-option').filter({ hasText: 'LT-M1G' }).first().click();
  await expect(sheet.getByText(/每张卡 .* CNY · 流量 1 GB/)).toBeVisible();
  await sheet.getByRole('button', { name: '预检' }).click();
  await expect(sheet.getByText(/执行时冻结/)).toBeVisible();
  await expect(sheet.getByRole('cell', { name: '联通1GB月包' })).toBeVisible();
  await expect(sheet.getByText('套餐属于其他通道')).toBeVisible();
  const start = sheet.getByRole('button', { name: /^订购套餐 \d+ 张/ });
  const cards = Number(/\d+/.exec(await start.innerText())?.[0]);
  expect(cards).toBeGreaterThan(0);
  const amount = (cards * 8).toFixed(2);
  await start.click();
  const question = page.getByRole('dialog', { name: `订购套餐 ${cards} 张卡？` });
  await expect(question.getByText(`由 甲代理 支付，最多 ${amount} CNY`)).toBeVisible();
  await question.getByRole('button', { name: `订购套餐 ${cards} 张卡` }).click();
  await expect(sheet).toBeHidden();

  await page.goto('/orderList/packageOrderRecord?usageState=1');
  const record = page.locator('tbody tr').filter({ hasText: '联通1GB月包' }).filter({ hasText: '成功' }).first();
  await expect(async () => {
    await page.reload();
    await expect(record).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 90_000 });
  const iccid = (await record.locator('.identifier').first().innerText()).replaceAll(' ', '');
  await page.goto(`/cardsManagement/cardDetailLt?iccid=${iccid}`);
  await expect(page.getByText('联通1GB月包').first()).toBeVisible();
  await page.goto('/userManagement/userConsumptionRecord');
  await expect(page.locator('tbody tr').filter({ hasText: amount }).first()).toBeVisible();
});
