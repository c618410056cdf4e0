import { type Browser, expect, type Page, test } from '@playwright/test';
import { open } from './judging.ts';
import { sessionOf } from './signIn.ts';

/** Tabs, back and addresses: what was open and how it stood is found again. */

const CARDS = '/cardsManagement/flowCardManagement';

test.use({ actionTimeout: 60_000 });

async function as(browser: Browser, account: string): Promise<Page> {
  const context = await browser.newContext({ storageState: await sessionOf(browser, account), locale: 'zh-CN' });
  return context.newPage();
}

const firstCard = (page: Page) => page.locator('tbody .identifier').first();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('tabs keep their filters and their drafts, close by key onto the one beside, and survive a reload', async ({
  browser,
}) => {
  const page = await as(browser, 'agent');
  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  const tab = (name: string) => tabs.getByRole('link', { name, exact: true });
  await open(page, `${CARDS}?lifecycle=stopped`, 'zh_CN');
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '标签管理', exact: true }).click();
  await expect(heading(page, '标签管理')).toBeVisible();
  await page.getByRole('button', { name: '新建标签' }).click();
  const draft = page.getByRole('dialog').getByRole('textbox', { name: '标签', exact: true });
  await draft.fill('还没有保存');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: '快速跳转' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('流量卡管理');
  await expect(palette.getByRole('option', { selected: true })).toContainText('流量卡管理');
  await page.keyboard.press('Enter');
  await expect(heading(page, '流量卡管理')).toBeVisible();
  await tab('标签管理').click();
  await expect(draft).toHaveValue('还没有保存');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: '放弃修改' }).click();

  await tab('标签管理').press('Delete');
  await expect(page).toHaveURL(new RegExp(`${CARDS}`));
  await expect(tab('标签管理')).toHaveCount(0);
  await expect(tabs.locator(':focus')).toHaveText('流量卡管理');
  await page.reload();
  await expect(tab('流量卡管理')).toHaveAttribute('aria-current', 'page');
  await expect(tab('首页')).toBeVisible();
  await page.context().close();
});

test('back from a card leads to the page, the filter and the order it was opened from, and forward to the card', async ({
  browser,
}) => {
  const page = await as(browser, 'agent');
  await open(page, `${CARDS}?lifecycle=activated`, 'zh_CN');
  await page.getByRole('button', { name: '业务号码' }).click();
  await expect(page).toHaveURL(/sort=/);
  await page.getByRole('button', { name: '下一页' }).click();
  await expect(page).toHaveURL(/pageNum=2/);
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  const address = page.url();
  const first = (await firstCard(page).textContent()) ?? '';
  await page.locator('tbody .identifier-open').first().click();
  await expect(page).toHaveURL(/cardDetail/);
  const card = page.url();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(firstCard(page)).toHaveText(first);
  await page.goForward();
  await expect(page).toHaveURL(card);
  await expect(heading(page, /\d{19,20}/)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await page.context().close();
});

test('an address brings back list, order and open panel to somebody else, and closing the panel leaves the list', async ({
  browser,
}) => {
  const page = await as(browser, 'admin');
  await open(page, '/system/platformConfig?shown=102&tab=differences', 'zh_CN');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('tab', { selected: true })).toContainText('差异');
  await page.reload();
  await expect(sheet.getByRole('tab', { selected: true })).toContainText('差异');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(page).not.toHaveURL(/shown=/);
  await expect(heading(page, /./)).toBeVisible();

  const other = await as(browser, 'agent');
  await open(other, `${CARDS}?lifecycle=stopped&sort=iccid&pageSize=50`, 'zh_CN');
  await expect(other.locator('th[aria-sort="ascending"]')).toHaveText('ICCID');
  await expect(other.getByRole('combobox', { name: '每页条数' })).toHaveValue('50');
  await expect(other.locator('tbody tr').first()).toContainText('已停机');
  await page.context().close();
  await other.context().close();
});
