import { type Facts, type Text, text } from '@cardinal/primitives/text.ts';
import { page } from '../../http/connection.ts';

export type Verdict = {
  readonly state: 'passed' | 'failed';
  readonly words: Text;
  readonly facts?: Facts;
  readonly hint?: Text;
};
export type Check = { readonly key: string; readonly title: Text; readonly run: () => Promise<Verdict> };

const TOO_LONG_MS = 8000;
export const passed = (words: Text, facts: Facts = {}): Verdict => ({ state: 'passed', words, facts });
export const failed = (words: Text, hint: Text, facts: Facts = {}): Verdict => ({
  state: 'failed',
  words,
  hint,
  facts,
});

export const unreachable = failed(
  text('服务器不可达', 'The server cannot be reached'),
  text(
    '检查网络、代理或 VPN；若同事也打不开，请联系平台。',
    'Check your network, proxy or VPN. If colleagues cannot reach it either, contact the platform.',
  ),
);

/** Calls the server without a session; undefined if there was no answer. */
export async function ask(
  path: string,
  init: RequestInit = {},
): Promise<{ response: Response; tookMs: number } | undefined> {
  const begun = performance.now();
  try {
    const response = await fetch(`${page.baseAddress()}${path}`, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(TOO_LONG_MS),
      ...init,
    });
    return { response, tookMs: Math.round(performance.now() - begun) };
  } catch {
    return undefined;
  }
}

export const tooOften = failed(
  text('检查过于频繁', 'Too many checks'),
  text('请一分钟后再检查。', 'Check again in a minute.'),
);
