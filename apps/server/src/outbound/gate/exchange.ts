import type { Text } from '@cardinal/primitives/text.ts';
import type { AddressPolicy } from '../addressGuard.ts';
import { NoAnswer, type OutboundAnswer, sendRequest, type TlsIdentity } from '../request.ts';
import type { Reply } from './reply.ts';

/** What an exchange needs of an account's connection. */
export type Connection = {
  readonly timeoutMs: number;
  readonly policy: AddressPolicy;
  readonly onAsked?: (() => void) | undefined;
  readonly onSent?: (() => void) | undefined;
  /** Called with the date header of an answer. */
  readonly onDate?: ((date: string | string[] | undefined) => void) | undefined;
};

export type Asked = {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For a server that requires a client certificate. */
  readonly identity?: TlsIdentity | undefined;
};

/** Why there is no answer, in words for the kind of the other side. */
export type NoAnswerWords = {
  readonly timedOut: Text;
  readonly broken: Text;
  readonly unreachable: Text;
  readonly forbidden: Text;
  readonly identity: Text;
};

export type Exchanged =
  | { readonly kind: 'heard'; readonly heard: OutboundAnswer }
  | Extract<Reply<never>, { kind: 'notSent' | 'unclear' }>;

/** One request; a missing answer is `notSent` or `unclear`, never an error. */
export async function exchange(line: Connection, asked: Asked, words: NoAnswerWords): Promise<Exchanged> {
  line.onAsked?.();
  try {
    const { body, headers = {}, identity, method, url } = asked;
    const heard = await sendRequest({
      method,
      url,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(identity === undefined ? {} : { identity }),
      timeoutMs: line.timeoutMs,
      onSent: line.onSent,
      policy: line.policy,
    });
    line.onDate?.(heard.headers['date']);
    return { kind: 'heard', heard };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (!error.mayHaveArrived) {
      const why = error.reason === 'forbidden' || error.reason === 'identity' ? error.reason : 'unreachable';
      return { kind: 'notSent', words: words[why] };
    }
    return { kind: 'unclear', words: error.reason === 'timeout' ? words.timedOut : words.broken, code: error.reason };
  }
}
