import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { createTag } from '@cardinal/contract/api/cards/tags.ts';
import { readCustomer } from '@cardinal/contract/api/customers/customers.ts';
import { readMe } from '@cardinal/contract/api/identity/identity.ts';
import { readSite } from '@cardinal/contract/api/settings/settings.ts';
import { expect, type Page, test } from '@playwright/test';
import { PASSWORD } from './cardinal.ts';
import { changeAnswers } from './changedAnswers.ts';
import { eachSignedIn, sendLogin, sessionOf } from './signIn.ts';

/** Facts of the console that are easy to miss, each tried the way an outsider would. */

test.use({ actionTimeout: 60_000 });

let page: Page;
eachSignedIn('agent', (signedIn) => {
  page = signedIn;
});

const store = (area: 'localStorage' | 'sessionStorage', name: string, value: string) =>
  page.evaluate(`${area}.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`);
const stored = (area: 'localStorage' | 'sessionStorage', name: string) =>
  page.evaluate<string | null>(`${area}.getItem(${JSON.stringify(name)})`);

test('the stored customer id picks the layout, and opens nobody else’s figures', async () => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: '首页', exact: true })).toBeVisible();
  await store('localStorage', 'customerId', '3');
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === readMe.path);
  await page.reload();
  const me = (await (await answered).json()) as { data: { customer: { id: string } } };
  expect(me.data.customer.id).not.toBe('3');
  await store('localStorage', 'customerId', '3');
  await page.getByRole('button', { name: '刷新' }).first().click();
  await expect(page.getByRole('heading', { name: '设备运营大屏' })).toBeVisible();
  const token = await stored('localStorage', 'token');
  const foreign = await page.request.get(`${readCustomer.path}?id=3`, { headers: { authorization: token ?? '' } });
  expect(foreign.status()).toBe(404);
});

test('buttons ask the permissions of the session storage', async () => {
  await page.goto('/userManagement/user');
  const add = page.getByRole('button', { name: '新增下级客户' });
  await expect(add).toBeVisible();
  const held = JSON.parse((await stored('sessionStorage', 'permissions')) ?? '[]') as string[];
  expect(held).toContain('user.add');
  await store('sessionStorage', 'permissions', JSON.stringify(held.filter((each) => each !== 'user.add')));
  await page.getByRole('button', { name: '刷新' }).first().click();
  await expect(page.getByRole('heading', { name: '客户管理' })).toBeVisible();
  await expect(add).toHaveCount(0);
});

test('calls go to the development host that is stored', async () => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: '首页', exact: true })).toBeVisible();
  const called: string[] = [];
  await page.route('http://127.0.0.1:9/**', (route) => {
    called.push(new URL(route.request().url()).pathname);
    return route.abort();
  });
  await store('localStorage', 'devHost', '127.0.0.1:9');
  await page.reload();
  await expect.poll(() => called).toContain(readMe.path);
});

test('«记住密码» is offered under that name, and keeps the account and no password', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const login = await context.newPage();
  await login.goto('/login');
  await login.getByRole('checkbox', { name: '记住密码' }).check();
  await sendLogin(login, { account: 'rival' });
  await expect(login).toHaveURL(/\/dashboard$/);
  const { origins } = await context.storageState();
  const kept = origins.flatMap(({ localStorage }) => localStorage);
  expect(kept).toContainEqual({ name: 'rememberedAccount', value: 'rival' });
  expect(JSON.stringify(kept)).not.toContain(PASSWORD);
  await context.close();
});

test('the sidebar is exactly 170 px wide', async () => {
  await page.goto('/dashboard');
  await expect(page.locator('.sidebar')).toHaveCSS('width', '170px');
});

test('a screen whose file does not come shows a placeholder, and gives up after ten seconds', async () => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: '首页', exact: true })).toBeVisible();
  await page.route(/tagManagement/, () => {});
  const began = Date.now();
  await page
    .getByRole('link', { name: '卡管理' })
    .or(page.getByRole('button', { name: '卡管理' }))
    .first()
    .click();
  await page.getByRole('link', { name: '标签管理' }).click();
  await expect(page.getByRole('status', { name: '加载中' })).toBeVisible();
  await expect(page.getByRole('alert')).toBeVisible({ timeout: 30_000 });
  expect(Date.now() - began).toBeGreaterThan(9_000);
});

