import {
  type finishSignIn as endpoint,
  flowOver,
  nameNotUsable,
  noMappedRole,
  noSuchAccount,
  proofInvalid,
  providerRefused,
  providerSilent,
} from '@cardinal/contract/api/singleSignOn/signInByProvider.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { OperationType } from '@cardinal/contract/tasks/operationTypes.ts';
import { accountRule } from '@cardinal/primitives/account.ts';
import * as client from 'openid-client';
import type { Ctx } from '../../../framework/context.ts';
import {
  accountNamed,
  addProvenAccount,
  hashPassword,
  isAccountKept,
  rolesOfCustomer,
  setManagedRoles,
  signInProven,
} from '../../identity/face.ts';
import { type Person, personOf } from '../claimRules.ts';
import { identityOf } from '../protocols/oidc.ts';
import { clientOf } from '../providers/providerStore.ts';
import { noAnswerIn } from '../providers/testProvider.ts';
import type { ProviderTable } from '../singleSignOnTables.ts';
import { usableProvider } from './beginSignIn.ts';
import { flowKey, flowSecrets, randomToken } from './flow.ts';

type Proven = { readonly subject: string; readonly person: Person };

/** Signs in with what the provider sent back. Commits by itself, because a refusal must be stored too. */
export async function finishSignIn(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const state = new URLSearchParams(body.callback).get('state') ?? '';
  // One statement decides, so that of two attempts with one answer only one counts.
  const flow = await ctx.db
    .deleteFrom('single_sign_on.flow')
    .where('key_hash', '=', flowKey(state, body.binding))
    .returning(['provider_id', 'expires_at'])
    .executeTakeFirst();
  const provider = flow && flow.expires_at > ctx.clock.now() ? await usableProvider(ctx, flow.provider_id) : undefined;
  if (!provider) throw new Refused(flowOver);
  const known: { subject?: string; account?: string; reason?: string } = {};
  try {
    const { subject, claims } = await proofOf(ctx, provider, state, body, known);
    known.subject = subject;
    const person = personOf(claims, provider);
    if ('code' in person) throw new Refused(person);
    known.account = person.account;
    return await signInPerson(ctx, provider, { subject, person });
  } catch (error) {
    if (error instanceof Refused) await recordRefusal(ctx, provider, error, known);
    throw error;
  }
}

/** The verified answer of the provider; `known` gets the reason of a failure, which only the log keeps. */
async function proofOf(
  ctx: Ctx,
  provider: ProviderTable,
  state: string,
  { binding, callback }: BodyOf<typeof endpoint>,
  known: { reason?: string },
) {
  const wanted = [provider.account_claim, ...(provider.groups_claim === null ? [] : [provider.groups_claim])];
  if (provider.domains.length > 0) wanted.push('email');
  try {
    return await identityOf(ctx, clientOf(ctx, provider), flowSecrets(state, binding), callback, wanted);
  } catch (error) {
    const cause = noAnswerIn(error);
    known.reason = cause ? cause.message : reasonOf(error);
    if (cause) throw new Refused(providerSilent);
    if (error instanceof client.AuthorizationResponseError) {
      throw new Refused(providerRefused, { error: error.error.slice(0, 60) });
    }
    ctx.log.warn({ err: error, providerId: provider.id }, 'answer of an identity provider refused');
    throw new Refused(proofInvalid);
  }
}

function reasonOf(error: unknown): string {
  const said: string[] = [];
  for (let each = error; each instanceof Error; each = each.cause) said.push(each.message);
  return said.join(': ').slice(0, 300);
}

async function signInPerson(ctx: Ctx, provider: ProviderTable, proven: Proven): Promise<AnswerOf<typeof endpoint>> {
  // The provider acts for its own customer and for no other, whatever it says.
  const acting = ctx.actAs({
    actor: { kind: 'system', name: provider.name },
    scope: {
      everything: false,
      customerIds: [provider.customer_id],
      ownCustomerId: provider.customer_id,
      accountId: '0',
    },
  });
  // Of a password nobody knows; hashed before the transaction, because it takes a while.
  const passwordHash = provider.creates_accounts ? await hashPassword(randomToken(ctx.random.bytes)) : '';
  return acting.transact(async (inside) => {
    const { accountId, given } = await accountFor(inside, provider, proven, passwordHash);
    const granted = await assignRoles(inside, provider, accountId, proven.person, given);
    const now = inside.clock.now();
    const seen = { account_id: accountId, given_role_ids: [...granted], last_used_at: now };
    await inside.db
      .insertInto('single_sign_on.link')
      .values({
        provider_id: provider.id,
        subject: proven.subject,
        customer_id: provider.customer_id,
        linked_at: now,
        ...seen,
      })
      .onConflict((conflict) => conflict.columns(['provider_id', 'subject']).doUpdateSet(seen))
      .execute();
    return signInProven(inside, accountId, provider.id);
  });
}

