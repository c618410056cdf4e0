import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { createTag } from '@cardinal/contract/api/cards/tags.ts';
import { importNetworks } from '@cardinal/contract/api/carriers/networks.ts';
import { readMenu } from '@cardinal/contract/api/settings/menu.ts';
import { readSite } from '@cardinal/contract/api/settings/settings.ts';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { ADDRESS } from './cardinal.ts';
import { changeAnswers, changeRows } from './changedAnswers.ts';
import { whenAnswersFail } from './gallery/failing.ts';
import { sendLogin, sessionOf } from './signIn.ts';

/** The frame around the screens and what every screen gets from it, tried the way an outsider would. */

test.use({ actionTimeout: 60_000 });

async function as(browser: Browser, account: string): Promise<Page> {
  const context = await browser.newContext({ storageState: await sessionOf(browser, account), locale: 'zh-CN' });
  return context.newPage();
}

/** Answers the site with some of its settings changed. */
const withSite = (page: Page, changed: Record<string, unknown>) =>
  changeAnswers<object>(page, `**${readSite.path}`, (site) => ({ ...site, ...changed }));

/** Answers a list with these fields of its rows empty: their columns are as narrow as their headings. */
const withEmpty = (page: Page, path: string, fields: readonly string[]) =>
  changeRows<Record<string, unknown>>(page, path, (row) => ({
    ...row,
    ...Object.fromEntries(fields.map((field) => [field, Array.isArray(row[field]) ? [] : null])),
  }));

const EMPTY = ['packageName', 'packageEndsAt', 'flowUsed', 'flowTotal', 'usedToday', 'usageJumpedAt', 'tags'];

/** The form for a new tag, opened. */
async function tagForm(page: Page) {
  await page.goto('/cardsManagement/tagManagement');
  await page.getByRole('button', { name: '新建标签' }).click();
  const sheet = page.getByRole('dialog').filter({ visible: true });
  return {
    sheet,
    name: sheet.getByRole('textbox', { name: '标签', exact: true }),
    save: sheet.getByRole('button', { name: '保存' }),
  };
}

test('whoever goes by Tab sees where: links have their ring too, also where antd stands', async ({ browser }) => {
  const page = await as(browser, 'operator');
  await page.goto('/cardsManagement/flowCardManagement');
  const link = page.locator('#content').getByRole('link', { name: '导入卡' });
  await page.getByRole('button', { name: '按号码批量操作' }).focus();
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await expect(link).toHaveCSS('outline-style', 'solid');
});

test('whoever walks a table by Tab sees each heading beside the pinned columns, and each row from its beginning', async ({
  browser,
}) => {
  const page = await as(browser, 'operator');
  await page.setViewportSize({ width: 1280, height: 800 });
  const table = page.locator('#content .table-view');
  const actions = table.locator('th.is-pinned-right').first();
  const walkHeadings = async () => {
    await page.goto('/cardsManagement/flowCardManagement');
    await table.locator('tbody tr').first().waitFor();
    await table.locator('th .sort').first().focus();
    for (let at = (await table.locator('th .sort').count()) - 1; at > 0; at -= 1) {
      await page.keyboard.press('Tab');
      const heading = await table.locator('th .sort:focus').boundingBox();
      expect(heading!.x + heading!.width).toBeLessThanOrEqual((await actions.boundingBox())!.x);
    }
  };
  // With narrow columns the last heading comes to lie under the pinned one, which the browser takes for in sight.
  await withEmpty(page, listCards.path, EMPTY);
  await walkHeadings();
  await page.unrouteAll();
  await walkHeadings();
  expect(await table.evaluate((view) => view.scrollLeft)).toBeGreaterThan(0);
  await page.keyboard.press('Tab');
  await expect(table.locator('tbody input[type="checkbox"]').first()).toBeFocused();
  expect(await table.evaluate((view) => view.scrollLeft)).toBe(0);
  // What is pinned is in sight: reaching it moves nothing.
  await table.locator('td.is-pinned-right button').first().focus();
  expect(await table.evaluate((view) => view.scrollLeft)).toBe(0);
});

