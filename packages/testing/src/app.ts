import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCaptcha, signIn } from '@cardinal/contract/api/identity/identity.ts';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Envelope } from '@cardinal/contract/framework/envelope.ts';
import { IDEMPOTENCY_HEADER } from '@cardinal/contract/framework/idempotency.ts';
import { TurnableClock } from '@cardinal/primitives/clock.ts';
import type { Language } from '@cardinal/primitives/text.ts';
import type { DemoSize } from '@cardinal/server/demo/demo.ts';
import type { App } from '@cardinal/server/framework/app.ts';
import type { Domain } from '@cardinal/server/framework/domain.ts';
import type { Tables } from '@cardinal/server/framework/tables.ts';
import type { InjectOptions } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { type TestDatabase, testDatabase } from './database.ts';
import { type ProgramUnderTest, startUnderTest, TEST_CAPTCHA, TEST_NOW } from './programUnderTest.ts';

export { TEST_CAPTCHA, TEST_NOW } from './programUnderTest.ts';
export const DEMO_PASSWORD = 'Cardinal@2026';

type Given<E extends Endpoint> = {
  params?: ParamsOf<E>;
  query?: Partial<QueryOf<E>>;
  body?: BodyOf<E>;
  /** The idempotency key; a new one per call by default. Null sends none. */
  key?: string | null;
  language?: Language;
  address?: string;
  /** Sends this instead of what the endpoint declares: for hostile input. */
  raw?: { query?: string; body?: unknown; headers?: Record<string, string> };
  file?: { name: string; content: Buffer };
};

export type Answer<T> = Envelope<T> & { readonly status: number; readonly headers: Record<string, unknown> };

/** One caller: an account with its session, or anonymous. */
export type Caller = {
  readonly token: string | undefined;
  /** The whole answer, whatever it is. */
  readonly call: <E extends Endpoint>(endpoint: E, given?: Given<E>) => Promise<Answer<AnswerOf<E>>>;
  /** The data of a success; throws on any refusal. */
  readonly ask: <E extends Endpoint>(endpoint: E, given?: Given<E>) => Promise<AnswerOf<E>>;
};

export type TestApp = {
  readonly app: App;
  readonly clock: TurnableClock;
  readonly db: Kysely<Tables>;
  readonly ownerUrl: string;
  /** The DATABASE_URL for a separate program on this database. */
  readonly superuserUrl: string;
  /** How another process of the program reaches the same database. */
  readonly applicationUrl: string;
  readonly dataDirectory: string;
  readonly nobody: Caller;
  /** Signs in by the real endpoint once and keeps the session. */
  readonly as: (account: string, password?: string) => Promise<Caller>;
  /** A session of its own, for tests that end it. */
  readonly anew: (account: string, address?: string) => Promise<Caller>;
  readonly withToken: (token: string) => Caller;
  /**
   * Starts background work; not needed by files that only read. Only what is queued is done: what comes each minute by the machine's clock
   * would come between what a test does itself.
   */
  readonly work: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const pathOf = (path: string, params: Record<string, unknown> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

function queryOf(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) search.append(key, String(each));
  }
  const text = search.toString();
  return text ? `?${text}` : '';
}

