import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import {
  bareKeys,
  chineseLabels,
  goOn,
  type Language,
  onPhone,
  open,
  rawNames,
  type Seen,
  screensOf,
  type Theme,
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

/** Kept screens make a document heavy, and an address has to lead to its screen by itself too. */
const LOADED_EACH = 8;

const BACKGROUND = 'getComputedStyle(document.body).backgroundColor';

/** Opens screens one after the other: the first, and then every eighth, by its address, the others from the one before. */
async function walk(
  page: Page,
  paths: readonly string[],
  as: { language: Language; theme: Theme },
  look: (path: string, isLoaded: boolean) => Promise<void>,
): Promise<void> {
  for (const [index, path] of paths.entries()) {
    await test.step(path, async () => {
      const isLoaded = index % LOADED_EACH === 0;
      await (isLoaded ? open(page, path, as.language, as.theme) : goOn(page, path));
      await look(path, isLoaded);
    });
  }
}

/** Everything that is wrong with screens: in Chinese and light, then in English and dark, each on a phone too. */
async function judge(page: Page, paths: readonly string[], seen: Seen): Promise<void> {
  const none = (path: string, where: string, problems: readonly string[]) =>
    expect.soft(problems, `${path} (${where})`).toEqual([]);
  let light = '';
  await walk(page, paths, { language: 'zh_CN', theme: 'light' }, async (path, withFrame) => {
    none(path, 'zh', await bareKeys(page));
    none(path, 'zh, phone', await onPhone(page));
    none(path, 'zh, light', await violations(page, { withFrame }));
    none(path, 'zh, console', seen.errors.splice(0));
    light = await page.evaluate<string>(BACKGROUND);
  });
  await walk(page, paths, { language: 'en', theme: 'dark' }, async (path, withFrame) => {
    expect(await page.evaluate<string>(BACKGROUND)).not.toBe(light);
    none(path, 'en', await bareKeys(page));
    none(path, 'en, phone', await onPhone(page));
    if (!NAMES_FIELDS.has(path)) none(path, 'en, names', await rawNames(page));
    none(path, 'en, words not in English', await chineseLabels(page));
    none(path, 'en, dark', await violations(page, { rules: WORDS_AND_COLOURS, withFrame }));
    none(path, 'en, console', seen.errors.splice(0));
  });
}

/** For screens that were judged already: whether they stand for this account too. */
async function glance(page: Page, paths: readonly string[], seen: Seen): Promise<void> {
  await walk(page, paths, { language: 'zh_CN', theme: 'light' }, async (path) => {
    expect.soft([...(await bareKeys(page)), ...seen.errors.splice(0)], path).toEqual([]);
  });
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
      const share = paths.filter((_, index) => index % parts === part);
      await look(page, share, seen);
      await context.close();
    });
  }
}

test('the screens in front of the login stand in both languages, light and dark', async ({ browser }) => {
  const context = await narrow(browser);
  const page = await context.newPage();
  const seen = watch(page);
  await judge(page, OPEN, seen);
  await context.close();
});
