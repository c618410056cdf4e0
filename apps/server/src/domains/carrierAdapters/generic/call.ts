import type {
  CarrierProfile,
  ProfileAuth,
  ProfileRequest,
  ProfileVerdict,
} from '@cardinal/contract/carrierProfiles/profile.ts';
import { PROFILE_OPERATIONS, type ProfileOperationName } from '@cardinal/contract/carrierProfiles/profileOperations.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Line, Reply, Watch } from '../protocol/adapter.ts';
import { exchange, GARBLED, noNumber } from '../protocol/exchange.ts';
import type { AnswerOf } from '../protocol/operations.ts';
import { type Composed, compose, Unsendable } from './compose.ts';
import { type Fillers, MissingName } from './fill.ts';
import { judge, rulesOf, textOf, valueAt } from './judge.ts';
import { type Read, readAnswer } from './read.ts';

const UNSENDABLE = text('按配置无法组成请求', 'The configuration cannot build this request');
const LEAST_SECONDS = 60;

/** Sends a request of the profile over an account's connection and judges it; the answer is the body. */
async function ask(
  profile: CarrierProfile,
  request: Pick<ProfileRequest, 'method' | 'path' | 'query' | 'headers' | 'json' | 'form'> & ProfileVerdict,
  auth: ProfileAuth,
  line: Line,
  own: Fillers,
  needsBody: boolean,
  watch?: Watch,
): Promise<Reply<unknown>> {
  let composed: Composed;
  try {
    composed = compose(profile, request, auth, line, own);
  } catch (error) {
    if (error instanceof MissingName) return noNumber;
    if (error instanceof Unsendable) return { kind: 'refused', code: 'unsendable', words: UNSENDABLE };
    throw error;
  }
  const told = await exchange(line, composed);
  watch?.(composed, told.kind === 'heard' ? told.heard : undefined);
  return told.kind === 'heard' ? judge(told.heard, rulesOf(profile, request, needsBody)) : told;
}

/** One operation as the profile describes it, with its rows parsed. An answer without required data is unclear. */
export async function callProfile(
  profile: CarrierProfile,
  name: ProfileOperationName,
  line: Line,
  own: Fillers,
  watch?: Watch,
): Promise<Reply<readonly Read[]> & { readonly body?: unknown }> {
  const request = profile.operations[name];
  if (!request) throw new Error(`The profile has no ${name}`);
  const needsBody =
    Object.keys(PROFILE_OPERATIONS[name].fields).length > 0 && PROFILE_OPERATIONS[name].needs.length > 0;
  const reply = await ask(profile, request, profile.auth, line, own, needsBody, watch);
  if (reply.kind !== 'ok') return reply;
  const rows = readAnswer(profile, name, request, reply.answer);
  return rows
    ? { ...reply, answer: rows, body: reply.answer }
    : { kind: 'unclear', httpStatus: reply.httpStatus, words: GARBLED, code: 'garbled' };
}

/** The token of a profile whose calls need one. */
export async function openProfileSession(
  profile: CarrierProfile,
  auth: Extract<ProfileAuth, { kind: 'token' }>,
  line: Line,
  watch?: Watch,
): Promise<Reply<AnswerOf<'openSession'>>> {
  const reply = await ask(profile, auth.request, auth.proof ?? { kind: 'none' }, line, {}, true, watch);
  // A refused token request means bad credentials, however the carrier words it.
  if (reply.kind === 'sessionGone') return { kind: 'badCredentials', httpStatus: reply.httpStatus, words: GARBLED };
  if (reply.kind !== 'ok') return reply;
  const token = textOf(valueAt(reply.answer, auth.token));
  const lives = typeof auth.lives === 'number' ? auth.lives : Number(textOf(valueAt(reply.answer, auth.lives)));
  return token && Number.isFinite(lives)
    ? { ...reply, answer: { token, livesSeconds: Math.max(LEAST_SECONDS, lives) } }
    : { kind: 'unclear', httpStatus: reply.httpStatus, words: GARBLED, code: 'garbled' };
}
