import { readPackageEndings } from '@cardinal/contract/api/renewals/packageEndings.ts';
import { expect, test } from '@playwright/test';
import { sessionOf } from './signIn.ts';

test.use({ actionTimeout: 60_000 });

test('a card is recharged from a balance and the recharge is taken back, each amount as shown', async ({ browser }) => {
  const context = await browser.newContext({ storageState: await sessionOf(browser, 'enterprise'), locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('/cardsManagement/flowCardManagement?lifecycle=activated');
  const iccid = (await page.locator('tbody .identifier').first().innerText()).replaceAll(' ', '');
  await page.goto('/cardsManagement/singleCardRecharge');
  await page.getByPlaceholder(/卡号/).fill(iccid);
  await page.getByRole('button', { name: '查询' }).click();
  await page.getByRole('button', { name: '充值', exact: true }).click();
  const form = page.getByRole('dialog');
  const amount = form.getByLabel('金额');
  await amount.fill('0.001');
  await form.getByRole('button', { name: '充值' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await amount.fill('5');
  await form.getByRole('button', { name: '充值' }).click();
  await expect(form).toBeHidden();
  const row = page.locator('tbody tr').first();
  await expect(row.getByRole('cell', { name: '5.00 CNY' })).toBeVisible();
  await row.getByRole('button', { name: '撤回' }).click();
  await page.getByRole('dialog').getByLabel('原因').fill('充错卡');
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row.getByRole('cell', { name: '5.00', exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: '撤回' })).toBeHidden();
});

test('the days of cards about to lose their package add up to the list, and an ignored card leaves it', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: await sessionOf(browser, 'agent'), locale: 'zh-CN' });
  const page = await context.newPage();
  await page.route(`**${readPackageEndings.path}*`, (route) => route.abort(), { times: 1 });
  await page.goto('/cardsManagement/packageEndTips');
  await expect(page.getByText('未来 60 天到期的套餐')).toBeVisible();
  await page.getByRole('button', { name: '重试' }).click();
  const title = page.getByText(/未来 60 天有 [\d,]+ 张卡/);
  const count = async () => Number(/有 ([\d,]+) 张/.exec(await title.innerText())?.[1]?.replaceAll(',', ''));
  await expect(title).toBeVisible();
  const before = await count();
  await expect(page.getByText(`共 ${before.toLocaleString('en')} 条`)).toBeVisible();
  const row = page.locator('tbody tr').first();
  const iccid = await row.locator('.identifier').first().innerText();
  await row.getByRole('checkbox').check();
  await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '忽略 30 天' }).click();
  await expect.poll(count).toBe(before - 1);
  await expect(page.getByText(`共 ${(before - 1).toLocaleString('en')} 条`)).toBeVisible();
  await page.getByRole('button', { name: '已忽略' }).click();
  await expect(page.locator('tbody').getByText(iccid)).toBeVisible();
});

test('profit is explained by its order, and turned into balance to the cent', async ({ browser }) => {
  const context = await browser.newContext({ storageState: await sessionOf(browser, 'agent'), locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('/shareBenefit/overView');
  await page.getByRole('button', { name: '转入余额' }).click();
  const form = page.getByRole('dialog', { name: '分润转入余额' });
  const usable = Number(await form.getByLabel('金额').inputValue());
  expect(usable).toBeGreaterThan(1);
  await form.getByLabel('金额').fill(String(usable + 1));
  await form.getByRole('button', { name: '分润转入余额' }).click();
  await expect(form.getByText(/可提现余额不足/)).toBeVisible();
  await form.getByLabel('金额').fill('1.00');
  await form.getByRole('button', { name: '分润转入余额' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: '转入余额' }).click();
  await expect(form.getByLabel('金额')).toHaveValue((usable - 1).toFixed(2));
  await page.keyboard.press('Escape');
  await page.goto('/shareBenefit/shareBenefitDetail');
  const row = page.locator('tbody tr').first();
  const packageName = await row.getByRole('cell', { name: /包$/ }).first().innerText();
  await row.getByRole('button', { name: '详情' }).click();
  await expect(page.getByRole('dialog').getByText(packageName).first()).toBeVisible();
});
