import { type CDPSession, chromium, type Page } from '@playwright/test';
import { debianBrowser } from '../tools/debianBrowser.ts';
import type { Figure } from './figure.ts';
import type { BenchWorld } from './world.ts';

const TURNS = 5;
const QUIET_MS = 1_500;
const WORDS = { account: '账号', password: '密码', code: '验证码', submit: '登录', next: '下一页' };
const LIST = '/cardsManagement/flowCardManagement';

/**
 * What the built console costs in Chromium: the bytes of a first visit, and the main thread's work of a page change in the card
 * list, compared with rendering the same texts in a plain table.
 */
export async function* consoleFigures(world: BenchWorld, signIn: { password: string; captcha: string }) {
  const executablePath = debianBrowser();
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
      bypassCSP: true,
    });
    const page = await context.newPage();
    const line = await context.newCDPSession(page);
    await line.send('Network.enable');
    await line.send('Performance.enable');
    const wire = heardBytes(line);
    await page.goto(`${world.address}/login`, { waitUntil: 'networkidle' });
    yield kilobytes('login, first visit: scripts and styles', wire.take(), 200);
    await page.getByLabel(WORDS.account, { exact: true }).fill('agent');
    await page.getByLabel(WORDS.password, { exact: true }).fill(signIn.password);
    await page.getByLabel(WORDS.code, { exact: true }).fill(signIn.captcha);
    await page.getByRole('button', { name: WORDS.submit, exact: true }).click();
    await page.waitForURL((url) => !url.pathname.includes('/login'));
    await line.send('Network.clearBrowserCache');
    wire.take();
    await listed(page, `${world.address}${LIST}`);
    yield kilobytes('card list, first visit: scripts and styles', wire.take(), 430);
    for (const rows of [20, 100]) {
      await listed(page, `${world.address}${LIST}?pageSize=${rows}`);
      yield await pageChange(page, line, rows);
    }
  } finally {
    await browser.close();
  }
}

/** The event stream never ends, so idleness is measured by time. */
async function listed(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('tbody tr').nth(5).waitFor();
  await page.waitForTimeout(QUIET_MS);
}

const kilobytes = (name: string, bytes: number, allowed: number): Figure => ({
  name: `console, ${name}, against what is allowed`,
  ours: bytes / 1_024,
  bare: allowed,
  unit: 'KB',
  goal: 1,
});

/** Bytes of scripts and styles as they came over the wire, since the last look. */
function heardBytes(line: CDPSession): { take(): number } {
  const wanted = new Set<string>();
  let sum = 0;
  line.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script' || type === 'Stylesheet') wanted.add(requestId);
  });
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (wanted.delete(requestId)) sum += encodedDataLength;
  });
  return {
    take: () => {
      const taken = sum;
      sum = 0;
      return taken;
    },
  };
}

/** The main thread's work between two moments, in milliseconds. */
async function workOf(line: CDPSession, run: () => Promise<unknown>): Promise<number> {
  const worked = async () => {
    const { metrics } = await line.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  const before = await worked();
  await run();
  return (await worked()) - before;
}

/** Runs in the page. */
const PLAIN_TABLE = `async (lines) => {
  const table = document.createElement('table');
  document.body.append(table);
  table.innerHTML = lines.map((cells) => '<tr>' + cells.map((cell) => '<td>' + cell + '</td>').join('') + '</tr>').join('');
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  table.remove();
}`;

/** From the click until the new rows are shown and the page is idle. */
async function pageChange(page: Page, line: CDPSession, rows: number): Promise<Figure> {
  const first = () =>
    page
      .locator('tbody tr')
      .first()
      .textContent()
      .then((words) => words?.trim());
  const ours: number[] = [];
  const bare: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const before = await first();
    ours.push(
      await workOf(line, async () => {
        await page.getByRole('button', { name: WORDS.next }).click();
        await page.waitForFunction(
          `document.querySelector('tbody tr').textContent.trim() !== ${JSON.stringify(before)}`,
        );
        await page.waitForTimeout(QUIET_MS);
      }),
    );
    const words = await page
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
    bare.push(await workOf(line, () => page.evaluate(`(${PLAIN_TABLE})(${JSON.stringify(words)})`)));
  }
  return {
    name: `console, main thread for a change of page, ${rows} rows (150 ms are allowed)`,
    ours: Math.min(...ours),
    bare: Math.min(...bare),
    unit: 'ms',
    goal: undefined,
  };
}
