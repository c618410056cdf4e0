import type { Page } from '@playwright/test';
import { appear, type Language, open, overflow, type Theme, watch } from '../judging.ts';
import { askedByShell } from './failing.ts';

const STATES = ['empty', 'waiting', 'long'] as const;
type State = (typeof STATES)[number];

/** In which language and colour each is looked at: both of both, without looking four times at each. */
const LOOKS: readonly (readonly [Language, Theme])[] = [
  ['zh_CN', 'light'],
  ['en', 'dark'],
];
/** As long as names may be. */
const LONG = {
  zh_CN: '长三角新能源充电桩与共享出行车载终端专用流量服务',
  en: 'Charging stations and shared vehicles of the Yangtze delta',
};
const NAMED = /name|remark|reason|title|account$/i;
const COUNTED = /^(total|count|cards)$/i;

function changed(state: State, language: Language, data: unknown, key = ''): unknown {
  if (Array.isArray(data)) {
    const ofRows = data.some((each) => typeof each === 'object' && each !== null);
    return state === 'empty' && ofRows ? [] : data.map((each) => changed(state, language, each, key));
  }
  if (typeof data === 'object' && data !== null) {
    return Object.fromEntries(Object.entries(data).map(([name, each]) => [name, changed(state, language, each, name)]));
  }
  if (state === 'empty' && typeof data === 'number' && COUNTED.test(key)) return 0;
  if (state === 'long' && typeof data === 'string' && data !== '' && NAMED.test(key))
    return `${data} ${LONG[language]}`;
  return data;
}

/**
 * How a screen looks with nothing to show, while it waits and with names as long as they may be; the pictures' files come
 * first, what the judges found second.
 */
export async function inStates(
  pageOf: () => Promise<Page>,
  path: string,
  /** The beginning of the pictures' names. */
  picturesAt: string,
): Promise<{ pictures: string[]; found: string[] }> {
  const pictures: string[] = [];
  const found: string[] = [];
  for (const state of STATES) {
    for (const [language, theme] of LOOKS) {
      const page = await pageOf();
      const shell = await askedByShell(page);
      await open(page, '/404', language);
      await appear(page, theme);
      const seen = watch(page);
      await page.route('**/api/**', async (route) => {
        if (shell.has(new URL(route.request().url()).pathname)) return route.continue();
        if (state === 'waiting') return;
        try {
          const answer = await route.fetch();
          const body = (await answer.json()) as { data: unknown };
          await route.fulfill({ response: answer, json: { ...body, data: changed(state, language, body.data) } });
        } catch {
          await route.abort().catch(() => undefined);
        }
      });
      await page.goto(path);
      await page.waitForTimeout(2_500);
      const picture = `${picturesAt}-${state}-${language}.png`;
      await page.screenshot({ path: picture });
      pictures.push(picture);
      const problems = [...(await overflow(page)), ...seen.errors.map((error) => `console: ${error}`)];
      if ((await page.locator('h1').count()) === 0) problems.push('no title');
      found.push(...problems.map((problem) => `${path} (${state}, ${language}) ${problem}`));
      await page.context().close();
    }
  }
  return { pictures, found };
}