test('typing into a filter waits 600 ms, goes back to page 1, and until then nothing is exported', async () => {
  await page.clock.install();
  await page.goto('/cardsManagement/flowCardManagement?pageNum=2');
  await expect(page.getByText(/共 [\d,]+ 条/)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.pathname === listCards.path && address.searchParams.has('q')) asked.push(address.search);
  });
  // The page's clock is frozen from here on, so that no click is too late.
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000);
  await page.getByPlaceholder(/号码片段/).fill('8986');
  await page.getByRole('main').getByRole('button', { name: '导出', exact: true }).click();
  await expect(page.getByText('查询条件已变更，请先搜索再导出')).toBeVisible();
  await page.clock.runFor(599);
  await expect(page).toHaveURL(/pageNum=2/);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(/q=8986/);
  await expect(page).not.toHaveURL(/pageNum=2/);
  await expect.poll(() => asked.length).toBe(1);
});

/** The form for a new tag, opened. */
async function tagForm() {
  await page.goto('/cardsManagement/tagManagement');
  await page.getByRole('button', { name: '新建标签' }).click();
  const sheet = page.getByRole('dialog').filter({ visible: true });
  return {
    name: sheet.getByRole('textbox', { name: '标签', exact: true }),
    save: sheet.getByRole('button', { name: '保存' }),
    sheet,
  };
}

test('two quick clicks on a form make one request', async () => {
  let sent = 0;
  await page.route(`**${createTag.path}`, async (route) => {
    sent += 1;
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  const form = await tagForm();
  await form.name.fill(`双击${Date.now() % 100_000}`);
  await form.save.dblclick();
  await expect(page.getByText('标签已保存')).toBeVisible();
  expect(sent).toBe(1);
});

test('a form that is wrong warns besides the errors at its fields', async () => {
  const form = await tagForm();
  await form.save.click();
  await expect(form.name).toHaveAttribute('aria-invalid', 'true');
  await expect(form.sheet.getByText('请输入标签')).toBeVisible();
  await expect(page.getByText('表单填写有误，请检查后再提交')).toBeVisible();
});

test('what is copied is said to be copied', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/userManagement/user');
  await page.locator('.identifier').first().click();
  await expect(page.getByText('复制成功')).toBeVisible();
});

test('no answer at all is told as an unknown network error, and what was typed stays', async () => {
  await page.route(`**${createTag.path}`, (route) => route.abort());
  const form = await tagForm();
  await form.name.fill('断网');
  await form.save.click();
  await expect(page.getByText('未知网络错误，请稍后重试')).toBeVisible();
  await expect(form.sheet.getByRole('alert')).toBeVisible();
  await expect(form.name).toHaveValue('断网');
});

test('what opens an action on one card opens it in bulk, and without cards it says to select one first', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: await sessionOf(browser, 'operator'), locale: 'zh-CN' });
  const bench = await context.newPage();
  await bench.goto('/cardsManagement/batchOperate');
  await bench.getByRole('navigation', { name: '操作' }).getByRole('button', { name: '停机', exact: true }).click();
  const held = await bench.evaluate<string[]>(`JSON.parse(sessionStorage.getItem('permissions'))`);
  expect([held.includes('flowCard.stop'), held.includes('batchOperate.stop')]).toEqual([true, false]);
  await bench.getByRole('button', { name: '开始预检' }).click();
  await expect(bench.getByRole('alert').filter({ hasText: '请先选择卡片' }).first()).toBeVisible();
  await bench.goto('/en/cardsManagement/batchOperate');
  await bench.getByRole('button', { name: 'Run the preview' }).click();
  await expect(bench.getByRole('alert').filter({ hasText: 'Select a card first' }).first()).toBeVisible();
  await context.close();
});

test('a picker of sheets warns by the size this installation allows, before anything is sent', async () => {
  await changeAnswers<{ limits: object }>(page, `**${readSite.path}`, (site) => ({
    ...site,
    limits: { ...site.limits, importFileBytes: 1_024 },
  }));
  await page.goto('/cardsManagement/batchOperate');
  await page.getByText('上传文件', { exact: true }).click();
  await expect(page.getByText('不超过 1 KB')).toBeVisible();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'cards.xlsx', mimeType: '', buffer: Buffer.alloc(1_025, 'PK') });
  await expect(page.getByText('文件大小不能超过 1 KB')).toBeVisible();
});
