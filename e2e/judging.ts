import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteEntry } from '@cardinal/contract/routes/routeEntry.ts';
import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

const screens = join(import.meta.dirname, '../apps/console/src/screens');
const ALWAYS = ['/dashboard', '/changePassword/changePassword', '/404'];

export type Language = 'zh_CN' | 'en';
export type Theme = 'light' | 'dark';

const TO_THEME: Readonly<Record<Theme, RegExp>> = {
  dark: /^(切换为深色|Switch to dark)$/,
  light: /^(切换为浅色|Switch to light)$/,
};

const pathsOf = (entries: readonly RouteEntry[]): string[] =>
  entries.flatMap((entry) => [entry.path, ...pathsOf(entry.children)]);

/** What the server's menu gives an account and somebody has built; screens of one thing are opened with a thing. */
export async function screensOf(page: Page): Promise<string[]> {
  const answer = page.waitForResponse((response) => /\/menu/.test(new URL(response.url()).pathname));
  await page.goto('/dashboard');
  const { data } = (await (await answer).json()) as { data: RouteEntry[] | { menu: RouteEntry[] } };
  const listed = pathsOf(Array.isArray(data) ? data : data.menu);
  const built = listed.filter((path) => !path.includes(':') && existsSync(join(screens, `${path.slice(1)}.tsx`)));
  return [...new Set([...ALWAYS, ...built])];
}

export type Seen = { readonly errors: string[] };

/** The browser's console errors while the page is open. */
export function watch(page: Page): Seen {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { errors };
}

/** What surrounds each screen. */
const FRAME = ['.sidebar', '.frame-top'];

/** What axe calls serious or critical, each with the beginning of its element; of all rules unless some are named. */
export async function violations(
  page: Page,
  { rules, withFrame = true }: { rules?: string[]; withFrame?: boolean } = {},
): Promise<string[]> {
  // Once per document: reading the judge costs as much as a short judgement.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(`${axe.source}; undefined`);
  // Rows of a table are alike: the first ones stand for all, and a page of twenty is judged in a third of the time.
  const context = { exclude: [['tbody tr:nth-child(n + 5)'], ...(withFrame ? [] : FRAME.map((each) => [each]))] };
  // Only what is wrong is written out; no screen of ours has frames.
  const options: RunOptions = { resultTypes: ['violations'], iframes: false, ...(rules ? { runOnly: rules } : {}) };
  const { violations: found } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)}`));
}

/** The page is wider than its window: something overflows. */
export const overflow = async (page: Page): Promise<string[]> => {
  const wide = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  return wide > 0 ? [`${wide} px wider than the window`] : [];
};

/** What overflows on a phone; afterwards the page is as wide as before. */
export async function onPhone(page: Page): Promise<string[]> {
  const usual = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page);
  const found = await overflow(page);
  if (usual) await page.setViewportSize(usual);
  await settled(page);
  return found;
}

/** Text keys and unfilled placeholders shown instead of texts. */
export const bareKeys = async (page: Page): Promise<string[]> =>
  [
    ...(await page.locator('body').allInnerTexts())
      .join('\n')
      .matchAll(/\{[a-zA-Z]\w*\}|\bundefined\b|\[object Object\]|\bNaN\b/g),
  ].map(([word]) => word);

/** Names of fields where words belong: `productStatusName`, `card_set`. What is code by its element, or a value to copy, may be written so. */
export const rawNames = async (page: Page): Promise<string[]> => {
  const said = await page.evaluate<string>(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const said = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.parentElement;
      if (at.closest('code, pre, script, style, .identifier') || !at.checkVisibility()) continue;
      said.push(node.data);
    }
    return said.join('\\n');
  })()`);
  const names = said.match(/(?<![\w@./-])(?:[a-z]{2,}(?:[A-Z][a-z]+)+|[a-z]+(?:_[a-z]+)+)(?![\w@/-])/g) ?? [];
  return [...new Set(names)].map((name) => `raw name: ${name}`);
};

/** Chinese in what the console itself says; what people typed stays as they typed it. */
export const chineseLabels = async (page: Page): Promise<string[]> =>
  (await page.locator('h1, th[scope="col"], label, legend, .sidebar a').allTextContents()).filter((words) =>
    /\p{Script=Han}/u.test(words),
  );

/** Loaded, with no request in flight. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  // The page keeps a stream open, so the network is never idle.
  // Screens left behind are kept, unseen, as they were.
  await expect(page.locator('[aria-busy="true"], .bone').filter({ visible: true })).toHaveCount(0);
}

/** Opens a path in a language, in the colours the browser asks for, and waits until it stands. */
export async function open(page: Page, path: string, language: Language, theme?: Theme): Promise<void> {
  if (theme) await page.emulateMedia({ colorScheme: theme });
  await page.addInitScript(`localStorage.setItem('language', '${language}')`);
  await page.goto(path);
  await settled(page);
}

/** Goes to another screen of the open program, as a link does, and waits until it stands. */
export async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate(`
    for (const each of document.querySelectorAll('h1')) each.setAttribute('data-left', '');
    history.pushState(null, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate'));`);
  await expect(page.locator('h1:not([data-left])').first()).toBeAttached();
  await settled(page);
}

/** Switches between light and dark and waits for the transition; code for the browser is passed as text. */
export async function appear(page: Page, theme: Theme): Promise<void> {
  const turn = page.getByRole('button', { name: TO_THEME[theme] });
  if (await turn.isVisible()) await turn.click();
  const turning = 'document.getAnimations().some((each) => each instanceof CSSTransition)';
  await expect.poll(() => page.evaluate<boolean>(turning), { intervals: [50] }).toBe(false);
  // A live list may be refreshing; a briefly dimmed list is not judged.
  await settled(page);
}
