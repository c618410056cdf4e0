import { expect, type Page, test } from '@playwright/test';
import { violations } from './judging.ts';
import { eachSignedIn, signIn } from './signIn.ts';

/** «?», the manual and the tour for somebody who has no mouse and has never signed in: no other journey uses this account. */

test.describe.configure({ mode: 'serial' });

let page: Page;

const help = () => page.getByRole('region', { name: '本页说明' });
const offer = () => page.getByRole('banner').getByRole('button', { name: '新手导览' });
const step = () => page.locator('.ant-tour-title');
const press = (key: string) => page.keyboard.press(key);

async function tabTo(name: string): Promise<void> {
  const target = page.getByRole('button', { name, exact: true });
  for (let at = 0; at < 40 && !(await target.evaluate((each) => each.matches(':focus'))); at += 1) await press('Tab');
  await expect(target).toBeFocused();
}

test('the tour is offered once, goes through the console by keyboard and ends at «?»', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'zh-CN' });
  page = await context.newPage();
  const kept = page.waitForResponse((response) => response.url().includes('/api/preferences/v1/preference'));
  // The first screen after the first sign-in offers it, and no later one: nobody may have signed in before.
  await signIn(page, 'kefu');
  expect((await kept).ok()).toBe(true);
  await offer().press('Enter');
  await expect(page).toHaveURL(/flowCardManagement/);
  for (const title of ['随处查找', '筛选列表', '选择并操作', '跟踪任务', '每页都有说明']) {
    await expect(step()).toHaveText(title);
    await expect(page.locator('.ant-tour button[data-step]')).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await press('Enter');
  }
  await expect(step()).toHaveCount(0);
  await expect(page.getByRole('button', { name: '本页说明' })).toBeFocused();
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: '本页说明' })).toBeVisible();
  await expect(page.locator('[aria-busy="true"], .bone')).toHaveCount(0);
  await expect(offer()).toHaveCount(0);
  await context.close();
});

test.describe('once it was offered', () => {
  eachSignedIn('kefu', (signedIn) => {
    page = signedIn;
  });

  test('the key ? explains the screen, leads to its page of the manual, and begins the tour again', async () => {
    await page.goto('/taskManagement/systemTask');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: '本页说明' })).toBeVisible();
    await press('Shift+?');
    await expect(help().getByRole('heading', { name: '系统任务' })).toBeFocused();
    await expect(help().getByText('结果表', { exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await press('Escape');
    await expect(help()).toHaveCount(0);
    await press('Shift+?');
    await tabTo('在手册中阅读');
    await press('Enter');
    const manual = page.getByRole('dialog', { name: '使用手册' });
    await expect(manual.getByRole('heading', { name: '任务、导出与操作日志' })).toBeVisible();
    await expect(manual.getByRole('img', { name: '系统任务：每行一个任务' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await press('Escape');
    await expect(manual).toHaveCount(0);
    await press('Shift+?');
    await tabTo('新手导览');
    await press('Enter');
    await expect(step()).toHaveText('随处查找');
    await press('Escape');
    await expect(step()).toHaveCount(0);
  });
});
