import type * as api from '@cardinal/contract/api/openApi/keys.ts';
import {
  apiKeyNotFound,
  duplicateKeyName,
  keyAboveYou,
  keyIsDisabled,
  scopeSetNotFound,
  tooManyKeys,
} from '@cardinal/contract/api/openApi/refusals.ts';
import { MOST_EXPIRY_YEARS, MOST_KEYS, OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../framework/duplicates.ts';
import { refuseAboveMe } from '../identity/face.ts';
import { ceilingOfCustomer } from './ceilings.ts';
import { withheldBy } from './grantRules.ts';
import { keepSecret, makeAppKey } from './secrets.ts';

const UNIQUE_NAME = 'api_key_customer_id_name_key';
const nameTaken = () => refusedAt('name', duplicateKeyName);
const wrong = (field: string, words: Text, facts?: FieldProblem['facts']) =>
  new Refused(invalid, {}, [{ field, text: words, ...(facts ? { facts } : {}) }]);

type Fields = BodyOf<typeof api.createApiKey>;

/** A key's form as columns; values the customer may not grant are refused at their field. */
async function columnsOf(ctx: Ctx, body: Fields) {
  const { customerId } = accountOf(ctx);
  const set = body.scopeSetId ? await ownSet(ctx, body.scopeSetId) : undefined;
  const scopes = [...new Set(body.scopes ?? [])];
  if (!set && scopes.length === 0)
    throw wrong('scopes', text('请选择权限模板或接口权限', 'Select a template or scopes'));
  const withheld = withheldBy(await ceilingOfCustomer(ctx, customerId), set ? set.scopes : scopes);
  if (withheld.length > 0) {
    const names = withheld.map((scope) => say(OpenScope.labelOf(scope), ctx.language)).join(', ');
    const words = text('上级未授予：{names}', 'Not granted by the parent customer: {names}');
    throw wrong(set ? 'scopeSetId' : 'scopes', words, { names });
  }
  return {
    name: body.name,
    scope_set_id: set?.id ?? null,
    scopes: set ? [] : scopes,
    addresses: [...new Set(body.addresses)],
    expires_at: body.expiresAt ? expiryOf(ctx, body.expiresAt) : null,
    daily_quota: body.dailyQuota ?? null,
    platforms: [...new Set(body.platforms ?? [])].sort(),
    product_codes: [...new Set(body.productCodes ?? [])].sort(),
  };
}

function expiryOf(ctx: Ctx, wanted: string): Date {
  const [now, at] = [ctx.clock.now(), new Date(wanted)];
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MOST_EXPIRY_YEARS);
  if (at <= now) throw wrong('expiresAt', text('到期时间须晚于现在', 'Expiry must be in the future'));
  if (at > latest)
    throw wrong('expiresAt', text('最长 {years} 年', 'At most {years} years ahead'), { years: MOST_EXPIRY_YEARS });
  return at;
}

async function ownSet(ctx: Ctx, id: string) {
  const set = await ctx.db
    .selectFrom('open_api.scope_set')
    .select(['id', 'scopes'])
    .where('id', '=', id)
    .where('customer_id', '=', accountOf(ctx).customerId)
    .forShare()
    .executeTakeFirst();
  if (!set) throw refusedAt('scopeSetId', scopeSetNotFound);
  return set;
}

/** A key of the caller's own customer whose account is not above the caller, locked until the transaction ends. */
async function lockKey(ctx: Ctx, id: string, version: number) {
  const row = await ctx.db
    .selectFrom('open_api.api_key')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', accountOf(ctx).customerId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(apiKeyNotFound);
  await refuseAboveMe(ctx, row.account_id, keyAboveYou);
  if (row.disabled_at) throw new Refused(keyIsDisabled);
  if (row.version !== version) throw new Refused(changedByAnother);
  return row;
}

