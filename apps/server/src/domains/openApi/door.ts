import {
  appKeyUnknown,
  clockSkew,
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
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { OpenCall, OpenDoor, OpenKey, SignedCall } from '../../framework/openDoor.ts';
import { actorOf, isListed } from '../identity/face.ts';
import { ceilingOfCustomer } from './ceilings.ts';
import { leftBy } from './grantRules.ts';
import { livingSecrets } from './secrets.ts';
import { isOfNow, isSignedWith } from './signatureRules.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

async function find(ctx: Ctx, appKey: string): Promise<OpenKey> {
  const row = await ctx.db
    .selectFrom('open_api.api_key as k')
    .leftJoin('open_api.scope_set as s', 's.id', 'k.scope_set_id')
    .select(['k.id', 'k.name', 'k.app_key', 'k.customer_id', 'k.account_id', 'k.addresses', 'k.expires_at'])
    .select(['k.disabled_at', 'k.scopes as own_scopes', 's.scopes as set_scopes'])
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
    addresses: row.addresses,
    expiresAt: row.expires_at,
    isDisabled: row.disabled_at !== null,
  };
}

async function admit(ctx: Ctx, key: OpenKey, call: SignedCall) {
  const now = ctx.clock.now();
  if (!isOfNow(call.timestamp, now)) {
    throw new Refused(clockSkew, { now: Math.floor(now.getTime() / 1_000), seconds: CLOCK_WINDOW_SECONDS });
  }
  const secrets = await livingSecrets(ctx, key.id);
  const fits = secrets.map((secret) => isSignedWith(secret, call, call.signature));
  if (!fits.includes(true)) throw new Refused(signatureWrong);
  const { isFresh, calls } = await countCall(ctx, key, call, now);
  if (!isFresh) throw new Refused(nonceReused);
  if (key.isDisabled) throw new Refused(keyDisabled);
  if (key.expiresAt && key.expiresAt <= now) throw new Refused(keyExpired);
  if (!isListed(ctx.address, key.addresses)) throw new Refused(keyAddressNotListed, { address: ctx.address });
  if (calls > key.callsPerMinute) {
    const retryAfterSeconds = 60 - Math.floor((now.getTime() % MINUTE_MS) / 1_000);
    throw new Refused(keyTooFast, { most: key.callsPerMinute, retryAfterSeconds });
  }
  const who = await actorOf(ctx, key.accountId);
  if (!who) throw new Refused(keyHolderDisabled);
  // A password that is to be changed is no matter of a key.
  const actor = { ...who.actor, mustChangePassword: false, openKey: { id: key.id, name: key.name } };
  return { actor, scope: who.scope };
}

/** Spends the nonce and counts the call in its minute, in one statement, so that many processes share one count. */
async function countCall(ctx: Ctx, key: OpenKey, call: SignedCall, now: Date) {
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  const { rows } = await sql<{ fresh: string; calls: number }>`
    with seen as (
      insert into open_api.nonce (key_id, nonce, at) values (${key.id}, ${call.nonce}, ${now})
      on conflict do nothing returning 1
    ), used as (
      insert into open_api.key_use as u (key_id, minute, calls, last_at, last_address, last_interface)
      values (${key.id}, ${minute}, 1, ${now}, ${ctx.address}, ${call.interface})
      on conflict (key_id) do update set
        calls = case when u.minute = excluded.minute then u.calls + 1 else 1 end,
        minute = excluded.minute, last_at = excluded.last_at,
        last_address = excluded.last_address, last_interface = excluded.last_interface
      returning calls
    ) select (select count(*) from seen) as fresh, (select calls from used) as calls`.execute(ctx.db);
  const [counted] = rows;
  return { isFresh: counted?.fresh === '1', calls: counted?.calls ?? 0 };
}

async function record(ctx: Ctx, call: OpenCall): Promise<void> {
  const at = ctx.clock.now();
  const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
  const { key, milliseconds, idempotencyKey, ...kept } = call;
  await sql`
    with line as (
      insert into open_api.call (id, at, key_id, customer_id, interface, method, path, status, code, milliseconds, address,
        request_id, idempotency_key)
      values (${ctx.ids.next()}, ${at}, ${key.id}, ${key.customerId}, ${kept.interface}, ${kept.method}, ${kept.path},
        ${kept.status}, ${kept.code}, ${milliseconds}, ${ctx.address}, ${ctx.requestId}, ${idempotencyKey ?? null})
    )
    insert into open_api.call_hour as h (key_id, interface, hour, calls, errors)
    values (${key.id}, ${kept.interface}, ${hour}, 1, ${kept.status >= 400 ? 1 : 0})
    on conflict (key_id, interface, hour) do update set calls = h.calls + 1, errors = h.errors + excluded.errors`.execute(
    ctx.db,
  );
}

export const openDoor: OpenDoor = { find, admit, record };
