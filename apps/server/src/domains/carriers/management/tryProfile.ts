import type {
  listProfilePresets as presetsEndpoint,
  tryCarrierProfile as tryEndpoint,
} from '@cardinal/contract/api/carriers/carrierProfiles.ts';
import { credentialsIncomplete } from '@cardinal/contract/api/carriers/carriers.ts';
import type { CarrierProfile } from '@cardinal/contract/carrierProfiles/profile.ts';
import type { AnswerOf, BodyOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import {
  adapterOf,
  type CarrierAdapter,
  findAdapter,
  parsedJson,
  presetsOf,
  type Reply,
  textOf,
  valueAt,
  type Watch,
} from '../../carrierAdapters/face.ts';
import { profileOf } from '../accounts/accountProfile.ts';
import { credentialFaults } from '../accounts/accountRules.ts';
import { findAccount } from '../accounts/accountStore.ts';
import { tryCarrier } from '../gate/gate.ts';
import { noteProof, openCredentials } from './proveAccount.ts';

const TOO_FAST = text('运营商限流', 'Rate limited by the carrier');
const TOKEN_GONE = text('运营商不接受令牌', 'The carrier rejected the token');
const UNDERSTOOD = text('已读懂应答', 'Response parsed');
/** How much of an answer is shown. */
const MOST_SHOWN = 20_000;
const MASK = '••••';
/** A shorter secret would match everywhere; it is hidden only where it is a whole value. */
const SHORT = 4;

type Step = AnswerOf<typeof tryEndpoint>['steps'][number];

/** Profiles to start from for a configured adapter; none for a coded one. */
export const readPresets = async (
  _: Ctx,
  { adapter }: QueryOf<typeof presetsEndpoint>,
): Promise<AnswerOf<typeof presetsEndpoint>> => {
  const found = findAdapter(adapter);
  return found?.readProfile ? presetsOf(found) : [];
};

/**
 * One query with a profile that is not stored. It goes to the account's own address only, so that stored credentials cannot be
 * redirected; secrets are masked in what is shown.
 */
export async function tryCarrierProfile(
  ctx: Ctx,
  body: BodyOf<typeof tryEndpoint>,
): Promise<Commit<AnswerOf<typeof tryEndpoint>>> {
  const row = await findAccount(ctx.db, body.accountId);
  if (!row || row.state === 'off') throw new Refused(notFound);
  const seen: Parameters<Watch>[] = [];
  const kind = adapterOf(row.adapter);
  const profile = profileOf(kind, body.profile);
  const adapter = kind.shape?.(profile, (...step) => seen.push(step)) ?? kind;
  const credentials = body.credentials ?? openCredentials(ctx, row);
  const faults = credentialFaults(adapter, credentials);
  if (faults.length > 0) throw new Refused(credentialsIncomplete, { fields: faults.join(', ').slice(0, 100) });

  const beganAt = performance.now();
  const reply =
    body.iccid === undefined
      ? await tryCarrier(ctx, row, credentials, 'echo', {}, adapter)
      : await tryCarrier(ctx, row, credentials, 'getDevice', { iccid: body.iccid }, adapter);
  const durationMs = Math.round(performance.now() - beganAt);
  const hide = hiding([...secretsOf(adapter, credentials), ...tokenAmong(profile, seen)]);
  const works = reply.kind === 'ok';
  return async (inside) => {
    noteProof(inside, row, { works });
    return {
      ...told(ctx, reply),
      durationMs,
      steps: seen.map((step) => shown(step, hide)),
      understood: reply.kind === 'ok' ? understood(reply.answer) : [],
    };
  };
}

function told(ctx: Ctx, reply: Reply<unknown>): Pick<AnswerOf<typeof tryEndpoint>, 'outcome' | 'words'> {
  switch (reply.kind) {
    case 'ok':
      return { outcome: 'ok', words: say(UNDERSTOOD, ctx.language) };
    case 'tooMany':
      return { outcome: 'unavailable', words: say(TOO_FAST, ctx.language) };
    case 'sessionGone':
      return { outcome: 'unavailable', words: say(TOKEN_GONE, ctx.language) };
    case 'refused':
    case 'unclear':
      return { outcome: reply.kind, words: say(reply.words, ctx.language) };
    default:
      return { outcome: 'unavailable', words: say(reply.words, ctx.language) };
  }
}

/** The fields understood from an answer; the raw answer is shown beside them. */
function understood(answer: object): { field: string; value: string | null }[] {
  return Object.entries(answer)
    .filter(([field]) => field !== 'raw' && field !== 'words')
    .map(([field, value]: [string, unknown]) => ({
      field,
      value: value instanceof Date ? value.toISOString() : value === null || value === undefined ? null : String(value),
    }));
}

const secretsOf = (adapter: CarrierAdapter, credentials: Readonly<Record<string, string>>): string[] =>
  adapter.credentials.flatMap(({ name, isSecret }) => (isSecret ? [credentials[name] ?? ''] : []));

/** A token the carrier has just issued is a secret too. */
function tokenAmong({ auth }: CarrierProfile, [opened]: readonly Parameters<Watch>[]): string[] {
  const token = auth.kind === 'token' ? textOf(valueAt(parsedJson(opened?.[1]?.text ?? ''), auth.token)) : undefined;
  return token === undefined ? [] : [token];
}

/** Masks every secret, in each form in which it is sent. */
function hiding(secrets: readonly string[]): (shown: string) => string {
  const forms = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
  ]);
  const long = [...new Set(forms)].filter((form) => form.length >= SHORT).sort((a, b) => b.length - a.length);
  return (shown) => (secrets.includes(shown) ? MASK : long.reduce((left, form) => left.replaceAll(form, MASK), shown));
}

/** Headers with authentication data, in whatever form. */
const PROOFS = new Set(['authorization', 'cookie', 'set-cookie']);

function shown([asked, heard]: Parameters<Watch>, hide: (shown: string) => string): Step {
  return {
    method: asked.method,
    url: hide(asked.url.href),
    headers: Object.entries(asked.headers ?? {}).map(([name, value]) => ({
      name,
      value: PROOFS.has(name) ? value.replace(/^(\w+ )?.*$/s, `$1${MASK}`) : hide(value),
    })),
    body: asked.body === undefined ? null : hide(asked.body),
    httpStatus: heard?.status ?? null,
    answer: heard ? hide(heard.text).slice(0, MOST_SHOWN) : null,
  };
}
