import { setTimeout as wait } from 'node:timers/promises';
import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { changeRows } from './changedAnswers.ts';
import { open, settled } from './judging.ts';
import { sessionOf } from './signIn.ts';

/** What every list of the console keeps, on a wide screen and on a phone. */

const CARDS = '/cardsManagement/flowCardManagement';
const LISTS = [
  CARDS,
  '/cardsManagement/cardOpHistory',
  '/userManagement/user',
  '/product/production',
  '/system/operationLog',
];
/** A thin scroll bar, which a browser without a window does not draw. */
const SCROLL_BAR = 11;

async function at(browser: Browser, width: number, height: number): Promise<Page> {
  const context = await browser.newContext({
    storageState: await sessionOf(browser, 'operator'),
    viewport: { width, height },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

/** How many rows are wholly in sight between head and edge, with room for a scroll bar. */
const wholeRows = (page: Page) =>
  page.evaluate<number>(`(() => {
    const view = document.querySelector('.table-view');
    const top = view.querySelector('thead').getBoundingClientRect().bottom;
    const end = view.getBoundingClientRect().bottom - 1 - ${SCROLL_BAR};
    return [...view.querySelectorAll('tbody tr')].filter((row) => {
      const place = row.getBoundingClientRect();
      return place.top >= top - 0.5 && place.bottom <= end + 0.5;
    }).length;
  })()`);

/** Texts wider than their cells, in the columns with these titles. */
const cutCells = (page: Page, titles: readonly string[]) =>
  page.evaluate<string[]>(`(() => {
    const heads = [...document.querySelectorAll('.table-view thead th')].map((head) => head.textContent);
    const titles = ${JSON.stringify(titles)};
    return [...document.querySelectorAll('.table-view tbody td')]
      .filter((cell) => titles.includes(heads[cell.cellIndex]) && cell.scrollWidth > cell.clientWidth)
      .map((cell) => cell.innerText);
  })()`);

const sideways = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const wide = document.documentElement.scrollWidth > innerWidth ? ['document'] : [];
    const inner = [...document.querySelectorAll('main *')].filter((each) => {
      const way = getComputedStyle(each).overflowX;
      return (way === 'auto' || way === 'scroll') && each.scrollWidth > each.clientWidth + 1;
    });
    return [...wide, ...inner.map((each) => each.className)];
  })()`);

for (const path of [CARDS, '/cardsManagement/cardOpHistory']) {
  test(`18 whole rows fit 1440 × 900 on ${path}`, async ({ browser }) => {
    const page = await at(browser, 1440, 900);
    await open(page, path, 'zh_CN');
    await expect(page.locator('tbody tr').nth(17)).toBeAttached();
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(18);
    await page.context().close();
  });
}

for (const [language, titles] of [
  ['zh_CN', ['ICCID', '业务号码', '运营商', '状态', '客户归属', '已用 / 总流量', '今日用量']],
  ['en', ['ICCID', 'Business number', 'Carrier', 'Status', 'Customer', 'Used / allowance', 'Used today']],
] as const) {
  test(`numbers, states, customers and figures of the card list are whole (${language})`, async ({ browser }) => {
    const page = await at(browser, 1440, 900);
    await open(page, CARDS, language);
    expect(await page.locator('.table-view thead th').allTextContents()).toEqual(expect.arrayContaining([...titles]));
    expect(await cutCells(page, titles)).toEqual([]);
    await page.context().close();
  });
}

test('a list that is refreshed stays where it was scrolled to', async ({ browser }) => {
  const page = await at(browser, 1280, 800);
  await open(page, CARDS, 'zh_CN');
  const view = page.locator('.table-view');
  const place = () => view.evaluate((element) => element.scrollLeft);
  await view.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  const before = await place();
  expect(before).toBeGreaterThan(0);
  await changeRows<{ remark: string }>(page, listCards.path, (row) => ({ ...row, remark: '改过' }));
  await page.getByRole('main').getByRole('button', { name: '刷新', exact: true }).click();
  await expect(view.getByText('改过').first()).toBeVisible();
  expect(await place()).toBe(before);
  await page.context().close();
});

test('a column dragged to another’s place stays there for the account', async ({ browser }) => {
  const page = await at(browser, 1440, 900);
  await open(page, CARDS, 'zh_CN');
  const heads = () => page.locator('thead th').allTextContents();
  const before = (await heads()).filter((title) => /^(运营商|状态)$/.test(title));
  expect(before).toEqual(['运营商', '状态']);
  const kept = page.waitForResponse((answer) => /preference$/.test(new URL(answer.url()).pathname));
  await page.locator('th', { hasText: /^状态$/ }).dragTo(page.locator('th', { hasText: /^运营商$/ }));
  const dragged = async () => (await heads()).filter((title) => /^(运营商|状态)$/.test(title));
  await expect.poll(dragged).toEqual(['状态', '运营商']);
  await kept;
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect.poll(dragged).toEqual(['状态', '运营商']);
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('button', { name: '恢复默认' }).click();
  await expect.poll(dragged).toEqual(before);
  await page.context().close();
});

test('a view is shared with colleagues, who use it and cannot change it', async ({ browser }) => {
  const page = await at(browser, 1440, 900);
  const name = `共享${Date.now() % 100_000}`;
  await open(page, `${CARDS}?lifecycle=stopped`, 'zh_CN');
  await page.getByRole('button', { name: '视图' }).click();
  // The first write is slow on its way; what is shared at once afterwards still comes after it.
  const isWrite = (url: string) => /preference$/.test(new URL(url).pathname);
  await page.route(
    (url) => isWrite(url.href),
    async (route) => {
      if (!/"reach"/.test(route.request().postData() ?? '')) await wait(1_500);
      await route.continue();
    },
  );
  await page.getByRole('textbox', { name: '视图名称' }).fill(name);
  await page.getByRole('button', { name: '保存当前筛选' }).click();
  const kept = page.waitForResponse(
    (answer) => isWrite(answer.url()) && /"reach"/.test(answer.request().postData() ?? ''),
  );
  await page.getByRole('combobox', { name: `共享视图 ${name}` }).selectOption({ label: '同事和下级客户' });
  await kept;
  const below = await browser.newContext({ storageState: await sessionOf(browser, 'agent'), locale: 'zh-CN' });
  const theirs = await below.newPage();
  await open(theirs, CARDS, 'zh_CN');
  await theirs.getByRole('button', { name: '视图' }).click();
  await expect(theirs.getByRole('button', { name: `删除视图 ${name}` })).toHaveCount(0);
  await theirs.getByRole('button', { name: new RegExp(`^${name}\\s*上级客户共享`) }).click();
  await expect(theirs).toHaveURL(/lifecycle=stopped/);
  await page.getByRole('button', { name: `删除视图 ${name}` }).click();
  await below.close();
  await page.context().close();
});

for (const path of LISTS) {
  test(`on a phone nothing scrolls sideways on ${path}`, async ({ browser }) => {
    const page = await at(browser, 390, 844);
    for (const language of ['zh_CN', 'en'] as const) {
      await open(page, path, language);
      await expect(page.locator('main ul > li').first()).toBeVisible();
      await expect(page.locator('main table')).toHaveCount(0);
      expect(await sideways(page)).toEqual([]);
    }
    await page.context().close();
  });
}

test('on a phone cards are selected, and their actions are in one menu', async ({ browser }) => {
  const page = await at(browser, 390, 844);
  await open(page, CARDS, 'zh_CN');
  await page.getByRole('checkbox', { name: '选择本页' }).check();
  await expect(page.getByText('已选 20 张卡')).toBeVisible();
  await page
    .getByRole('checkbox', { name: /^选择 \d/ })
    .first()
    .uncheck();
  await expect(page.getByText('已选 19 张卡')).toBeVisible();
  expect(await sideways(page)).toEqual([]);
  await open(page, '/userManagement/user', 'zh_CN');
  const card = page.locator('main ul > li', { has: page.getByRole('button', { name: '更多操作' }) }).first();
  await card.getByRole('button', { name: '更多操作' }).click();
  await expect(card.locator('[popover] .menu-item').first()).toBeVisible();
  await page.context().close();
});

/** On paper nothing is scrolled into sight: what part of the page is longer than its box. */
const cutOff = (page: Page, within: string): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('${within} *')]
    .filter((each) => getComputedStyle(each).overflowY !== 'visible' && each.scrollHeight > each.clientHeight + 1)
    .filter((each) => each.checkVisibility())
    .map((each) => each.className)`);

