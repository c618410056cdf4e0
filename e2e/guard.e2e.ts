import { signOut } from '@cardinal/contract/api/identity/identity.ts';
import { expect, type Page, test } from '@playwright/test';
import { ADDRESS, CAPTCHA } from './cardinal.ts';
import { sendLogin, sessionOf, signIn } from './signIn.ts';

const pathOf = (url: string) => url.slice(ADDRESS.length);

/** Runs in the browser, so it is handed over as text. */
const backgroundOf = (page: Page): Promise<string> =>
  page.evaluate<string>('getComputedStyle(document.body).backgroundColor');

test('without a login a deep address leads to the login and from there back to itself, its query included', async ({
  page,
}) => {
  const asked = '/cardsManagement/flowCardManagement?lifecycle=stopped';
  await page.goto(asked);
  await expect(page).toHaveURL(`${ADDRESS}/login?redirect=${encodeURIComponent(asked)}`);
  await sendLogin(page, { account: 'operator' });
  await expect.poll(() => pathOf(page.url())).toBe(asked);
  await expect(page.getByRole('heading', { level: 1, name: '流量卡管理' })).toBeVisible();
});

test('a login never leads to another site', async ({ page }) => {
  await signIn(page, 'operator', '/login?redirect=//example.org/dashboard');
  await expect(page).toHaveURL(`${ADDRESS}/dashboard`);
});

test('an account of the demo is filled in with one click', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'enterprise 企业客户', exact: true }).click();
  await page.getByLabel('验证码', { exact: true }).fill(CAPTCHA);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(`${ADDRESS}/dashboard`);
});

test('the self check opens without a login', async ({ page }) => {
  await page.goto('/test');
  await expect(page.getByRole('heading', { level: 1, name: '环境自检' })).toBeVisible();
  await expect(page).toHaveURL(`${ADDRESS}/test`);
});

test('under the English prefix everything stays English, through the login too', async ({ page }) => {
  await page.goto('/en/system/importCard');
  await expect(page).toHaveURL(`${ADDRESS}/en/login?redirect=${encodeURIComponent('/en/system/importCard')}`);
  await sendLogin(page, { account: 'operator' }, 'en');
  await expect(page).toHaveURL(`${ADDRESS}/en/system/importCard`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('main').getByRole('button', { name: 'Import cards' }).first()).toBeVisible();
});

/** The page of an English demo: read once, so that a load which is given up leaves nothing half answered. */
async function comeInEnglish(page: Page): Promise<void> {
  const answer = await page.request.get('/');
  const body = (await answer.text()).replace('lang="zh-CN"', 'lang="en"');
  const headers = answer.headers();
  await page.route('**/*', (route) =>
    route.request().resourceType() === 'document' ? route.fulfill({ headers, body }) : route.continue(),
  );
}

test('where the page comes in English, as that of an English demo does, so does the console until a language is chosen', async ({
  page,
}) => {
  await comeInEnglish(page);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await page.evaluate(`localStorage.setItem('language', 'zh_CN')`);
  await page.goto('/');
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
});

test('the form of an English demo is filled in as that of a Chinese one', async ({ page }) => {
  await comeInEnglish(page);
  await signIn(page, 'operator');
  await expect(page.getByRole('main')).toBeVisible();
});

test('an account without a role sees the message and its own password change, nothing else', async ({ page }) => {
  await signIn(page, 'norole');
  await expect(page.getByRole('main')).toContainText('未分配角色，请联系管理员配置');
  await page.goto('/cardsManagement/flowCardManagement');
  await expect(page.getByRole('main')).toContainText('未分配角色，请联系管理员配置');
  await expect(page.getByRole('main').getByRole('table')).toHaveCount(0);
  await expect(page.getByRole('complementary').getByRole('link')).not.toContainText(['卡管理']);
  await page.goto('/changePassword/changePassword');
  await expect(page.getByLabel('原密码', { exact: true })).toBeVisible();
});

test.describe('signed in', () => {
  test('a session that ended elsewhere is told once when a list is turned over, and signing in leads back to it', async ({
    page,
  }) => {
    await signIn(page, 'admin');
    await page.goto('/cardsManagement/flowCardManagement?platform=1');
    await expect(page.locator('tbody .identifier').first()).toBeVisible();
    const ended = await page.evaluate(async (path) => {
      const { status } = await fetch(path, {
        method: 'POST',
        headers: { authorization: localStorage.getItem('token') ?? '' },
      });
      return status;
    }, signOut.path);
    expect(ended).toBe(200);
    const warning = page.getByText('登录信息已过期，请重新登录', { exact: true });
    const told = expect(warning).toHaveCount(1);
    // Some other question of the screen may have heard of it before the click: then there is no list any more.
    await page
      .getByRole('button', { name: '下一页' })
      .click({ timeout: 1_000 })
      .catch(() => {});
    await told;
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await expect(warning).toHaveCount(1);
    await sendLogin(page, { account: 'admin' });
    await expect(page).toHaveURL(/\/cardsManagement\/flowCardManagement\?platform=1/);
  });

  test('login leads home, unknown addresses to the page that says so, what nobody built too', async ({ browser }) => {
    const context = await browser.newContext({ storageState: await sessionOf(browser, 'operator'), locale: 'zh-CN' });
    const page = await context.newPage();
    await page.goto('/login');
    await expect(page).toHaveURL(`${ADDRESS}/dashboard`);
    await page.goto('/cardsManagement/noSuchScreen');
    await expect(page).toHaveURL(`${ADDRESS}/404`);
    await expect(page.getByRole('heading', { level: 1, name: '页面不存在' })).toBeAttached();
    await page.goto('/whatever/else?x=1');
    await expect(page).toHaveURL(`${ADDRESS}/404`);
    await context.close();
  });

  test('language and appearance are chosen once and stay', async ({ browser }) => {
    const context = await browser.newContext({ storageState: await sessionOf(browser, 'operator'), locale: 'zh-CN' });
    const page = await context.newPage();
    await page.goto('/taskManagement/systemTask');
    const html = page.locator('html');
    await expect(html).toHaveAttribute('lang', 'zh-CN');
    await page.getByRole('button', { name: '切换为深色' }).click();
    const dark = await backgroundOf(page);
    await page.getByRole('button', { name: '语言' }).click();
    await page
      .getByRole('menuitemradio', { name: 'English' })
      .or(page.getByRole('menuitem', { name: 'English' }))
      .click();
    await expect(html).toHaveAttribute('lang', 'en');
    await expect(page).toHaveURL(`${ADDRESS}/taskManagement/systemTask`);
    expect(await backgroundOf(page)).toBe(dark);
    await page.getByRole('button', { name: 'Switch to light' }).click();
    expect(await backgroundOf(page)).not.toBe(dark);
    await page.reload();
    await expect(html).toHaveAttribute('lang', 'en');
    await context.close();
  });
});
