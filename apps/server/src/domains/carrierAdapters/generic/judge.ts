import type { CarrierProfile, ProfileVerdict } from '@cardinal/contract/carrierProfiles/profile.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { TextAnswer } from '../../../outbound/request.ts';
import type { Reply } from '../protocol/adapter.ts';
import { BAD_CREDENTIALS, carrierSaid, GARBLED, parsedJson } from '../protocol/exchange.ts';

const NOT_SURE = text('运营商未能确认结果', 'The carrier could not confirm the result');
const MOST_WORDS = 200;

/** The value at a JSON pointer; undefined if there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** Texts, numbers and booleans as text; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? String(value) : undefined;
}

/** A profile's rules for an answer: the operation's own rules override the common ones. */
type Rules = ProfileVerdict & { readonly isTokenKept: boolean; readonly needsBody: boolean };

export const rulesOf = (profile: CarrierProfile, own: ProfileVerdict, needsBody: boolean): Rules => ({
  success: own.success ?? profile.success,
  errorCode: own.errorCode ?? profile.errorCode,
  errorWords: own.errorWords ?? profile.errorWords,
  codes: { ...profile.codes, ...own.codes },
  isTokenKept: profile.auth.kind === 'token',
  needsBody,
});

/** Judges a response by a profile; the answer of a success is its body. */
export function judge({ status, text: written }: Pick<TextAnswer, 'status' | 'text'>, rules: Rules): Reply<unknown> {
  const httpStatus = status;
  const body = parsedJson(written);
  const told = rules.success && textOf(valueAt(body, rules.success.at));
  const code = rules.errorCode === undefined ? told : (textOf(valueAt(body, rules.errorCode)) ?? told);
  const wordsTold = textOf(rules.errorWords === undefined ? undefined : valueAt(body, rules.errorWords));
  const words = carrierSaid((wordsTold || code || String(status)).slice(0, MOST_WORDS));
  const among = (list: readonly string[] | undefined) => code !== undefined && (list?.includes(code) ?? false);
  const { codes = {} } = rules;

  if (status === 429 || among(codes.tooMany)) return { kind: 'tooMany', httpStatus };
  if (among(codes.tokenGone)) return { kind: 'sessionGone', httpStatus };
  if (among(codes.stranger)) return { kind: 'badCredentials', httpStatus, words: BAD_CREDENTIALS };
  if (among(codes.unclear)) return { kind: 'unclear', httpStatus, words: NOT_SURE, code };
  if (among(codes.unknownCard)) {
    return { kind: 'refused', httpStatus, code: code ?? '', words, isUnknown: true };
  }
  if (status === 401 || status === 403) {
    return rules.isTokenKept && status === 401
      ? { kind: 'sessionGone', httpStatus }
      : { kind: 'badCredentials', httpStatus, words: BAD_CREDENTIALS };
  }
  if (status >= 200 && status < 300) {
    const isSuccess = rules.success ? told !== undefined && rules.success.is.includes(told) : true;
    if (isSuccess || among(codes.already)) {
      const isReadable = body !== undefined || (written.trim() === '' && !rules.needsBody && !rules.success);
      return isReadable ? { kind: 'ok', httpStatus, answer: body } : unclear(httpStatus);
    }
    return told === undefined && code === undefined
      ? unclear(httpStatus)
      : { kind: 'refused', httpStatus, code: code ?? told ?? '', words };
  }
  // A refusal with the carrier's own message, or a plain «not found»; anything else may have been carried out.
  const isWorded = wordsTold !== undefined || code !== undefined;
  return status === 404 || (status >= 400 && status < 500 && isWorded)
    ? { kind: 'refused', httpStatus, code: code ?? String(status), words }
    : { kind: 'unclear', httpStatus, words, code: code ?? String(status) };
}

const unclear = (httpStatus: number): Reply<never> => ({
  kind: 'unclear',
  httpStatus,
  words: GARBLED,
  code: 'garbled',
});
