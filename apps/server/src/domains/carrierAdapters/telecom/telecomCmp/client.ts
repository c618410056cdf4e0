import { strEnc, thirdsOf } from '@cardinal/primitives/strEnc.ts';
import type * as z from 'zod';
import type { Exchanged } from '../../../../outbound/gate/exchange.ts';
import type { Line, Reply } from '../../protocol/adapter.ts';
import { addressOf, exchange } from '../../protocol/exchange.ts';
import type { CardAddress } from '../../protocol/operations.ts';
import { judge } from '../judge.ts';
import { numberOf } from '../numbers.ts';

const PATHS = { query: 'm2m_ec/query.do', accept: 'm2m_ec/app/serviceAccept.do' } as const;

export type Asked = {
  readonly method: string;
  readonly path?: keyof typeof PATHS;
  /** Lists are requested without a card. */
  readonly card?: CardAddress;
  /** Parameters of the method whose values are signed in addition to the common ones. */
  readonly signed?: Readonly<Record<string, string>>;
  readonly unsigned?: Readonly<Record<string, string>>;
};

export type Keys = { readonly userId: string; readonly password: string; readonly key: string };
export const keysOf = ({ credentials }: Line): Keys => {
  const { userId = '', password = '', key = '' } = credentials;
  return { userId, password, key };
};

/** Values are signed without their names, in natural order; empty ones are included. */
export function signOf(values: readonly string[], key: string): string {
  return strEnc([...values].sort().join(','), thirdsOf(key));
}

/** All parameters sent, with the password encrypted and the signature over the values to be signed. */
export function parametersOf({ userId, password, key }: Keys, asked: Asked): Record<string, string> {
  const number = asked.card ? numberOf(asked.card) : {};
  const { method, signed = {}, unsigned = {} } = asked;
  const values = [...Object.values(number), userId, password, method, ...Object.values(signed)];
  return {
    method,
    user_id: userId,
    ...number,
    ...signed,
    ...unsigned,
    passWord: strEnc(password, thirdsOf(key)),
    sign: signOf(values, key),
  };
}

/** One call, sent as a form; its raw answer. */
export const askCmp = (line: Line, asked: Asked): Promise<Exchanged> =>
  exchange(line, {
    method: 'POST',
    url: addressOf(line, PATHS[asked.path ?? 'query']),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(parametersOf(keysOf(line), asked)).toString(),
  });

/** One call of the older platform, with its answer parsed and judged. */
export async function callCmp<A>(line: Line, asked: Asked, answer: z.ZodType<A>): Promise<Reply<A>> {
  const told = await askCmp(line, asked);
  return told.kind === 'heard' ? judge(told.heard, answer) : told;
}