test('without a mouse: a card is found from anywhere, cards are ticked, stopped as far as the preview, and exported', async ({
  browser,
}) => {
  const page = await as(browser, 'operator');
  // Cards that can be stopped: what the first of all cards are depends on the others.
  await page.goto('/cardsManagement/flowCardManagement?platform=5&lifecycle=activated');
  const ticks = page.locator('tbody td.tick input');
  const first = await page.locator('tbody .identifier').first().innerText();
  await ticks.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(ticks.nth(1)).toBeFocused();
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: '批量操作' });
  await expect(bar).toBeVisible();
  await page.keyboard.press('Enter');
  const stop = bar.getByRole('button', { name: '停机' });
  await expect(stop).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(ticks.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: '停机' });
  await sheet.getByRole('button', { name: '预检' }).focus();
  await page.keyboard.press('Enter');
  await expect(sheet.getByText('将执行')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(sheet.locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(stop).toBeFocused();

  await page.getByRole('button', { name: '导出', exact: true }).focus();
  await page.keyboard.press('Enter');
  const exporting = page.getByRole('dialog', { name: '导出' });
  await exporting.getByRole('radio', { name: 'Excel' }).focus();
  await page.keyboard.press('ArrowRight');
  await exporting.getByRole('button', { name: /^导出 / }).focus();
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  // The choice is kept when the sheet closes, a moment after the file has come.
  await expect(exporting).toBeHidden();
  await bar.getByRole('button', { name: '导出所选' }).focus();
  await page.keyboard.press('Enter');
  await expect(exporting.getByRole('radio', { name: 'CSV' })).toBeChecked();
  await exporting.getByRole('radio', { name: /^全部/ }).focus();
  await page.keyboard.press('Space');
  await exporting.getByRole('button', { name: /^导出 / }).focus();
  const [ticked] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(ticked.suggestedFilename()).toMatch(/\.csv$/);

  await page.keyboard.press('Control+k');
  await page.keyboard.type(first.replaceAll(' ', ''));
  await expect(
    page
      .getByRole('option')
      .filter({ hasText: first.replaceAll(' ', '') })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/cardDetail/);
});

test('tags, a fixed header and the logo are there unless the host turns them off; as many messages as it allows', async ({
  browser,
}) => {
  const page = await as(browser, 'agent');
  const tags = page.getByRole('navigation', { name: '已打开的页面' });
  const header = page.locator('.frame-top');
  const logo = page.locator('.sidebar .logo');
  await page.goto('/dashboard');
  await expect(tags).toBeVisible();
  await expect(header).toHaveCSS('position', 'sticky');
  await expect(logo).toBeVisible();

  await withSite(page, { hasTagsView: false, hasFixedHeader: false, hasSidebarLogo: false, toastMaximum: 1 });
  await page.route(`**${createTag.path}`, (route) => route.abort());
  const form = await tagForm(page);
  await expect(header).toHaveCSS('position', 'static');
  await expect(tags).toHaveCount(0);
  await expect(logo).toHaveCount(0);
  await form.save.click();
  await expect(page.locator('.toast')).toHaveText([/表单填写有误/]);
  await form.name.fill('只显示一条');
  // A second click right after the first is not sent.
  await expect(async () => {
    await form.save.click();
    await expect(page.locator('.toast')).toHaveText([/未知网络错误/], { timeout: 1_000 });
  }).toPass();
  await page.context().close();
});

test('an upload that goes its own way carries the token and the language of the local storage', async ({ browser }) => {
  const page = await as(browser, 'admin');
  await page.goto('/en/system/operatorList');
  const token = await page.evaluate<string>(`localStorage.getItem('token')`);
  const sent: Record<string, string>[] = [];
  await page.route(`**${importNetworks.path}`, async (route) => {
    sent.push(route.request().headers());
    await route.fulfill({ json: { code: '4090001', message: 'seen', data: null } });
  });
  await page.getByRole('main').getByRole('button', { name: 'Import', exact: true }).click();
  const sheet = page.getByRole('dialog').filter({ visible: true });
  const workbook = Buffer.concat([Buffer.from([0x50, 0x4b, 0x03, 0x04]), Buffer.alloc(64)]);
  await sheet.locator('input[type=file]').setInputFiles({ name: 'networks.xlsx', mimeType: '', buffer: workbook });
  await sheet.getByText('Content checked').waitFor();
  await sheet.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(sheet.getByText('seen')).toBeVisible();
  expect(sent.map((headers) => [headers['authorization'], headers['accept-language']])).toEqual([[token, 'en']]);
  await page.context().close();
});

