import { startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { listTasks } from '@cardinal/contract/api/tasks/tasks.ts';
import { expect, type Page, test } from '@playwright/test';
import { eachSignedIn, sessionOf } from './signIn.ts';

/** The screens of card management besides the list, used as its users do. */

test.use({ actionTimeout: 60_000 });

let page: Page;
eachSignedIn('admin', (signedIn) => {
  page = signedIn;
});

test('batches are found by who started them and when, and stand in sight beside the actions', async () => {
  await page.goto('/cardsManagement/batchOperate');
  const past = page.getByRole('region', { name: '我的批量操作' });
  await expect(past).toBeVisible();
  const bench = await page.getByRole('region', { name: '选择卡片' }).boundingBox();
  const begins = await past.boundingBox();
  // Right below the form, however long the list of actions is.
  expect(begins!.y - (bench!.y + bench!.height)).toBeLessThan(40);

  await past.getByRole('combobox', { name: '操作账号' }).click();
  await page.getByTitle('所有账号').click();
  const all = page.getByRole('region', { name: '批量操作记录' });
  await all.getByRole('searchbox', { name: '账号名称' }).fill('subagent');
  await all.getByRole('searchbox', { name: '账号名称' }).press('Enter');
  const operator = all.locator('tbody tr td:nth-child(4)');
  await expect(operator.first()).toHaveText('subagent');
  expect(new Set(await operator.allTextContents())).toEqual(new Set(['subagent']));

  const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.has('createdAtFrom'));
  await all.getByPlaceholder('开始时间').click();
  await page.getByText('最近 7 天', { exact: true }).click();
  const query = new URL((await asked).url());
  expect(query.pathname).toBe(listTasks.path);
  expect(query.searchParams.has('createdAtTo')).toBe(true);
});

test('an action a card cannot take keeps its place and says why, in the row, the batch bar and the details', async () => {
  await page.goto('/cardsManagement/flowCardManagement?lifecycle=stopped');
  const row = page.locator('tbody tr').first();
  await row.getByRole('button', { name: '更多操作' }).focus();
  await page.keyboard.press('Enter');
  const entry = page.locator('.row-menu').getByRole('button', { name: '停机', exact: true });
  await entry.focus();
  await expect(entry).toBeFocused();
  await expect(entry).toHaveAttribute('aria-disabled', 'true');
  await expect(entry).toHaveAccessibleDescription('已停机');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await row.locator('td.tick input').check();
  const bar = page.getByRole('region', { name: '批量操作' });
  const stop = bar.getByRole('button', { name: '停机', exact: true });
  await expect(stop).toHaveAccessibleDescription('已停机');
  await expect(stop).toHaveAttribute('aria-disabled', 'true');
  await expect(bar.getByRole('button', { name: '复机', exact: true })).toHaveAttribute('aria-disabled', 'false');

  await page.goto((await row.locator('a.identifier').getAttribute('href')) ?? '');
  const actions = page.getByRole('group', { name: '可执行的操作' });
  await expect(actions.getByRole('button', { name: '停机', exact: true })).toHaveAccessibleDescription('已停机');
});

test('a line of the history leads to its card, also where it stands for a task on one card', async () => {
  await page.goto('/cardsManagement/cardOpHistory');
  const line = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: '当时的卡' }) })
    .first();
  const number = ((await line.locator('a.identifier').textContent()) ?? '').trim();
  expect(number).toMatch(/^\d{19,20}$/);
  await line.getByRole('button', { name: `打开 ${number}` }).click();
  await expect(page).toHaveURL(/\/cardsManagement\/cardDetail/);
  await expect(page.getByRole('heading', { level: 1 }).filter({ hasText: number })).toBeVisible();
});

test('the cards of a tag are told by kind, and each part opens the list that has it', async ({ browser }) => {
  const context = await browser.newContext({ storageState: await sessionOf(browser, 'agent'), locale: 'zh-CN' });
  const tags = await context.newPage();
  await tags.goto('/cardsManagement/tagManagement');
  const part = tags
    .getByRole('table')
    .getByRole('link', { name: /^NB卡 \d+$/ })
    .first();
  const n = ((await part.textContent()) ?? '').replace(/\D/g, '');
  await part.click();
  await expect(tags).toHaveURL(/NBCardManagement\?tags=\d+/);
  await expect(tags.getByText(`共 ${n} 条`)).toBeVisible();
  await context.close();
});

test('stopping one card is asked once, by the sheet that names it and what follows', async () => {
  await page.goto('/cardsManagement/flowCardManagement?lifecycle=activated&platform=1&customerId=1');
  await page.getByRole('table').locator('.identifier-open').first().click();
  await expect(page).toHaveURL(/cardDetailLt/);
  await page.getByRole('button', { name: '停机', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: '停机' });
  await expect(sheet.getByText('运营商确认后才算停机')).toBeVisible();
  const started = page.waitForResponse((response) => new URL(response.url()).pathname === startAction.path);
  await sheet.getByRole('button', { name: '停机此卡' }).click();
  expect((await started).ok()).toBe(true);
  await expect(page.getByText(/停机任务 \S+ 已提交/)).toBeVisible();
});

test('a card its carrier has otherwise says so, and the side that counts is chosen on the card itself', async () => {
  await page.goto('/system/platformConfig?shown=102&tab=differences');
  const open = page
    .getByRole('dialog')
    .getByRole('row')
    .filter({ hasText: '状态不一致' })
    .filter({ hasText: '待处理' });
  const number = ((await open.last().locator('.identifier').first().textContent()) ?? '').replaceAll(' ', '');
  expect(number).toMatch(/^\d{20}$/);
  await page.goto(`/cardsManagement/cardDetailLt?iccid=${number}`);
  const banner = page.getByRole('status').filter({ hasText: '状态不一致' });
  await expect(banner).toContainText('平台为「已激活」，运营商为「已停机」');
  await banner.getByRole('button', { name: '以运营商为准' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '以运营商为准' }).click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('banner').or(page.locator('#content header')).getByText('已停机').first()).toBeVisible();
});

test('a remark on picked cards is one step that says what it sets, and its undo is one click', async () => {
  await page.goto('/cardsManagement/flowCardManagement?lifecycle=activated&platform=2&customerId=1');
  const ticks = page.locator('tbody td.tick input');
  await ticks.nth(0).check();
  await ticks.nth(1).check();
  await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: /备注/ }).click();
  const sheet = page.getByRole('dialog').filter({ visible: true });
  await sheet.getByLabel('备注').fill('仓库盘点');
  await expect(sheet.getByText('2 张卡的备注将改为：仓库盘点')).toBeVisible();
  await sheet.getByRole('button', { name: '2 张卡' }).click();
  const told = page.getByRole('listitem').filter({ hasText: '已修改 2 张卡' });
  await told.getByRole('button', { name: '撤销' }).click();
  await expect(page.getByText('已撤销：恢复 2 张卡')).toBeVisible();
});
