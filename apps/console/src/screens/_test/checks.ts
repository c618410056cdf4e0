import { readSite } from '@cardinal/contract/api/settings/settings.ts';
import { text } from '@cardinal/primitives/text.ts';
import { CONSOLE_CHECKS } from './consoleChecks.ts';
import { TRANSFER_CHECKS } from './transferChecks.ts';
import { ask, type Check, failed, passed, unreachable } from './verdict.ts';

/** The Date header has whole seconds, and a session tolerates a minute. */
const CLOCK_TOLERANCE_MS = 60_000;

/** A difference as «2 min 5 s», without its sign. */
export function differenceFacts(ms: number): { minutes: number; seconds: number } {
  const seconds = Math.round(Math.abs(ms) / 1000);
  return { minutes: Math.floor(seconds / 60), seconds: seconds % 60 };
}

export const isClockWrong = (differenceMs: number): boolean => Math.abs(differenceMs) > CLOCK_TOLERANCE_MS;

/** The browser features that the console requires. */
const NEEDED: readonly (readonly [name: string, isThere: () => boolean])[] = [
  ['popover', () => 'popover' in HTMLElement.prototype],
  ['dialog', () => typeof HTMLDialogElement === 'function'],
  ['toSorted', () => 'toSorted' in Array.prototype],
  ['light-dark()', () => CSS.supports('color', 'light-dark(#000, #fff)')],
  ['streams', () => typeof ReadableStream === 'function'],
];

/** Only the name and version from the user agent. */
export function browserOf(agent: string): string {
  const found = /(Edg|Firefox|Chrome|Version)\/([\d.]+)/.exec(agent.replace(/.*(Edg\/[\d.]+)/, '$1'));
  if (!found) return '?';
  const name = { Edg: 'Edge', Version: 'Safari' }[found[1]!] ?? found[1];
  return `${name} ${found[2]!.split('.')[0]}`;
}

export const CHECKS: readonly Check[] = [
  {
    key: 'browser',
    title: text('浏览器', 'Browser'),
    run: async () => {
      const missing = NEEDED.filter(([, isThere]) => !isThere()).map(([name]) => name);
      const facts = { browser: browserOf(navigator.userAgent), missing: missing.join(', ') };
      return missing.length === 0
        ? passed(text('{browser}，可用', '{browser}, fine'), facts)
        : failed(
            text('{browser}，缺少 {missing}', '{browser} lacks {missing}'),
            text(
              '请升级到最新版 Chrome、Edge、Firefox 或 Safari。',
              'Update to a current Chrome, Edge, Firefox or Safari.',
            ),
            facts,
          );
    },
  },
  {
    key: 'storage',
    title: text('本地存储', 'Local storage'),
    run: async () => {
      try {
        localStorage.setItem('selfCheck', '1');
        const isKept = localStorage.getItem('selfCheck') === '1';
        localStorage.removeItem('selfCheck');
        if (isKept) return passed(text('可读写；不需要 Cookie', 'Readable and writable; no cookies needed'));
      } catch {
        // Refused by the browser: reported below.
      }
      return failed(
        text('浏览器禁止保存数据，无法保持登录', 'The browser blocks storage, so you cannot stay signed in'),
        text('关闭无痕模式或允许本站保存数据。', 'Leave private mode, or allow this site to store data.'),
      );
    },
  },
  {
    key: 'server',
    title: text('服务器', 'Server'),
    run: async () => {
      const found = await ask('/readyz');
      if (!found) return unreachable;
      const facts = { ms: found.tookMs };
      return found.response.ok
        ? passed(text('正常，{ms} 毫秒', 'Ready, {ms} ms'), facts)
        : failed(
            text('服务器可达但未就绪', 'Server reachable but not ready'),
            text('平台正在启动或维护，请稍后再试。', 'The platform is starting or under maintenance; try again later.'),
            facts,
          );
    },
  },
  {
    key: 'api',
    title: text('接口', 'API'),
    run: async () => {
      const found = await ask(readSite.path);
      if (!found) return unreachable;
      const facts = { ms: found.tookMs, id: found.response.headers.get('X-Request-Id') ?? '—' };
      const body: unknown = await found.response.json().catch(() => undefined);
      const isRight = typeof body === 'object' && body !== null && (body as { code?: unknown }).code === '200';
      return isRight
        ? passed(text('正常，{ms} 毫秒，请求编号 {id}', 'OK, {ms} ms, request id {id}'), facts)
        : failed(
            text('接口没有正常应答，请求编号 {id}', 'The API did not respond correctly, request id {id}'),
            text(
              '可能是代理改写了应答；把请求编号告诉平台。',
              'A proxy may be rewriting responses. Send the request id to the platform.',
            ),
            facts,
          );
    },
  },
  {
    key: 'clock',
    title: text('时钟偏差', 'Clock difference'),
    run: async () => {
      const found = await ask('/healthz');
      const stamp = found?.response.headers.get('Date');
      if (!found || !stamp) return unreachable;
      const difference = Date.now() - found.tookMs / 2 - new Date(stamp).getTime();
      const facts = differenceFacts(difference);
      return isClockWrong(difference)
        ? failed(
            text('与服务器相差 {minutes} 分 {seconds} 秒', '{minutes} min {seconds} s from the server'),
            text('在系统设置中打开自动校时。', 'Turn on automatic time in your system settings.'),
            facts,
          )
        : passed(text('相差 {minutes} 分 {seconds} 秒', '{minutes} min {seconds} s'), facts);
    },
  },
  ...TRANSFER_CHECKS,
  ...CONSOLE_CHECKS,
];