test('a list prints all its rows and what it was filtered by, dark on white, without the shell', async ({
  browser,
}) => {
  const page = await at(browser, 1040, 720);
  await page.addInitScript(`localStorage.setItem('theme', 'dark')`);
  await open(page, `${CARDS}?lifecycle=stopped&pageSize=100`, 'zh_CN');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('tbody tr')).toHaveCount(100);
  for (const hidden of ['.sidebar', '.frame-top', '.filters', '.pages', '.list-tools button', '.tick']) {
    await expect(page.locator(hidden).filter({ visible: true })).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('流量卡管理');
  await expect(page.getByText('卡状态：已停机')).toBeVisible();
  await expect(page.getByText(/20\d\d-\d\d-\d\d \d\d:\d\d:\d\d 打印$/)).toBeVisible();
  await expect(page.locator('tbody td').first()).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  expect(await sideways(page)).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.locator('.sidebar')).toBeVisible();
  await expect(page.locator('tbody td').first()).not.toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.context().close();
});

test('an open panel is printed alone and whole, without what is clicked', async ({ browser }) => {
  const page = await at(browser, 1040, 720);
  await page.addInitScript(`localStorage.setItem('theme', 'dark')`);
  await open(page, '/system/platformConfig?shown=102&tab=differences', 'zh_CN');
  const sheet = page.getByRole('dialog');
  await expect(sheet.locator('tbody tr').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#root')).toBeHidden();
  await expect(sheet.locator('tbody tr').first()).toBeVisible();
  for (const clicked of ['.ant-btn', '.icon-button', '.pages', '.filters', '.ant-drawer-close']) {
    await expect(page.locator(clicked).filter({ visible: true })).toHaveCount(0);
  }
  await expect(page.locator('.ant-drawer-mask')).toBeHidden();
  await expect(sheet.locator('tbody td').first()).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  expect(await cutOff(page, '.ant-drawer')).toEqual([]);
  expect((await sheet.boundingBox())?.width).toBeGreaterThan(900);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.locator('#root')).toBeVisible();
  await page.context().close();
});

