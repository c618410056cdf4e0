import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { NoAnswer, type OutboundAnswer, sendRequest } from '../../../../outbound/request.ts';
import type { Line, Reply } from '../adapter.ts';

const API = 'rws/api/v1';

type Asked = {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

const errorBody = z.object({ errorMessage: z.string().optional(), errorCode: z.coerce.string().optional() });

/** The only code that public sources confirm; see README.md. */
const WRONG_CREDENTIALS = '10000001';

const TIMED_OUT = text('运营商未在时限内应答', 'The carrier did not answer in time');
const BROKEN = text('与运营商的连接中断', 'The connection to the carrier broke');
const UNREACHABLE = text('无法连接运营商', 'The carrier cannot be reached');
const FORBIDDEN = text('通道地址不允许访问', 'The address of the carrier account is not allowed');
const GARBLED = text('运营商应答无法识别', 'The answer of the carrier cannot be read');
const STRANGER = text('运营商拒绝了通道凭据', 'The carrier refused the credentials of this account');

/**
 * One call of the Control Center REST API: JSON over Basic authentication with username and API key. What is not a
 * readable success or a readable refusal is unclear, and stays so.
 */
export async function callJasper<A>(line: Line, asked: Asked, answer: z.ZodType<A>): Promise<Reply<A>> {
  const { username = '', apiKey = '' } = line.credentials;
  const base = line.baseUrl.replace(/\/+$/, '');
  const url = new URL(`${base}/${API}/${asked.path.map(encodeURIComponent).join('/')}`);
  for (const [name, value] of Object.entries(asked.query ?? {})) url.searchParams.set(name, value);
  let heard: OutboundAnswer;
  try {
    heard = await sendRequest({
      method: asked.method,
      url,
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}`,
        ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
      timeoutMs: line.timeoutMs,
      policy: line.policy,
    });
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (!error.mayHaveArrived)
      return { kind: 'notSent', words: error.reason === 'forbidden' ? FORBIDDEN : UNREACHABLE };
    return { kind: 'unclear', words: error.reason === 'timeout' ? TIMED_OUT : BROKEN, code: error.reason };
  }
  return readAnswer(heard, answer);
}

function readAnswer<A>(heard: OutboundAnswer, answer: z.ZodType<A>): Reply<A> {
  const httpStatus = heard.status;
  const body = parsed(heard.text);
  if (httpStatus === 200 || httpStatus === 202) {
    const read = answer.safeParse(body);
    // An empty body is an answer; one that is not JSON was torn off on its way.
    return read.success && (body !== undefined || heard.text === '')
      ? { kind: 'ok', httpStatus, answer: read.data }
      : { kind: 'unclear', httpStatus, words: GARBLED, code: 'garbled' };
  }
  const { errorMessage = '', errorCode } = errorBody.safeParse(body).data ?? {};
  const said = errorMessage.slice(0, 200);
  const words = text(`运营商：${said || httpStatus}`, `Carrier: ${said || httpStatus}`);
  if (httpStatus === 429) return { kind: 'tooMany', httpStatus };
  if (httpStatus === 401 || errorCode === WRONG_CREDENTIALS) return { kind: 'stranger', httpStatus, words: STRANGER };
  // Refusals the carrier words itself. Anything else, 5xx above all, may have been done.
  if (httpStatus >= 400 && httpStatus < 500 && errorMessage !== '') {
    return { kind: 'refused', httpStatus, code: errorCode ?? String(httpStatus), words };
  }
  return { kind: 'unclear', httpStatus, words, code: errorCode ?? String(httpStatus) };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