function multipart(body: Record<string, unknown>, file: { name: string; content: Buffer }) {
  const boundary = '----cardinal-test-boundary';
  const parts = Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const written = typeof value === 'string' ? value : JSON.stringify(value);
      return Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${written}\r\n`);
    });
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    payload: Buffer.concat([...parts, Buffer.from(head), file.content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

let keys = 0;

/** Sends a request to a server: one of this process, or another by its address. */
type Send = (options: InjectOptions) => Promise<{
  readonly statusCode: number;
  readonly headers: Record<string, unknown>;
  readonly rawPayload: Buffer;
}>;

const sendTo =
  (address: string): Send =>
  async ({ method = 'GET', url, headers, payload }) => {
    const isObject = payload !== undefined && !Buffer.isBuffer(payload);
    const answer = await fetch(address + String(url), {
      method,
      headers: { ...(headers as Record<string, string>), ...(isObject ? { 'content-type': 'application/json' } : {}) },
      ...(payload === undefined
        ? {}
        : { body: isObject ? JSON.stringify(payload) : new Uint8Array(payload as Buffer) }),
    });
    return {
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      rawPayload: Buffer.from(await answer.arrayBuffer()),
    };
  };

function callerOf(send: Send, token: string | undefined): Caller {
  const call: Caller['call'] = async (endpoint, given = {}) => {
    const form = given.file ? multipart((given.body ?? {}) as Record<string, unknown>, given.file) : undefined;
    const body = given.raw && 'body' in given.raw ? given.raw.body : given.body;
    keys += 1;
    const options: InjectOptions = {
      method: endpoint.method,
      url: pathOf(endpoint.path, given.params) + (given.raw?.query ?? queryOf(given.query)),
      remoteAddress: given.address ?? '127.0.0.1',
      headers: {
        host: '127.0.0.1:8080',
        'accept-language': given.language ?? 'zh_CN',
        ...(token ? { authorization: token } : {}),
        ...(endpoint.idempotency === 'required' && given.key !== null
          ? { [IDEMPOTENCY_HEADER]: given.key ?? `test-key-${keys}` }
          : {}),
        ...(form ? { 'content-type': form.type } : {}),
        ...given.raw?.headers,
      },
      ...(form ? { payload: form.payload } : body === undefined ? {} : { payload: body as object }),
    };
    const answer = await send(options);
    const isJson = String(answer.headers['content-type'] ?? '').includes('json');
    const envelope = isJson
      ? JSON.parse(String(answer.rawPayload))
      : { code: String(answer.statusCode), message: '', data: answer.rawPayload };
    return { ...envelope, status: answer.statusCode, headers: answer.headers };
  };
  return {
    token,
    call,
    ask: async (endpoint, given) => {
      const answer = await call(endpoint, given);
      if (answer.code !== '200')
        throw new Error(`${endpoint.name}: ${answer.status} ${answer.code} ${JSON.stringify(answer)}`);
      return answer.data;
    },
  };
}

async function signedIn(send: Send, account: string, password: string): Promise<Caller> {
  const nobody = callerOf(send, undefined);
  const { captchaId } = await nobody.ask(readCaptcha);
  const body = { account, password, captchaId, captchaCode: TEST_CAPTCHA, remember: false };
  const { code, message, data } = await nobody.call(signIn, { body });
  if (code !== '200' || !data.token) throw new Error(`${account} cannot sign in: ${code} ${message}`);
  return callerOf(send, data.token);
}

/** Signs in at a server of its own process, started with the fixed captcha. */
export const signInAt = (address: string, account: string, password = DEMO_PASSWORD): Promise<Caller> =>
  signedIn(sendTo(address), account, password);

/** The same session at another process. */
export const callerAt = (address: string, { token }: Caller): Caller => callerOf(sendTo(address), token);

/**
 * The whole server on its own database with a settable clock: no port, no mock; requests pass the real HTTP layer. `demo` fills
 * it with the demo's accounts (`people`, quick) or with everything (`all`). Below `leastFreeBytes` its disk counts as full.
 * `cacheMs` is the lifetime of caches, 0 by default. `furtherRooms` follow those of the product. `on` is another database than
 * one of the run's cluster.
 */
export async function testApp(
  options: {
    demo?: DemoSize;
    env?: Record<string, string>;
    leastFreeBytes?: number;
    cacheMs?: number;
    furtherRooms?: readonly Domain[];
    jobPollSeconds?: number;
    on?: TestDatabase<Tables>;
  } = {},
): Promise<TestApp> {
  const base = options.on ?? (await testDatabase<Tables>(options.demo ? { filled: options.demo } : {}));
  const dataDirectory = await mkdtemp(join(tmpdir(), 'cardinal-test-'));
  const clock = new TurnableClock(TEST_NOW);
  let started: ProgramUnderTest;
  try {
    started = await startUnderTest({
      ownerUrl: base.ownerUrl,
      applicationUrl: base.url,
      dataDirectory,
      clock,
      ...(options.env ? { env: options.env } : {}),
      ...(options.leastFreeBytes === undefined ? {} : { leastFreeBytes: options.leastFreeBytes }),
      ...(options.cacheMs === undefined ? {} : { cacheMs: options.cacheMs }),
      ...(options.furtherRooms ? { furtherRooms: options.furtherRooms } : {}),
      ...(options.jobPollSeconds === undefined ? {} : { jobPollSeconds: options.jobPollSeconds }),
    });
  } catch (error) {
    await base.close();
    throw error;
  }
  const { program } = started;
  const { app } = program;
  if (options.demo) await started.seed(options.demo);
  const sessions = new Map<string, Promise<Caller>>();
  const send: Send = (options) => app.http.inject(options);

  return {
    app,
    clock,
    db: base.db,
    ownerUrl: base.ownerUrl,
    superuserUrl: base.superuserUrl,
    applicationUrl: base.url,
    dataDirectory,
    nobody: callerOf(send, undefined),
    as: (account, password = DEMO_PASSWORD) => {
      const key = `${account} ${password}`;
      const known = sessions.get(key) ?? signedIn(send, account, password);
      sessions.set(key, known);
      return known;
    },
    anew: (account, address) =>
      signedIn(address ? (asked) => send({ ...asked, remoteAddress: address }) : send, account, DEMO_PASSWORD),
    withToken: (token) => callerOf(send, token),
    work: async () => {
      await sql`delete from jobs.schedule`.execute(base.db);
      await app.jobs.work();
    },
    stop: async () => {
      await program.stop();
      await base.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
