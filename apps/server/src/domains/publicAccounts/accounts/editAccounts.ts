import { targetNotAllowed } from '@cardinal/contract/api/paymentProviders/refusals.ts';
import {
  type addPublicAccount as addEndpoint,
  appidTaken,
  type editPublicAccount as editEndpoint,
  OFFICIAL_API,
  OFFICIAL_PAGES,
  type switchPublicAccount as switchEndpoint,
} from '@cardinal/contract/api/publicAccounts/publicAccounts.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { isAllowedAddress } from '../../../outbound/addressRules.ts';
import { ownAccount, sealSecret } from './accountStore.ts';

/** WeChat's addresses, or those of a relay or a simulator; in production the sign-in page is always WeChat's. */
export function addressesOf(
  ctx: Ctx,
  { apiBaseUrl, pageBaseUrl }: { apiBaseUrl?: string | undefined; pageBaseUrl?: string | undefined },
) {
  const given = { apiBaseUrl: apiBaseUrl || OFFICIAL_API, pageBaseUrl: pageBaseUrl || OFFICIAL_PAGES };
  const { production } = ctx.config;
  if (!isAllowedAddress(given.apiBaseUrl, production)) throw refusedAt('apiBaseUrl', targetNotAllowed);
  const isPage =
    isAllowedAddress(given.pageBaseUrl, production) && (!production || given.pageBaseUrl === OFFICIAL_PAGES);
  if (!isPage) throw refusedAt('pageBaseUrl', targetNotAllowed);
  return { api_base_url: given.apiBaseUrl, page_base_url: given.pageBaseUrl };
}

/** What the operation log keeps; never the secret. */
const noted = (row: { name: string; appid?: string; hotline: string | null; api_base_url: string }) => ({
  name: row.name,
  appid: row.appid,
  hotline: row.hotline,
  address: row.api_base_url,
});

export async function addPublicAccount(
  ctx: Ctx,
  { name, hotline, appid, secret, ...addresses }: BodyOf<typeof addEndpoint>,
): Promise<AnswerOf<typeof addEndpoint>> {
  const id = ctx.ids.next();
  const now = ctx.clock.now();
  const row = {
    id,
    customer_id: accountOf(ctx).customerId,
    name,
    appid,
    secret: sealSecret(ctx, id, secret),
    hotline: hotline ?? null,
    ...addressesOf(ctx, addresses),
    created_at: now,
    updated_at: now,
  };
  const write = ctx.db.insertInto('public_accounts.account').values(row).execute();
  await refuseDuplicate('account_appid', refusedAt('appid', appidTaken), write);
  ctx.note({ objectKind: 'publicAccount', objectId: id, summary: name, after: noted(row) });
  return { id };
}

export async function editPublicAccount(
  ctx: Ctx,
  { id, version, name, hotline, secret, ...addresses }: BodyOf<typeof editEndpoint>,
): Promise<AnswerOf<typeof editEndpoint>> {
  const before = await ownAccount(ctx, id);
  if (before.version !== version) throw new Refused(changedByAnother);
  const change = {
    name,
    hotline: hotline ?? null,
    ...addressesOf(ctx, addresses),
    ...(secret === undefined ? {} : { secret: sealSecret(ctx, id, secret) }),
  };
  await ctx.db
    .updateTable('public_accounts.account')
    .set({ ...change, version: version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  const isNewSecret = secret !== undefined;
  ctx.note({
    objectKind: 'publicAccount',
    objectId: id,
    summary: name,
    before: noted(before),
    after: { ...noted({ ...before, ...change }), ...(isNewSecret ? { secret: '••••' } : {}) },
  });
  return DONE;
}

/** A disabled one lets nobody in, and whoever is in is out at once; orders and refunds go on. */
export async function switchPublicAccount(
  ctx: Ctx,
  { id, isEnabled }: BodyOf<typeof switchEndpoint>,
): Promise<AnswerOf<typeof switchEndpoint>> {
  const before = await ownAccount(ctx, id);
  await ctx.db
    .updateTable('public_accounts.account')
    .set((row) => ({ is_enabled: isEnabled, version: row('version', '+', 1), updated_at: ctx.clock.now() }))
    .where('id', '=', id)
    .execute();
  if (!isEnabled) await ctx.db.deleteFrom('public_accounts.session').where('account_id', '=', id).execute();
  ctx.note({
    objectKind: 'publicAccount',
    objectId: id,
    summary: before.name,
    before: { isEnabled: before.is_enabled },
    after: { isEnabled },
  });
  return DONE;
}
