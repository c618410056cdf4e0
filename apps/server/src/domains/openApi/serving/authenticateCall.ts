import {
  appKeyUnknown,
  clockSkew,
  dailyQuotaSpent,
  interfaceOff,
  interfaceTooFast,
  keyAddressNotListed,
  keyDisabled,
  keyExpired,
  keyHolderDisabled,
  keyTooFast,
  nonceReused,
  signatureWrong,
} from '@cardinal/contract/api/openApi/refusals.ts';
import { CLOCK_WINDOW_SECONDS } from '@cardinal/contract/api/openApi/signature.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Account, Ctx } from '../../../framework/context.ts';
import type { Scope } from '../../../framework/scoping.ts';
import { cardNarrowing } from '../../cards/face.ts';
import { actorOf, isListed } from '../../identity/face.ts';
import { ceilingOfCustomer } from '../ceilings.ts';
import { leftBy } from '../grantRules.ts';
import { pathOfInterface } from '../interfaceCatalogue.ts';
import { livingSecrets } from '../secrets.ts';
import { isOfNow, isSignedWith } from '../signatureRules.ts';
import { endingHeaders, type Standing, stateAt } from '../standingRules.ts';
import type { OpenKey, SignedCall } from './openCall.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** The key by name; refuses an unknown one. The caller is not authenticated yet. */
export async function findKey(ctx: Ctx, appKey: string): Promise<OpenKey> {
  const row = await ctx.db
    .selectFrom('open_api.api_key as k')
    .leftJoin('open_api.scope_set as s', 's.id', 'k.scope_set_id')
    .select(['k.id', 'k.name', 'k.app_key', 'k.customer_id', 'k.account_id', 'k.addresses', 'k.expires_at'])
    .select(['k.disabled_at', 'k.daily_quota', 'k.platforms', 'k.product_codes'])
    .select(['k.scopes as own_scopes', 's.scopes as set_scopes'])
    .where('k.app_key', '=', appKey)
    .executeTakeFirst();
  if (!row) throw new Refused(appKeyUnknown);
  const ceiling = await ceilingOfCustomer(ctx, row.customer_id);
  return {
    id: row.id,
    name: row.name,
    appKey: row.app_key,
    customerId: row.customer_id,
    accountId: row.account_id,
    scopes: new Set(leftBy(ceiling, row.set_scopes ?? row.own_scopes)),
    callsPerMinute: ceiling.callsPerMinute,
    dailyQuota: row.daily_quota,
    narrowed: cardNarrowing(row.platforms, row.product_codes),
    addresses: row.addresses,
    expiresAt: row.expires_at,
    isDisabled: row.disabled_at !== null,
  };
}

/**
 * Authenticates the call, uses up its nonce and returns for whom it acts. Refuses, in this order, a wrong clock, signature,
 * nonce, address, state or rate, or an interface that is not offered. Only the holder of the secret therefore learns more than
 * the first two. `headers` are sent with every response: whether and when the interface ends.
 */
