import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import {
  bareKeys,
  chineseLabels,
  onPhone,
  open,
  rawNames,
  type Seen,
  screensOf,
  violations,
  watch,
} from './judging.ts';
import { sessionOf } from './signIn.ts';

/** The description of an interface is about names. */
const NAMES_FIELDS = new Set(['/apiDoc']);

const OPEN = ['/login', '/test'];

/** What depends on the words and on the colours: structure is the same in both and judged once. */
const WORDS_AND_COLOURS = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-toggle-field-name',
  'button-name',
  'color-contrast',
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

const BACKGROUND = 'getComputedStyle(document.body).backgroundColor';

/** Everything that is wrong with a screen: in Chinese and light, then in English and dark, each on a phone too. */
async function judge(page: Page, path: string, seen: Seen): Promise<string[]> {
  const found: string[] = [];
  const note = (where: string, problems: readonly string[]) => {
    for (const problem of problems) found.push(`${path} (${where}) ${problem}`);
  };
  await open(page, path, 'zh_CN', 'light');
  note('zh', await bareKeys(page));
  note('zh, phone', await onPhone(page));
  note('zh, light', await violations(page));
  const light = await page.evaluate<string>(BACKGROUND);
  await open(page, path, 'en', 'dark');
  expect(await page.evaluate<string>(BACKGROUND)).not.toBe(light);
  note('en', await bareKeys(page));
  note('en, phone', await onPhone(page));
  if (!NAMES_FIELDS.has(path)) note('en', await rawNames(page));
  note(
    'en',
    (await chineseLabels(page)).map((words) => `not in English: ${words}`),
  );
  note('en, dark', await violations(page, WORDS_AND_COLOURS));
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

async function screensFor(browser: Browser, account: string): Promise<string[]> {
  const context = await narrow(browser, account);
  const paths = await screensOf(await context.newPage());
  await context.close();
  return paths;
}

// Viewing screens changes nothing, so they may run in parallel.
test.describe.configure({ mode: 'parallel' });

/** Each part looks at every so-manieth screen of the account; together they look at all that the account before it lacks. */
for (const [account, look, parts, before] of [
  ['operator', judge, 3, undefined],
  ['admin', judge, 2, 'operator'],
  ['agent', glance, 1, undefined],
] as const) {
  for (let part = 0; part < parts; part += 1) {
    test(`every screen of ${account} stands in both languages, light and dark (${part + 1} of ${parts})`, async ({
      browser,
    }) => {
      test.setTimeout(900_000);
      const context = await narrow(browser, account);
      const page = await context.newPage();
      const seenBefore = before ? await screensFor(browser, before) : [];
      const paths = (await screensOf(page)).filter((path) => !seenBefore.includes(path));
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