test('shortcuts of a period: what is beyond three months is answered under the field, the others are taken', async ({
  browser,
}) => {
  const page = await as(browser, 'agent');
  await page.goto('/taskManagement/systemTask');
  const filters = page.getByRole('search');
  await filters.getByRole('button', { name: '更多条件' }).click();
  // Calendars come when they are wanted, each in its own time: the first one there is not yet the first one of the form.
  await expect(filters.getByPlaceholder('开始时间')).toHaveCount(2);
  const shortcut = async (days: number) => {
    await filters.getByPlaceholder('开始时间').first().click();
    await page.locator('.ant-picker-presets').filter({ visible: true }).getByText(`最近 ${days} 天`).click();
  };
  await shortcut(180);
  await expect(filters.getByRole('alert')).toHaveText('时间范围不能超过 3 个月');
  await shortcut(30);
  await expect(filters.getByRole('alert')).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).searchParams.has('createdAtFrom')).toBe(true);
  const asked = new URL(page.url()).searchParams;
  const [from, to] = ['createdAtFrom', 'createdAtTo'].map((key) => Date.parse(asked.get(key) ?? ''));
  expect(Math.round(((to as number) - (from as number)) / 86_400_000)).toBe(30);
  await page.context().close();
});

test('an answer that takes too long shows no message: the form comes back and says where it stands', async ({
  browser,
}) => {
  const page = await as(browser, 'agent');
  await page.clock.install();
  await page.route(`**${createTag.path}`, () => {});
  const form = await tagForm(page);
  await form.name.fill('等太久');
  const asked = page.waitForRequest(`**${createTag.path}`);
  await form.save.click();
  await asked;
  await page.clock.fastForward(31_000);
  await expect(form.sheet.getByRole('alert')).toContainText('没有收到服务器答复');
  await expect(form.save).toBeEnabled();
  await expect(form.name).toHaveValue('等太久');
  await expect(page.locator('.toast')).toHaveCount(0);
  await page.context().close();
});

test('a screen whose questions fail keeps its title, says so and offers another try', async ({ browser }) => {
  const found: string[] = [];
  for (const path of ['/system/dataDictionary', '/apiDoc', '/dashboard']) {
    const context = await browser.newContext({ storageState: await sessionOf(browser, 'admin'), locale: 'zh-CN' });
    const failed = await whenAnswersFail(await context.newPage(), path);
    expect(failed.asked, path).not.toEqual([]);
    found.push(...failed.found.map((problem) => `${path} ${problem}`));
    await context.close();
  }
  expect(found).toEqual([]);
});

test('the language switch: on this machine and on test hosts, on an ordinary host on English paths alone', async ({
  browser,
}) => {
  const page = await browser.newPage();
  const port = new URL(ADDRESS).port;
  const offered = async (address: string) => {
    await page.goto(address);
    await expect(page.locator('h1').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^(切换为深色|Switch to dark)$/ })).toBeVisible();
    return page.getByRole('button', { name: /^(语言|Language)$/ }).isVisible();
  };
  expect(await offered(`${ADDRESS}/login`)).toBe(true);
  expect(await offered(`http://test.localhost:${port}/login`)).toBe(true);
  expect(await offered(`http://cardinal.localhost:${port}/login`)).toBe(false);
  expect(await offered(`http://cardinal.localhost:${port}/en/login`)).toBe(true);
  await page.close();
});

test('a deep address survives a refused login, and a reload asks for the menu before anything is shown', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  const asked = '/cardsManagement/tagManagement?nameContains=a%26b';
  const atLogin = `${ADDRESS}/login?redirect=${encodeURIComponent(asked)}`;
  await page.goto(asked);
  await expect(page).toHaveURL(atLogin);
  await sendLogin(page, { account: 'agent', code: '0000' });
  await expect(page.locator('.login-refusal')).toBeVisible();
  await expect(page).toHaveURL(atLogin);
  await sendLogin(page, { account: 'agent' });
  await expect(page).toHaveURL(`${ADDRESS}${asked}`);

  const steps: string[] = [];
  page.on('framenavigated', (frame) => steps.push(new URL(frame.url()).pathname));
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.pathname === readMenu.path) steps.push(`menu ${address.searchParams.get('menuVersion')}`);
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: '标签管理' })).toBeAttached();
  expect(steps).toEqual(['/cardsManagement/tagManagement', 'menu 2']);

  await page.goto('/cardsManagement/tagmanagement');
  await expect(page).toHaveURL(`${ADDRESS}/404`);
  await page.getByRole('button', { name: '返回首页' }).click();
  await expect(page).toHaveURL(`${ADDRESS}/dashboard`);
  await context.close();
});

test('clearing a filter goes back to page 1 as typing into it does', async ({ browser }) => {
  const page = await as(browser, 'agent');
  await page.goto('/cardsManagement/flowCardManagement?q=8986&pageNum=2');
  const search = page.getByPlaceholder(/号码片段/);
  await expect(search).toHaveValue('8986');
  await search.clear();
  await expect(page).not.toHaveURL(/[?&](q|pageNum)=/);
  await page.context().close();
});