export async function authenticateCall(
  ctx: Ctx,
  key: OpenKey,
  call: SignedCall,
): Promise<{ actor: Account; scope: Scope; headers: Readonly<Record<string, string>> }> {
  const now = ctx.clock.now();
  if (!isOfNow(call.timestamp, now)) {
    throw new Refused(clockSkew, { now: Math.floor(now.getTime() / 1_000), seconds: CLOCK_WINDOW_SECONDS });
  }
  const secrets = await livingSecrets(ctx, key.id);
  const fits = secrets.map(({ id, secret }) => isSignedWith(secret, call, call.signature) && id);
  const secretId = fits.find((id) => id !== false);
  if (!secretId) throw new Refused(signatureWrong);
  const { isFresh, calls, callsOfDay, callsOfSecond, said } = await countCall(ctx, key, { ...call, secretId }, now);
  if (!isFresh) throw new Refused(nonceReused);
  if (key.isDisabled) throw new Refused(keyDisabled);
  if (key.expiresAt && key.expiresAt <= now) throw new Refused(keyExpired);
  if (!isListed(ctx.address, key.addresses)) throw new Refused(keyAddressNotListed, { address: ctx.address });
  if (calls > key.callsPerMinute) {
    const retryAfterSeconds = 60 - Math.floor((now.getTime() % MINUTE_MS) / 1_000);
    throw new Refused(keyTooFast, { most: key.callsPerMinute, retryAfterSeconds });
  }
  if (key.dailyQuota !== null && callsOfDay > key.dailyQuota) {
    const { hour, minute, second } = wallTimeIn(DEFAULT_ZONE, now);
    const retryAfterSeconds = DAY_MS / SECOND_MS - (hour * 3_600 + minute * 60 + second);
    throw new Refused(dailyQuotaSpent, { most: key.dailyQuota, retryAfterSeconds });
  }
  const state = stateAt(said, now);
  if (state === 'draft') throw new Refused(notFound);
  if (state === 'off') throw new Refused(interfaceOff);
  if (said?.calls_per_second && callsOfSecond > said.calls_per_second) {
    throw new Refused(interfaceTooFast, { most: said.calls_per_second, retryAfterSeconds: 1 });
  }
  const who = await actorOf(ctx, key.accountId);
  if (!who) throw new Refused(keyHolderDisabled);
  // A due password change does not affect keys.
  const actor = { ...who.actor, mustChangePassword: false, openKey: { id: key.id, name: key.name } };
  return {
    actor,
    scope: { ...who.scope, narrowed: key.narrowed },
    headers: said ? endingHeaders(said, pathOfInterface) : {},
  };
}

/**
 * Uses up the nonce, counts the call per minute, day, second and secret, and reads the interface's settings. One statement does
 * all, so that several processes share the counts.
 */
async function countCall(ctx: Ctx, key: OpenKey, call: SignedCall & { secretId: string }, now: Date) {
  const minute = startOf(now, MINUTE_MS);
  const second = startOf(now, SECOND_MS);
  const { rows } = await sql<Counted>`
    with seen as (
      insert into open_api.nonce (key_id, nonce, at) values (${key.id}, ${call.nonce}, ${now})
      on conflict do nothing returning 1
    ), used as (
      insert into open_api.key_use as u (key_id, minute, calls, day, calls_of_day, last_at, last_address, last_interface)
      values (${key.id}, ${minute}, 1, ${dayText(now)}::date, 1, ${now}, ${ctx.address}, ${call.interface})
      on conflict (key_id) do update set
        calls = case when u.minute = excluded.minute then u.calls + 1 else 1 end,
        calls_of_day = case when u.day = excluded.day then u.calls_of_day + 1 else 1 end,
        minute = excluded.minute, day = excluded.day, last_at = excluded.last_at,
        last_address = excluded.last_address, last_interface = excluded.last_interface
      returning calls, calls_of_day
    ), signed as (
      insert into open_api.secret_use as s (secret_id, address, calls, last_at)
      values (${call.secretId}, ${ctx.address}, 1, ${now})
      on conflict (secret_id, address) do update set calls = s.calls + 1, last_at = excluded.last_at
    ), said as (
      select * from open_api.interface where name = ${call.interface}
    ), paced as (
      insert into open_api.interface_use as p (key_id, interface, second, calls)
      select ${key.id}::bigint, name, ${second}::timestamptz, 1 from said where calls_per_second is not null
      on conflict (key_id, interface) do update set
        calls = case when p.second = excluded.second then p.calls + 1 else 1 end, second = excluded.second
      returning calls
    )
    select (select count(*) from seen) as fresh, used.calls, used.calls_of_day, paced.calls as calls_of_second,
      said.state, said.ends_at, said.announced_at, said.replaced_by, said.calls_per_second
    from used left join said on true left join paced on true`.execute(ctx.db);
  const [counted] = rows;
  const { state, ...said } = counted ?? {};
  return {
    isFresh: counted?.fresh === '1',
    calls: counted?.calls ?? 0,
    callsOfDay: counted?.calls_of_day ?? 0,
    callsOfSecond: counted?.calls_of_second ?? 0,
    said: state ? ({ ...said, state } as Said) : undefined,
  };
}

type Said = Standing & { readonly calls_per_second: number | null };
type Counted = Partial<Said> & { fresh: string; calls: number; calls_of_day: number; calls_of_second: number | null };

export const startOf = (now: Date, length: number) => new Date(Math.floor(now.getTime() / length) * length);
