import { readCaptcha, readMe, signIn } from '@cardinal/contract/api/identity/identity.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { DEMO_PASSWORD, TEST_CAPTCHA, type TestApp } from '@cardinal/testing/app.ts';
import { envelopeFaults } from './envelopeRules.ts';
import { malformedRequests } from './malformedRequests.ts';

export type FuzzRun = {
  readonly sent: number;
  /** What was wrong, each kind of fault once per endpoint, with the request that showed it. */
  readonly faults: readonly string[];
  readonly slowestMs: number;
  readonly p99Ms: number;
};

/** Shows stacks to those who may see faults: there the internals are the content. */
const SHOWS_INTERNALS = new Set(['errorLog.detail']);
const ACCOUNTS = ['admin', 'admin', 'admin', 'agent', 'enterprise', undefined] as const;

/**
 * Sends up to `perEndpoint` malformed requests to every endpoint, reproducible by seed, from many addresses and alternating
 * languages, and returns the faults in the responses.
 */
export async function fuzz(
  world: TestApp,
  endpoints: readonly Endpoint[],
  options: {
    readonly seed: string;
    readonly perEndpoint: number;
    /** Restores an account that a request has locked out; otherwise that ends the run. */
    readonly reinstate?: (account: string) => Promise<void>;
  },
): Promise<FuzzRun> {
  const random = seededRandom(options.seed);
  const faults = new Map<string, string>();
  const times: number[] = [];
  const tokens = new Map<string, string>();
  for (const endpoint of endpoints) {
    for (const account of new Set(ACCOUNTS)) {
      if (account) tokens.set(account, await signedIn(world, account, tokens.get(account), options.reinstate));
    }
    for (const { about, request } of malformedRequests(endpoint, random).slice(0, options.perEndpoint)) {
      const account = ACCOUNTS[random.int(ACCOUNTS.length)];
      const token = account && tokens.get(account);
      const language = times.length % 2 === 0 ? 'en' : 'zh_CN';
      const headers = { ...(token ? { authorization: token } : {}), 'accept-language': language, ...request.headers };
      const remoteAddress = `10.${random.int(250)}.${random.int(250)}.${random.int(250)}`;
      const start = performance.now();
      const answer = await world.app.http.inject({ ...request, headers, remoteAddress });
      times.push(performance.now() - start);
      const asked = String(headers['accept-language']) === 'en' ? 'en' : 'zh_CN';
      for (const found of envelopeFaults(answer, asked)) {
        if (found.startsWith('internals') && SHOWS_INTERNALS.has(endpoint.name)) continue;
        if (request.method === 'HEAD' && found !== `status ${answer.statusCode}`) continue;
        const kind = `${endpoint.name}: ${found}`;
        if (!faults.has(kind)) faults.set(kind, `${kind} ← ${about} (${account ?? 'nobody'})`);
      }
    }
  }
  const sorted = times.toSorted((a, b) => a - b);
  return {
    sent: times.length,
    faults: [...faults.values()],
    slowestMs: Math.round(sorted.at(-1) ?? 0),
    p99Ms: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
  };
}

let entered = 0;

/** Some requests turn out valid and end sessions; then it signs in again. */
async function signedIn(
  world: TestApp,
  account: string,
  known: string | undefined,
  reinstate: ((account: string) => Promise<void>) | undefined,
): Promise<string> {
  if (known && (await world.withToken(known).call(readMe)).code === '200') return known;
  const enter = async () => {
    // Captchas are limited per address.
    entered += 1;
    const address = `10.250.${(entered >> 8) & 255}.${entered & 255}`;
    const { captchaId } = await world.nobody.ask(readCaptcha, { address });
    const body = { account, password: DEMO_PASSWORD, captchaId, captchaCode: TEST_CAPTCHA };
    return (await world.nobody.ask(signIn, { body, address })).token;
  };
  if (!reinstate) return (await enter()) ?? '';
  const token = await enter().catch(() => undefined);
  if (token) return token;
  await reinstate(account);
  return (await enter()) ?? '';
}