/** The linked account; at first the one with the person's name, or a new one where the provider creates accounts. */
async function accountFor(
  ctx: Ctx,
  provider: ProviderTable,
  { subject, person }: Proven,
  passwordHash: string,
): Promise<{ accountId: string; given: readonly string[] }> {
  // Locked: two sign-ins of one person at once would both create an account, and disabling ends the sessions opened so far.
  const usable = await ctx.db
    .selectFrom('single_sign_on.provider')
    .select('id')
    .where('id', '=', provider.id)
    .where('is_enabled', '=', true)
    .forUpdate()
    .executeTakeFirst();
  if (!usable) throw new Refused(flowOver);
  const link = await ctx.db
    .selectFrom('single_sign_on.link')
    .select(['account_id', 'given_role_ids'])
    .where('provider_id', '=', provider.id)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (link && (await isAccountKept(ctx.db, link.account_id))) {
    return { accountId: link.account_id, given: link.given_role_ids };
  }
  const named = await accountNamed(ctx.db, provider.customer_id, person.account);
  if (named) {
    const other = await ctx.db
      .selectFrom('single_sign_on.link')
      .select('subject')
      .where('provider_id', '=', provider.id)
      .where('account_id', '=', named.id)
      .executeTakeFirst();
    // A name given to another person at the provider does not hand over the account.
    if (other) throw new Refused(noSuchAccount);
    return { accountId: named.id, given: [] };
  }
  // A deleted account is not created again by its former owner.
  if (link || !provider.creates_accounts) throw new Refused(noSuchAccount);
  if (accountRule(person.account)) throw new Refused(nameNotUsable, { name: person.account.slice(0, 64) });
  return { accountId: await createAccount(ctx, provider, person, passwordHash), given: [] };
}

async function createAccount(ctx: Ctx, provider: ProviderTable, person: Person, passwordHash: string): Promise<string> {
  const { account, name, email } = person;
  const made = await addProvenAccount(ctx, {
    customerId: provider.customer_id,
    account,
    name,
    email,
    passwordHash,
    by: provider.name,
  }).catch((error: unknown) => {
    throw error instanceof Refused ? new Refused(nameNotUsable, { name: account }) : error;
  });
  await recordAccount(ctx, provider, { objectId: made.id, summary: account, after: { account, name, email } });
  return made.id;
}

/** Gives exactly the mapped roles of those the provider decides on, and returns them; no mapping changes nothing. */
async function assignRoles(
  ctx: Ctx,
  provider: ProviderTable,
  accountId: string,
  person: Person,
  given: readonly string[],
): Promise<readonly string[]> {
  if (person.roleIds === undefined) return given;
  const granted = await rolesOfCustomer(ctx.db, provider.customer_id, person.roleIds);
  const managed = [...new Set([...provider.role_map.map(({ roleId }) => roleId), ...given])];
  const { before, after } = await setManagedRoles(ctx, accountId, { managed, granted });
  if (after.length === 0) throw new Refused(noMappedRole);
  if (before.join() !== after.join()) {
    const roles = { before: { roles: before }, after: { roles: after } };
    await recordAccount(ctx, provider, { objectId: accountId, summary: person.account, ...roles });
  }
  return granted;
}

/** The log row of an account that a sign-in created or whose roles it changed. */
const recordAccount = (
  ctx: Ctx,
  provider: ProviderTable,
  what: { objectId: string; summary: string; before?: object; after: object },
) =>
  ctx.record({
    operation: OperationType.values.EditAccountRole,
    endpoint: 'singleSignOn.finish',
    permission: 'public',
    result: 'done',
    code: '200',
    customerId: provider.customer_id,
    objectKind: 'account',
    ...what,
  });

const recordRefusal = (
  ctx: Ctx,
  provider: ProviderTable,
  refused: Refused,
  known: { subject?: string; account?: string; reason?: string },
) =>
  ctx.record({
    operation: OperationType.values.SignInOut,
    endpoint: 'singleSignOn.finish',
    permission: 'public',
    result: 'refused',
    code: refused.refusal.code,
    customerId: provider.customer_id,
    objectKind: 'identityProvider',
    objectId: provider.id,
    summary: known.account ?? provider.name,
    after: { refused: refused.refusal.name, ...known },
  });
