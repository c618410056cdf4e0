import { existsSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { sessionOf } from './signIn.ts';

const screens = join(import.meta.dirname, '../apps/console/src/screens');
const ALWAYS = ['/dashboard', '/changePassword/changePassword', '/404'];
const OPEN = ['/login', '/test'];

const pathsOf = (entries: readonly RouteEntry[]): string[] =>
  entries.flatMap((entry) => [entry.path, ...pathsOf(entry.children)]);

/** What the server's menu gives an account and somebody has built; screens of one thing are opened with a thing. */
async function screensOf(page: Page): Promise<string[]> {
  const answer = page.waitForResponse((response) => /\/menu/.test(new URL(response.url()).pathname));
  await page.goto('/dashboard');
  const { data } = (await (await answer).json()) as { data: RouteEntry[] | { menu: RouteEntry[] } };
  const listed = pathsOf(Array.isArray(data) ? data : data.menu);
  const built = listed.filter((path) => !path.includes(':') && existsSync(join(screens, `${path.slice(1)}.tsx`)));
  return [...new Set([...ALWAYS, ...built])];
}

type Seen = { readonly errors: string[] };

/** Whatever the browser complains about while the page is open. */
function watch(page: Page): Seen {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { errors };
}

async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Rows of a table are alike: the first ones stand for all, and a page of twenty is judged in a third of the time.
  const axe = new AxeBuilder({ page }).exclude('tbody tr:nth-child(n + 5)');
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze();
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)}`));
}

/** What depends on the words: structure and colours are the same in both languages and judged once. */
const WORDED = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-toggle-field-name',
  'button-name',
  'document-title',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'input-button-name',
  'label',
  'link-name',
  'select-name',
  'svg-img-alt',
];

/** Names of texts and unfilled places that stand where words should. */
const bareKeys = async (page: Page): Promise<string[]> =>
  [
    ...(await page.locator('body').allInnerTexts())
      .join('\n')
      .matchAll(/\{[a-zA-Z]\w*\}|\bundefined\b|\[object Object\]|\bNaN\b/g),
  ].map(([word]) => word);

/** Chinese in what the console itself says; what people typed stays as they typed it. */
const chineseLabels = async (page: Page): Promise<string[]> =>
  (await page.locator('h1, th[scope="col"], label, legend, .sidebar a').allTextContents()).filter((words) =>
    /\p{Script=Han}/u.test(words),
  );

async function open(page: Page, path: string, language: 'zh_CN' | 'en'): Promise<void> {
  await page.addInitScript(`localStorage.setItem('language', '${language}')`);
  await page.goto(path);
  await settled(page);
}

/** Loaded, and nothing of it on its way any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  // The page keeps a stream open, so the network is never idle.
  await expect(page.locator('[aria-busy="true"], .bone')).toHaveCount(0);
}

/** Turns the colours over and lets them arrive; what runs in the browser is handed over as text. */
async function appear(page: Page, theme: 'light' | 'dark'): Promise<void> {
  const name = theme === 'dark' ? '切换为深色' : '切换为浅色';
  const turn = page.getByRole('button', { name });
  if (await turn.isVisible()) await turn.click();
  const turning = 'document.getAnimations().some((each) => each instanceof CSSTransition)';
  await expect.poll(() => page.evaluate<boolean>(turning)).toBe(false);
  // A list that lives may have begun to change meanwhile; what is dimmed for a moment is not what is judged.
  await settled(page);
}

/** Everything that is wrong with a screen: Chinese in both colours, then English. */
async function judge(page: Page, path: string, seen: Seen): Promise<string[]> {
  const found: string[] = [];
  const note = (where: string, problems: readonly string[]) => {
    for (const problem of problems) found.push(`${path} (${where}) ${problem}`);
  };
  await open(page, path, 'zh_CN');
  note('zh', await bareKeys(page));
  note('zh, light', await violations(page));
  await appear(page, 'dark');
  note('zh, dark', await violations(page, ['color-contrast']));
  await appear(page, 'light');
  await open(page, path, 'en');
  note('en', await bareKeys(page));
  note(
    'en',
    (await chineseLabels(page)).map((words) => `not in English: ${words}`),
  );
  note('en, light', await violations(page, WORDED));
  note('console', seen.errors.splice(0));
  return found;
}

/** For screens that were judged already: whether they stand for this account too. */
async function glance(page: Page, path: string, seen: Seen): Promise<string[]> {
  await open(page, path, 'zh_CN');
  return [...(await bareKeys(page)), ...seen.errors.splice(0)];
}

const narrow = async (browser: Browser, account?: string): Promise<BrowserContext> =>
  browser.newContext({
    ...(account ? { storageState: await sessionOf(browser, account) } : {}),
    viewport: { width: 1280, height: 800 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
  });

// Screens change nothing, so they may be looked at side by side.
test.describe.configure({ mode: 'parallel' });

/** Each part looks at every so-manieth screen of the account; together they look at all. */
for (const [account, look, parts] of [
  ['operator', judge, 3],
  ['agent', glance, 1],
] as const) {
  for (let part = 0; part < parts; part += 1) {
    test(`every screen of ${account} stands in both languages, light and dark (${part + 1} of ${parts})`, async ({
      browser,
    }) => {
      test.setTimeout(900_000);
      const context = await narrow(browser, account);
      const page = await context.newPage();
      const paths = await screensOf(page);
      expect(paths.length).toBeGreaterThan(12);
      const seen = watch(page);
      for (const path of paths.filter((_, index) => index % parts === part)) {
        await test.step(path, async () => expect.soft(await look(page, path, seen)).toEqual([]));
      }
      await context.close();
    });
  }
}

test('the screens in front of the login stand in both languages, light and dark', async ({ browser }) => {
  const context = await narrow(browser);
  const page = await context.newPage();
  const seen = watch(page);
  const found: string[] = [];
  for (const path of OPEN) found.push(...(await judge(page, path, seen)));
  expect(found).toEqual([]);
  await context.close();
});
