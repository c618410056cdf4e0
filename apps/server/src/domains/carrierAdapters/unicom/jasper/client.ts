import * as z from 'zod';
import type { TextAnswer } from '../../../../outbound/request.ts';
import type { Line, Reply } from '../../protocol/adapter.ts';
import { addressOf, BAD_CREDENTIALS, carrierSaid, exchange, GARBLED, parsedJson } from '../../protocol/exchange.ts';

const API = 'rws/api/v1';

type Asked = {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

const errorBody = z.object({ errorMessage: z.string().optional(), errorCode: z.coerce.string().optional() });

/** The only code confirmed by public sources; see README.md. */
const WRONG_CREDENTIALS = '10000001';

/**
 * One call of the Control Center REST API: JSON over Basic authentication with username and API key. A response that is neither
 * a readable success nor a readable refusal is unclear.
 */
export async function callJasper<A>(line: Line, asked: Asked, answer: z.ZodType<A>): Promise<Reply<A>> {
  const { username = '', apiKey = '' } = line.credentials;
  const url = addressOf(line, `${API}/${asked.path.map(encodeURIComponent).join('/')}`);
  for (const [name, value] of Object.entries(asked.query ?? {})) url.searchParams.set(name, value);
  const told = await exchange(line, {
    method: asked.method,
    url,
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}`,
      ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
  });
  return told.kind === 'heard' ? readAnswer(told.heard, answer) : told;
}

function readAnswer<A>(heard: TextAnswer, answer: z.ZodType<A>): Reply<A> {
  const httpStatus = heard.status;
  const body = parsedJson(heard.text);
  if (httpStatus === 200 || httpStatus === 202) {
    const read = answer.safeParse(body);
    // An empty body is an answer; a non-empty one that is not JSON was truncated.
    return read.success && (body !== undefined || heard.text === '')
      ? { kind: 'ok', httpStatus, answer: read.data }
      : { kind: 'unclear', httpStatus, words: GARBLED, code: 'garbled' };
  }
  const { errorMessage = '', errorCode } = errorBody.safeParse(body).data ?? {};
  const said = errorMessage.slice(0, 200);
  const words = carrierSaid(said || String(httpStatus));
  if (httpStatus === 429) return { kind: 'tooMany', httpStatus };
  if (httpStatus === 401 || errorCode === WRONG_CREDENTIALS)
    return { kind: 'badCredentials', httpStatus, words: BAD_CREDENTIALS };
  // Refusals with the carrier's own message. Anything else, 5xx above all, may have been carried out.
  if (httpStatus >= 400 && httpStatus < 500 && errorMessage !== '') {
    return { kind: 'refused', httpStatus, code: errorCode ?? String(httpStatus), words };
  }
  return { kind: 'unclear', httpStatus, words, code: errorCode ?? String(httpStatus) };
}
