import { type Envelope, fieldErrorsSchema, SUCCESS } from '@cardinal/contract/framework/envelope.ts';
import { UNATTENDED_HEADER } from '@cardinal/contract/framework/unattended.ts';
import { type Language, say, type Text } from '@cardinal/primitives/text.ts';
import { CANCEL_DUPLICATE_HEADER, CANCEL_DUPLICATE_OFF, REQUEST_KEY_HEADER } from './controlHeaders.ts';
import { RequestFailure, SAID } from './failure.ts';
import { InFlight } from './inFlight.ts';
import { type QueryValues, queryString } from './query.ts';

/** What the client needs from its page. It uses nothing else of the browser and so runs in any JavaScript. */
export type ClientHost = {
  /** `''` for the page's own host, or an origin. */
  baseAddress(): string;
  token(): string | null;
  /** Nobody has touched the page for a while: what it sends is no use of the session. */
  isUnattended?(): boolean;
  language(): Language;
  forgetToken(): void;
  /** The message for an ended session; «login expired» unless the host knows more. */
  sessionOver?(): Text;
  clearLocalStorage(): void;
  /** To the login page, with the full path as it is now in its redirect query. */
  goToLogin(): void;
  show(level: 'warning' | 'error', message: string): void;
  readonly timeoutMs: number;
};

export type Ask = {
  readonly method: string;
  readonly path: string;
  readonly query?: QueryValues | undefined;
  /** JSON, or a form that carries a file. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** 0 waits for ever. */
  readonly timeoutMs?: number | undefined;
};

export type Client = {
  /** Shows what went wrong. */
  noisy<T>(ask: Ask): Promise<Envelope<T>>;
  /** Leaves it to the caller to show what went wrong. An ended session is reported all the same. */
  silent<T>(ask: Ask): Promise<Envelope<T>>;
};

/** Codes that mean «sign in again». */
export const SESSION_CODES: readonly unknown[] = ['5005003', '5005004'];

/** The headers every request to the server carries, uploads and streams included. */
export function identityHeaders(host: Pick<ClientHost, 'token' | 'language' | 'isUnattended'>): Record<string, string> {
  const token = host.token();
  return {
    'Accept-Language': host.language(),
    ...(token ? { Authorization: token } : {}),
    ...(host.isUnattended?.() ? { [UNATTENDED_HEADER]: '1' } : {}),
  };
}

/** Handles an ended session for every client. It acts once, however many answers report it: the first removes the token. */
export function endSession(host: ClientHost, sentToken: string | null): void {
  const stored = host.token();
  // Someone has signed in since this request was sent: the answer is about the previous session.
  if (stored && stored !== sentToken) return;
  if (stored) {
    host.show('warning', say(host.sessionOver?.() ?? SAID.loginExpired, host.language()));
    host.forgetToken();
  }
  host.goToLogin();
}

type Body = Record<string, unknown>;
const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);
const wording = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** The message of the error catalogue for a body that did not succeed. */
function catalogueMessage(status: number, body: Body, language: Language): string {
  const generic = (sentence: Text) => say(sentence, language);
  if (status === 405) return wording(body['message']) ?? generic(SAID.requestMethod);
  if (status >= 400) {
    return wording(body['desc']) ?? wording(body['message']) ?? generic(SAID.operationFailed);
  }
  return wording(body['message']) ?? generic(SAID.operationFailed);
}

/** Reads one answer as the specification says; returns the body only when its code is the string «200». */
export function settle<T>(
  host: ClientHost,
  answer: { status: number; text: string; requestId: string | undefined },
  sentToken: string | null,
): Envelope<T> {
  const language = host.language();
  let parsed: unknown;
  try {
    parsed = JSON.parse(answer.text);
  } catch {
    parsed = undefined;
  }
  const { status, requestId } = answer;
  const isHttpError = status >= 400;
  const body = isBody(parsed) ? parsed : {};
  const code = wording(body['code']);

  if (!isHttpError && isBody(parsed) && Object.keys(parsed).length === 0) {
    host.clearLocalStorage();
    host.goToLogin();
    throw new RequestFailure('emptyBody', say(SAID.operationFailed, language), { status, requestId });
  }
  if (SESSION_CODES.includes(body['code'])) {
    endSession(host, sentToken);
    throw new RequestFailure('session', say(SAID.loginExpired, language), { code, status, requestId });
  }
  if (!isHttpError && body['code'] === SUCCESS) return body as unknown as Envelope<T>;

  const message = catalogueMessage(status, body, language);
  const fields = fieldErrorsSchema.safeParse(body['data']);
  throw new RequestFailure(status === 405 ? 'method' : isHttpError ? 'http' : 'refused', message, {
    code,
    status,
    requestId,
    fields: fields.success ? fields.data.errors : [],
  });
}

const isShown = (failure: RequestFailure) => ['refused', 'method', 'http', 'network'].includes(failure.kind);

export function createClient(host: ClientHost): Client {
  const inFlight = new InFlight();

  async function send<T>(ask: Ask): Promise<Envelope<T>> {
    const language = host.language();
    const url = `${host.baseAddress()}${ask.path}${queryString(ask.query)}`;
    const isForm = typeof FormData !== 'undefined' && ask.body instanceof FormData;
    const data = ask.body === undefined || isForm ? undefined : JSON.stringify(ask.body);
    const sentToken = host.token();
    const headers = new Headers({ ...identityHeaders(host), ...ask.headers });
    // A form sets its own boundary; everything else is JSON.
    if (!isForm) headers.set('Content-Type', 'application/json; charset=utf-8');

    const abort = new AbortController();
    let ended: 'timeout' | 'cancelled' | undefined;
    const end = (reason: 'timeout' | 'cancelled') => {
      ended ??= reason;
      abort.abort();
    };
    const cancel = () => end('cancelled');
    if (ask.signal?.aborted) cancel();
    ask.signal?.addEventListener('abort', cancel, { once: true });
    const timeoutMs = ask.timeoutMs ?? host.timeoutMs;
    const timer = timeoutMs > 0 ? setTimeout(() => end('timeout'), timeoutMs) : undefined;

    let leave = () => {};
    if (headers.get(CANCEL_DUPLICATE_HEADER) !== CANCEL_DUPLICATE_OFF) {
      const keys = isForm ? [] : [`${ask.method} ${url} ${data ?? ''}`];
      const custom = headers.get(REQUEST_KEY_HEADER);
      if (custom) keys.push(`key ${custom}`);
      leave = inFlight.enter(keys, cancel);
    }

    try {
      const response = await fetch(url, {
        method: ask.method,
        headers,
        signal: abort.signal,
        credentials: 'omit',
        ...(isForm ? { body: ask.body as FormData } : data === undefined ? {} : { body: data }),
      });
      const text = await response.text();
      const requestId = response.headers.get('X-Request-Id') ?? undefined;
      return settle<T>(host, { status: response.status, text, requestId }, sentToken);
    } catch (error) {
      if (error instanceof RequestFailure) throw error;
      if (ended === 'timeout') throw new RequestFailure('timeout', say(SAID.timedOut, language));
      if (ended === 'cancelled') throw new RequestFailure('cancelled', say(SAID.cancelled, language));
      throw new RequestFailure('network', say(SAID.unknownNetwork, language));
    } finally {
      clearTimeout(timer);
      ask.signal?.removeEventListener('abort', cancel);
      leave();
    }
  }

  return {
    async noisy(ask) {
      try {
        return await send(ask);
      } catch (error) {
        if (error instanceof RequestFailure && isShown(error)) host.show('error', error.message);
        throw error;
      }
    },
    silent: send,
  };
}