/** The secret is returned once and stored encrypted; it is never shown again. */
export async function createApiKey(
  ctx: Ctx,
  body: BodyOf<typeof api.createApiKey>,
): Promise<AnswerOf<typeof api.createApiKey>> {
  const { customerId, accountId, account } = accountOf(ctx);
  const now = ctx.clock.now();
  // Without the lock, two concurrent requests would both count nineteen.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`open_api.keys:${customerId}`}, 0))`.execute(ctx.db);
  const columns = await columnsOf(ctx, body);
  const living = await ctx.db
    .selectFrom('open_api.api_key')
    .select(sql<string>`count(*)`.as('n'))
    .where('customer_id', '=', customerId)
    .where('disabled_at', 'is', null)
    .where((on) => on.or([on('expires_at', 'is', null), on('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  if (Number(living.n) >= MOST_KEYS) throw new Refused(tooManyKeys, { most: MOST_KEYS });
  const row = {
    ...columns,
    id: ctx.ids.next(),
    customer_id: customerId,
    account_id: accountId,
    account_name: account,
    app_key: makeAppKey(ctx),
    disabled_at: null,
    disabled_by: null,
    version: 1,
    created_at: now,
    updated_at: now,
  };
  await refuseDuplicate(UNIQUE_NAME, nameTaken(), ctx.db.insertInto('open_api.api_key').values(row).execute());
  const secret = await keepSecret(ctx, row.id);
  ctx.note({ objectKind: 'apiKey', objectId: row.id, summary: row.name, after: { ...columns, appKey: row.app_key } });
  return { id: row.id, appKey: row.app_key, secret };
}

export async function editApiKey(ctx: Ctx, body: BodyOf<typeof api.editApiKey>): Promise<typeof DONE> {
  const key = await lockKey(ctx, body.id, body.version);
  const after = await columnsOf(ctx, body);
  const write = ctx.db
    .updateTable('open_api.api_key')
    .set({ ...after, version: body.version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', body.id)
    .execute();
  await refuseDuplicate(UNIQUE_NAME, nameTaken(), write);
  const { name, scope_set_id, scopes, addresses, expires_at, daily_quota, platforms, product_codes } = key;
  const before = { name, scope_set_id, scopes, addresses, expires_at, daily_quota, platforms, product_codes };
  ctx.note({ objectKind: 'apiKey', objectId: body.id, summary: body.name, before, after });
  return DONE;
}

/** A secret that is already being rotated out keeps its expiry. */
export async function rotateApiKey(
  ctx: Ctx,
  { id, version, overlapHours }: BodyOf<typeof api.rotateApiKey>,
): Promise<AnswerOf<typeof api.rotateApiKey>> {
  const row = await lockKey(ctx, id, version);
  const oldUntil = new Date(ctx.clock.now().getTime() + overlapHours * 3_600_000);
  await ctx.db
    .updateTable('open_api.key_secret')
    .set({ ends_at: oldUntil })
    .where('key_id', '=', id)
    .where('ends_at', 'is', null)
    .execute();
  // Only calls from now on tell whether the old secret is still in use, and where.
  const ofKey = ctx.db.selectFrom('open_api.key_secret').select('id').where('key_id', '=', id);
  await ctx.db.deleteFrom('open_api.secret_use').where('secret_id', 'in', ofKey).execute();
  const secret = await keepSecret(ctx, id);
  await ctx.db
    .updateTable('open_api.api_key')
    .set({ version: version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  ctx.note({ objectKind: 'apiKey', objectId: id, summary: row.name, after: { rotated: true, oldUntil } });
  return { appKey: row.app_key, secret, oldUntil: oldUntil.toISOString() };
}

/** Also for a key of a descendant, so that an account responsible for a branch can disable it at once. Idempotent. */
export async function disableApiKey(ctx: Ctx, id: string): Promise<typeof DONE> {
  const row = await ctx.db
    .selectFrom('open_api.api_key')
    .select(['name', 'customer_id', 'account_id', 'disabled_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(apiKeyNotFound);
  await refuseAboveMe(ctx, row.account_id, keyAboveYou);
  if (!row.disabled_at) {
    const now = ctx.clock.now();
    await ctx.db
      .updateTable('open_api.api_key')
      .set({ disabled_at: now, disabled_by: accountOf(ctx).account, updated_at: now })
      .where('id', '=', id)
      .execute();
  }
  ctx.note({
    objectKind: 'apiKey',
    objectId: id,
    summary: row.name,
    customerId: row.customer_id,
    before: { state: row.disabled_at ? 'disabled' : 'active' },
    after: { state: 'disabled' },
  });
  return DONE;
}
