/**
 * `npm run gallery -- [--account operator] [--out folder] [--doors] [--failing] [--states] [/path …]`: every screen of an account (or the ones named), in zh and
 * en, light and dark, at 1280 and 1920 px, judged by axe, with `--doors` everything that opens on it, with `--failing` what
 * it says when its questions answer 500, with `--states` how it looks empty, waiting and with long names. Pictures, sheets of four and
 * `findings.txt` go into the folder. It needs a demo that runs at E2E_PORT (18181) with CAPTCHA_FIXED=2468; ends with 1 when it found something.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { debianBrowser } from '../tools/debianBrowser.ts';
import { ADDRESS } from './cardinal.ts';
import { contactSheet } from './gallery/contactSheet.ts';
import { walkDoors } from './gallery/doors.ts';
import { whenAnswersFail } from './gallery/failing.ts';
import { inStates } from './gallery/states.ts';
import {
  appear,
  bareKeys,
  chineseLabels,
  type Language,
  open,
  overflow,
  rawNames,
  screensOf,
  type Theme,
  violations,
  watch,
} from './judging.ts';
import { sessionOf } from './signIn.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1000 },
] as const;
const LANGUAGES: readonly Language[] = ['zh_CN', 'en'];
const THEMES: readonly Theme[] = ['light', 'dark'];
/** What opens is looked at twice: once in each language, once in each colour. */
const DOOR_LOOKS: readonly (readonly [Language, Theme])[] = [
  ['zh_CN', 'light'],
  ['en', 'dark'],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    account: { type: 'string', default: 'operator' },
    out: { type: 'string', default: join(import.meta.dirname, '../test-results/gallery') },
    doors: { type: 'boolean', default: false },
    failing: { type: 'boolean', default: false },
    states: { type: 'boolean', default: false },
  },
});

const nameOf = (path: string): string => path.slice(1).replace(/[^\w-]+/g, '_') || 'home';

async function lookAt(browser: Browser, path: string): Promise<string[]> {
  const found: string[] = [];
  const pictures = new Map<number, string[]>();
  for (const language of LANGUAGES) {
    const page = await pageOf(browser);
    const seen = watch(page);
    await open(page, path, language);
    for (const theme of THEMES) {
      await appear(page, theme);
      for (const size of SIZES) {
        const look = `${language}-${theme}-${size.width}`;
        await page.setViewportSize(size);
        await appear(page, theme);
        const picture = join(values.out, `${nameOf(path)}-${look}.png`);
        await page.screenshot({ path: picture });
        pictures.set(size.width, [...(pictures.get(size.width) ?? []), picture]);
        const problems = [
          ...(await overflow(page)),
          ...(await bareKeys(page)),
          ...(await rawNames(page)),
          ...(await violations(page)),
        ];
        if (language === 'en') {
          problems.push(...(await chineseLabels(page)).map((words) => `not in English: ${words}`));
        }
        found.push(...problems.map((problem) => `${path} (${look}) ${problem}`));
      }
    }
    await appear(page, 'light');
    found.push(...seen.errors.map((error) => `${path} (${language}) console: ${error}`));
    await page.context().close();
  }
  for (const [width, files] of pictures) await contactSheet(browser, files, sheetFile(path, String(width)));
  return found;
}

async function openDoors(browser: Browser, path: string): Promise<string[]> {
  const found: string[] = [];
  const pictures: string[] = [];
  for (const [language, theme] of DOOR_LOOKS) {
    const page = await pageOf(browser);
    const seen = watch(page);
    const begin = async () => {
      await open(page, path, language);
      await appear(page, theme);
    };
    await walkDoors(page, begin, async (door) => {
      const look = `${language}-${theme}-${nameOf(`/${door}`)}`;
      const picture = join(values.out, `${nameOf(path)}-door-${pictures.length}.png`);
      await page.screenshot({ path: picture });
      pictures.push(picture);
      const problems = [
        ...(await overflow(page)),
        ...(await bareKeys(page)),
        ...(await rawNames(page)),
        ...(await violations(page)),
      ];
      found.push(...problems.map((problem) => `${path} (${look}, ${picture}) ${problem}`));
    });
    await begin();
    await appear(page, 'light');
    found.push(...seen.errors.map((error) => `${path} (doors, ${language}) console: ${error}`));
    await page.context().close();
  }
  for (let first = 0; first < pictures.length; first += 6) {
    await contactSheet(browser, pictures.slice(first, first + 6), sheetFile(path, `doors-${first / 6}`));
  }
  return found;
}

async function failAt(browser: Browser, path: string): Promise<string[]> {
  const page = await pageOf(browser);
  const { found } = await whenAnswersFail(page, path, join(values.out, `${nameOf(path)}-failing.png`));
  await page.context().close();
  return found.map((problem) => `${path} ${problem}`);
}

async function lookInStates(browser: Browser, path: string): Promise<string[]> {
  const { pictures, found } = await inStates(() => pageOf(browser), path, join(values.out, nameOf(path)));
  await contactSheet(browser, pictures, sheetFile(path, 'states'));
  return found;
}

const sheetFile = (path: string, what: string): string => join(values.out, 'sheets', `${nameOf(path)}-${what}.png`);

async function pageOf(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: ADDRESS,
    storageState: await sessionOf(browser, values.account, ADDRESS),
    viewport: SIZES[0],
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(15_000);
  return context.newPage();
}

mkdirSync(join(values.out, 'sheets'), { recursive: true });
const executablePath = debianBrowser();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
const findings: string[] = [];
try {
  const paths = positionals.length > 0 ? positionals : await screensOf(await pageOf(browser));
  for (const path of paths) {
    const looks = [
      lookAt,
      ...(values.doors ? [openDoors] : []),
      ...(values.failing ? [failAt] : []),
      ...(values.states ? [lookInStates] : []),
    ];
    for (const look of looks) {
      const found = await look(browser, path).catch((error: unknown) => [`${path} ${look.name}: ${String(error)}`]);
      findings.push(...found);
    }
    console.log(path, findings.length);
    writeFileSync(join(values.out, 'findings.txt'), findings.join('\n') + '\n');
  }
} finally {
  await browser.close();
}
process.exitCode = findings.length > 0 ? 1 : 0;
