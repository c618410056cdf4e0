import { type saveProvider as endpoint, mappedRoleUnknown } from '@cardinal/contract/api/singleSignOn/providers.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { endSessionsOfProvider, rolesOfCustomer } from '../../identity/face.ts';
import type { ProviderTable } from '../singleSignOnTables.ts';
import { customerToSet, providerOf, secretPlace, settingsOf } from './providerStore.ts';

/** Adds or edits a provider of a customer. */
export async function saveProvider(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const before = body.id === undefined ? undefined : await providerOf(ctx.db, body.id);
  const customer = await customerToSet(ctx, before?.customer_id ?? body.customerId);
  if (before && before.version !== body.version) throw new Refused(changedByAnother);
  const roleIds = [...new Set(body.roleMap.map(({ roleId }) => roleId))];
  const known = await rolesOfCustomer(ctx.db, customer.id, roleIds);
  if (known.length !== roleIds.length) throw refusedAt('roleMap', mappedRoleUnknown);
  const id = before?.id ?? ctx.ids.next();
  const secret = body.clientSecret;
  const now = ctx.clock.now();
  const columns = {
    name: body.name,
    issuer: body.issuer,
    client_id: body.clientId,
    client_secret:
      secret === undefined
        ? (before?.client_secret ?? null)
        : secret === null
          ? null
          : ctx.secrets.seal(secret, secretPlace(id)),
    scopes: body.scopes,
    account_claim: body.accountClaim,
    groups_claim: body.groupsClaim,
    domains: body.domains,
    creates_accounts: body.createsAccounts,
    console_origin: body.consoleOrigin,
    is_enabled: body.isEnabled,
    updated_at: now,
  };
  const version = (before?.version ?? 0) + 1;
  const row = { ...columns, role_map: JSON.stringify(body.roleMap) as unknown as ProviderTable['role_map'], version };
  if (before) {
    // Of two editors with one version one wins.
    const { numUpdatedRows } = await ctx.db
      .updateTable('single_sign_on.provider')
      .set(row)
      .where('id', '=', id)
      .where('version', '=', before.version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refused(changedByAnother);
  } else {
    await ctx.db
      .insertInto('single_sign_on.provider')
      .values({ id, customer_id: customer.id, created_at: now, ...row })
      .execute();
  }
  const isElsewhere = before && (before.issuer !== body.issuer || before.client_id !== body.clientId);
  // What another issuer calls a subject is somebody else.
  if (isElsewhere) await ctx.db.deleteFrom('single_sign_on.link').where('provider_id', '=', id).execute();
  const ended =
    isElsewhere || (before?.is_enabled && !body.isEnabled)
      ? await endSessionsOfProvider(ctx.beyondScope('the sessions of a provider within scope'), id, now)
      : 0;
  ctx.note({
    customerId: customer.id,
    objectKind: 'identityProvider',
    objectId: id,
    summary: body.name,
    ...(before ? { before: settingsOf(before) } : {}),
    after: {
      ...settingsOf({ ...columns, role_map: body.roleMap }),
      ...(secret === undefined ? {} : { secretChanged: true }),
      ...(ended > 0 ? { endedSessions: ended } : {}),
    },
  });
  return { id, version };
}

export async function deleteProvider(ctx: Ctx, id: string) {
  const provider = await providerOf(ctx.db, id);
  await customerToSet(ctx, provider.customer_id);
  await ctx.db.deleteFrom('single_sign_on.provider').where('id', '=', id).execute();
  const ended = await endSessionsOfProvider(
    ctx.beyondScope('the sessions of a provider within scope'),
    id,
    ctx.clock.now(),
  );
  ctx.note({
    customerId: provider.customer_id,
    objectKind: 'identityProvider',
    objectId: id,
    summary: provider.name,
    before: settingsOf(provider),
    after: { deleted: true, endedSessions: ended },
  });
  return DONE;
}
