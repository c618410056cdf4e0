import { systemClock } from '@cardinal/primitives/clock.ts';
import type * as z from 'zod';
import type { Line, Reply } from '../../protocol/adapter.ts';
import { addressOf, exchange } from '../../protocol/exchange.ts';
import { judge } from '../judge.ts';
import { signOf, sortedQuery, stampOf } from './sign.ts';

export type Asked = {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** If present, the request is a POST of JSON. */
  readonly body?: unknown;
};

/** One call of the 5G platform: headers carry the caller, the time and the signature. */
export async function callCtwing<A>(line: Line, asked: Asked, answer: z.ZodType<A>): Promise<Reply<A>> {
  const { appKey = '', secretKey = '' } = line.credentials;
  const query = sortedQuery(asked.query ?? {});
  const body = asked.body === undefined ? '' : JSON.stringify(asked.body);
  const stamp = stampOf(systemClock.now());
  const url = addressOf(line, asked.path);
  url.search = query;
  const told = await exchange(line, {
    method: body === '' ? 'GET' : 'POST',
    url,
    headers: {
      AppKey: appKey,
      Timestamp: stamp,
      Sign: signOf({ query, body, secretKey, stamp }),
      ...(body === '' ? {} : { 'content-type': 'application/json;charset=utf-8' }),
    },
    ...(body === '' ? {} : { body }),
  });
  return told.kind === 'heard' ? judge(told.heard, answer) : told;
}
