import { type Envelope, SUCCESS } from '@cardinal/contract/framework/envelope.ts';
import { type Refusal, Refused } from '@cardinal/contract/framework/refusal.ts';
import {
  fault,
  malformed,
  methodNotAllowed,
  notFound,
  storageLow,
  tooLarge,
  tooMany,
  unavailable,
  unsupportedMedia,
} from '@cardinal/contract/framework/standardRefusals.ts';
import { type Language, say, text } from '@cardinal/primitives/text.ts';
import { DatabaseUnavailable } from '../runtime/databaseFaults.ts';

const SUCCESS_TEXT = text('操作成功', 'Success');

export const success = <T>(data: T, language: Language): Envelope<T> => ({
  code: SUCCESS,
  message: say(SUCCESS_TEXT, language),
  data,
});

/** The body and status of a refusal in the caller's language. */
export function refusedBody(refused: Refused, language: Language): { status: number; body: Envelope<unknown> } {
  const message = say(refused.refusal.text, language, refused.facts);
  const errors = refused.fields.map((each) => ({ field: each.field, message: say(each.text, language, each.facts) }));
  const body: Envelope<unknown> = {
    code: refused.refusal.code,
    message,
    data: errors.length > 0 ? { errors } : null,
  };
  return {
    status: refused.refusal.status,
    body: refused.refusal.status === 200 ? body : { ...body, desc: message },
  };
}

type HttpLike = { statusCode?: number; code?: string };

const byStatus: Readonly<Record<number, Refusal>> = {
  400: malformed,
  404: notFound,
  405: methodNotAllowed,
  413: tooLarge,
  // A URL that long matches nothing.
  414: notFound,
  415: unsupportedMedia,
  429: tooMany,
  503: unavailable,
};

/** PostgreSQL's reasons for not writing: disk full, read-only, out of memory for the statement. */
const STORAGE_STATES = new Set(['53100', '53400']);
/**
 * Values no column can store: a NUL character, half a surrogate pair, a number beyond int8, a time or offset outside the
 * calendar.
 */
const UNSTORABLE_STATES = new Set(['22021', '22P05', '22003', '22007', '22008', '22009']);
/** Shutting down, starting up, connection lost, statement or lock waited too long. */
const AWAY_STATES = new Set(['57P01', '57P02', '57P03', '08000', '08003', '08006', '57014', '55P03', '53300']);

/** What an exception means for the caller; `isFault` tells whether it is ours and must be logged. */
export function refusalOf(error: unknown): { refused: Refused; isFault: boolean } {
  if (error instanceof Refused) return { refused: error, isFault: false };
  if (error instanceof DatabaseUnavailable) return { refused: new Refused(unavailable), isFault: false };
  const { statusCode, code } = (error ?? {}) as HttpLike;
  if (code && UNSTORABLE_STATES.has(code)) return { refused: new Refused(malformed), isFault: false };
  if (code && STORAGE_STATES.has(code)) return { refused: new Refused(storageLow), isFault: true };
  if (code && (AWAY_STATES.has(code) || code === 'ECONNREFUSED' || code === 'ECONNRESET')) {
    return { refused: new Refused(unavailable), isFault: true };
  }
  const known = statusCode && code?.startsWith('FST_') ? byStatus[statusCode] : undefined;
  if (known) return { refused: new Refused(known), isFault: false };
  if (statusCode === 429) return { refused: new Refused(tooMany), isFault: false };
  return { refused: new Refused(fault), isFault: true };
}
