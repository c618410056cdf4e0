import type { Page, Request } from '@playwright/test';

const FAILURE = { code: '5000001', message: '服务器错误', requestId: 'failing-answer' };
const RETRY = /重试|Retry/;

const pathOf = (url: string): string => new URL(url).pathname;

/** What the shell itself asks: seen on the page that asks nothing of its own. */
export async function askedByShell(page: Page): Promise<ReadonlySet<string>> {
  const asked = new Set<string>();
  const note = (request: Request) => asked.add(pathOf(request.url()));
  page.on('request', note);
  await page.goto('/404');
  await page.locator('h1').first().waitFor();
  await page.waitForTimeout(1_500);
  // What is asked afterwards is the screen's own.
  page.off('request', note);
  return asked;
}

/**
 * Lets every question of a screen's own answer 500: it has to keep its title, to say what failed and to offer another
 * try. A screen that asks nothing has nothing to fail with; `asked` is what failed.
 */
export async function whenAnswersFail(
  page: Page,
  path: string,
  picture?: string,
): Promise<{ asked: readonly string[]; found: readonly string[] }> {
  const shell = await askedByShell(page);
  const own = new Set<string>();
  await page.route('**/api/**', (route) => {
    const asked = pathOf(route.request().url());
    if (shell.has(asked)) return route.continue();
    own.add(asked);
    return route.fulfill({ status: 500, json: FAILURE });
  });
  await page.goto(path);
  await page.waitForTimeout(2_500);
  if (picture) await page.screenshot({ path: picture });
  const asked = [...own];
  const found: string[] = [];
  if (asked.length > 0) {
    const main = page.locator('main');
    if ((await page.locator('h1').count()) === 0) found.push('no title');
    if ((await main.locator('.bone').count()) > 0) found.push('still waiting');
    if (!RETRY.test(await main.innerText())) found.push(`no way to try again after ${asked.join(', ')}`);
  }
  return { asked, found: found.map((problem) => `when answers fail: ${problem}`) };
}
