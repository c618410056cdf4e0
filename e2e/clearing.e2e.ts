import { expect, test } from '@playwright/test';
import { sessionOf } from './signIn.ts';

test.use({ actionTimeout: 60_000 });

test('balances of cards go back once a second person has let it pass, and the first cannot', async ({ browser }) => {
  const pageOf = async (account: string) =>
    (await browser.newContext({ storageState: await sessionOf(browser, account), locale: 'zh-CN' })).newPage();
  const maker = await pageOf('agent');
  await maker.goto('/cardsManagement/clearUpBlance');
  const open = maker.locator('tbody tr').filter({ hasText: '已销户' }).filter({ hasNotText: '清理中' });
  for (const at of [0, 1]) await open.nth(at).getByRole('checkbox').check();
  await maker.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '清理余额' }).click();
  const sheet = maker.getByRole('dialog', { name: '清理余额', exact: true });
  await sheet.getByRole('button', { name: '预检' }).click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  await sheet.getByLabel('原因说明').fill('销户退回');
  await sheet.getByRole('button', { name: '预检' }).click();
  await sheet.getByRole('button', { name: '清理余额 2 张卡' }).click();
  const question = maker.getByRole('dialog', { name: '清理余额 2 张卡？' });
  await expect(question.getByText('需要另一账号复核')).toBeVisible();
  await question.getByRole('button', { name: '清理余额 2 张卡' }).click();
  await expect(sheet).toBeHidden();
  await maker.getByRole('tab', { name: '清理记录' }).click();
  const own = maker.locator('tbody tr').filter({ hasText: '销户退回' });
  await expect(own.getByText('待审批')).toBeVisible();
  await expect(own.getByRole('button', { name: '审批' })).toBeHidden();

  const checker = await pageOf('caiwu');
  await expect(async () => {
    await checker.goto('/');
    await checker.getByRole('button', { name: '通知' }).first().click();
    await checker.getByText('待审批：清理余额 2 张').first().click({ timeout: 5_000 });
  }).toPass();
  const asked = checker.locator('tbody tr').filter({ hasText: '销户退回' });
  await asked.getByRole('button', { name: '审批' }).click();
  await checker.getByRole('dialog').getByRole('button', { name: '提交审批' }).click();
  await expect(checker.getByRole('dialog')).toBeHidden();
  await expect(async () => {
    await checker.reload();
    await expect(asked.getByText('已完成')).toBeVisible({ timeout: 5_000 });
  }).toPass();
});