test('a card and a task are printed whole, without the shell and without what is clicked', async ({ browser }) => {
  const page = await at(browser, 1040, 720);
  await open(page, `${CARDS}?lifecycle=activated`, 'zh_CN');
  const address = await page.locator('tbody a[href*="cardDetail"]').first().getAttribute('href');
  const iccid = new URL(address ?? '', page.url()).searchParams.get('iccid') ?? '';
  await open(page, address ?? '', 'zh_CN');
  const tabs = page.locator('#content').getByRole('tab');
  await expect(tabs.first()).toBeVisible();
  for (const name of ['概览', '操作记录']) {
    await tabs.filter({ hasText: name }).click();
    await settled(page);
    await page.emulateMedia({ media: 'print' });
    for (const hidden of ['.sidebar', '.frame-top', '.reasoned', '.ant-input-search', '.ant-btn', '.button']) {
      await expect(page.locator(hidden).filter({ visible: true }), `${name} ${hidden}`).toHaveCount(0);
    }
    expect((await page.locator('h1').innerText()).replace(/\s/g, '')).toContain(iccid);
    expect([name, await cutOff(page, 'body'), await sideways(page)]).toEqual([name, [], []]);
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000);
    await page.emulateMedia({ media: 'screen' });
  }
  await open(page, '/cardsManagement/cardOpHistory', 'zh_CN');
  const taskAddress = await page.locator('tbody a[href*="systemTask?id="]').first().getAttribute('href');
  await open(page, taskAddress ?? '', 'zh_CN');
  const task = page.getByRole('dialog');
  await expect(task.locator('dl').first()).toBeVisible();
  await settled(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#root')).toBeHidden();
  await expect(task.locator('dl').first()).toBeVisible();
  expect([await cutOff(page, '.ant-drawer'), await sideways(page)]).toEqual([[], []]);
  await page.context().close();
});

test('on a phone a list is sorted by a menu, and the order is in the address', async ({ browser }) => {
  const page = await at(browser, 390, 844);
  await open(page, '/userManagement/user', 'zh_CN');
  const menu = page.getByRole('button', { name: '排序' });
  await menu.click();
  const choice = page.getByRole('menuitemradio').first();
  const name = (await choice.textContent()) ?? '';
  await choice.click();
  await expect(page).toHaveURL(/sort=-/);
  await expect(menu).toContainText(`${name} ↓`);
  await menu.click();
  await expect(page.getByRole('menuitemradio', { checked: true })).toContainText(name);
  await page.getByRole('menuitemradio', { checked: true }).click();
  await expect(menu).toContainText(`${name} ↑`);
  await expect(page).not.toHaveURL(/sort=-/);
  expect(await sideways(page)).toEqual([]);
  await page.context().close();
});
