import {
  accountDisabled,
  type signIn as endpoint,
  passwordSignInClosed,
  signInElsewhere,
  signInRefused,
  tooManyAttempts,
} from '@cardinal/contract/api/identity/identity.ts';
import type { signInTwoStep } from '@cardinal/contract/api/identity/twoStep.ts';
import type { SignInResult } from '@cardinal/contract/enumerations/identity.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { type Refusal, Refused } from '@cardinal/contract/framework/refusal.ts';
import { OperationType } from '@cardinal/contract/tasks/operationTypes.ts';
import { accountKey, signInKind } from '@cardinal/primitives/account.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import { keepSignIn } from '../../customers/face.ts';
import type { AccountTable } from '../identityTables.ts';
import { isListed } from './addressList.ts';
import { useCaptcha } from './captcha.ts';
import { keepDevice, knownDevice } from './knownDevice.ts';
import { type Attempt, beginAttempt, failAttempt, succeedAttempt } from './lockout.ts';
import { minutesLeft } from './lockoutRules.ts';
import { fitsPassword, hashPassword, isOutdated } from './passwordHashing.ts';
import { passwordClosedFor } from './passwordSignIn.ts';
import { endSessions, openSession } from './sessionStore.ts';
import { signedIn } from './signedIn.ts';
import { askSecondStep } from './signInTwoStep.ts';
import { twoStepOf } from './twoStepStore.ts';

export type Known = AccountTable & {
  is_customer_enabled: boolean;
  is_single_session: boolean;
  password_days: number;
  addresses: string[];
};

const known = (db: Database) =>
  db
    .selectFrom('identity.account as a')
    .leftJoin('identity.sign_in_rule as r', 'r.customer_id', 'a.customer_id')
    .selectAll('a')
    .select([
      sql<boolean>`(select status = 1 from customers.v_customer where id = a.customer_id)`.as('is_customer_enabled'),
      sql<boolean>`coalesce(r.is_single_session, false)`.as('is_single_session'),
      sql<number>`coalesce(r.password_days, 0)`.as('password_days'),
      sql<string[]>`coalesce(r.addresses, '{}')`.as('addresses'),
    ])
    .where('a.deleted_at', 'is', null);

/** A phone or an e-mail means the account it is verified for, whoever else has entered it; anything else is a login name. */
function knownBy(db: Database, typed: string): Promise<Known | undefined> {
  const all = known(db);
  const found = {
    phone: () => all.where('a.phone', '=', typed).where('a.phone_verified_at', 'is not', null),
    email: () => all.where(sql`lower(a.email)`, '=', typed).where('a.email_verified_at', 'is not', null),
    account: () => all.where(sql`lower(a.account)`, '=', typed),
  };
  return found[signInKind(typed)]().executeTakeFirst();
}

export const knownById = (db: Database, id: string): Promise<Known | undefined> =>
  known(db).where('a.id', '=', id).executeTakeFirst();

/**
 * Signs an account in. The code is checked first and used up, then the lock, and only then is a password hashed. An unknown,
 * locked or disabled name costs as much work as a wrong password. The message depends only on typed name, address and
 * password, never on whether the account exists. Only a caller with the right password learns that the account is disabled.
 * Commits by itself, because a failure must be stored too.
 */
export async function signIn(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  await useCaptcha(ctx, body.captchaId, body.captchaCode);
  const open = ctx.beyondScope('nobody has signed in yet');
  const typed = accountKey(body.account);
  const account = await knownBy(open, typed);
  // Attempts are counted by the account's own name: three spellings do not give more attempts than one.
  const counted = account ? accountKey(account.account) : typed;
  const device = await knownDevice(open, account?.id, body.device);
  const tried = { accountKey: counted, address: ctx.address, device };
  const attempt = await beginAttempt(open, tried, ctx.clock.now());
  const fits = await fitsPassword(account?.password_hash, body.password);
  const standing = resultOf(ctx, attempt, account, fits);
  const isClosed = standing === 'success' && account && (await ctx.contributed(passwordClosedFor)?.(open, account));
  const result = isClosed ? 'closed' : standing;
  if (result !== 'success' || !account) {
    throw await ctx.transact((inside) => refuse(inside, attempt, account, result));
  }
  if (await twoStepOf(open, account.id)) {
    return ctx.transact((inside) => askSecondStep(inside, attempt, account, body.remember === true));
  }
  const renewed = isOutdated(account.password_hash) ? await hashPassword(body.password) : undefined;
  const from = { isRemembered: body.remember === true, device: body.device };
  return ctx.transact((inside) => admit(inside, attempt, account, from, renewed));
}

function resultOf(ctx: Ctx, attempt: Attempt, account: Known | undefined, fits: boolean): SignInResult {
  if (attempt.lockedUntil) return 'locked';
  if (!account || !fits) return 'wrong';
  return standingOf(ctx, account);
}

/** Whether an authenticated account may sign in from here. */
export function standingOf(ctx: Ctx, account: Known): SignInResult {
  if (account.status !== 1 || !account.is_customer_enabled) return 'disabled';
  return isListed(ctx.address, account.addresses) ? 'success' : 'elsewhere';
}

export async function keepAttempt(
  ctx: Ctx,
  attempt: Pick<Attempt, 'accountKey'>,
  account: Known | undefined,
  result: SignInResult,
) {
  await ctx.db
    .insertInto('identity.login_attempt')
    .values({
      id: ctx.ids.next(),
      account_key: attempt.accountKey.slice(0, 64),
      account_id: account?.id ?? null,
      customer_id: account?.customer_id ?? null,
      address: ctx.address,
      result,
      at: ctx.clock.now(),
    })
    .execute();
}

export const byOf = (account: Known) => ({
  accountId: account.id,
  account: account.account,
  customerId: account.customer_id,
});

/** Said only to a caller who proved to be the account. */
const TOLD: Partial<Readonly<Record<SignInResult, Refusal>>> = {
  disabled: accountDisabled,
  elsewhere: signInElsewhere,
  closed: passwordSignInClosed,
};

/** Records a failure and returns its message; `wrong` is the message for a proof that does not match. */
export async function refuse(
  ctx: Ctx,
  attempt: Attempt,
  account: Known | undefined,
  result: SignInResult,
  wrong: Refusal = signInRefused,
): Promise<Refused> {
  const open = ctx.beyondScope('the lock of a name, not of an account');
  const now = ctx.clock.now();
  await keepAttempt(ctx, attempt, account, result);
  const told = TOLD[result];
  if (told) {
    // A caller who knows the password is not guessing.
    await succeedAttempt(open, attempt);
    return new Refused(told);
  }
  const locks = await failAttempt(open, attempt, now);
  const ofName = locks.find((lock) => lock.accountKey !== '');
  if (account && ofName) await recordLock(ctx, account, ofName.until);
  const lockedUntil = attempt.lockedUntil ?? locks[0]?.until;
  return lockedUntil ? new Refused(tooManyAttempts, { n: minutesLeft(lockedUntil, now) }) : new Refused(wrong);
}

const recordLock = (ctx: Ctx, account: Known, lockedUntil: Date) =>
  ctx.record({
    operation: OperationType.values.SignInOut,
    endpoint: 'auth.login',
    permission: 'public',
    result: 'refused',
    code: tooManyAttempts.code,
    by: byOf(account),
    objectKind: 'account',
    objectId: account.id,
    summary: account.account,
    after: { lockedUntil: lockedUntil.toISOString() },
  });

const DAY_MS = 86_400_000;

/** Older than the customer's maximum password age. */
const isOutOfDate = ({ password_days, password_changed_at }: Known, now: Date): boolean =>
  password_days > 0 && now.getTime() - password_changed_at.getTime() >= password_days * DAY_MS;

/** Opens the session after a complete proof, inside the caller's transaction. */
export async function admit(
  ctx: Ctx,
  attempt: Attempt,
  account: Known,
  from: { readonly isRemembered: boolean; readonly device: string | undefined },
  renewedHash: string | undefined,
  providerId?: string,
): Promise<AnswerOf<typeof signInTwoStep>> {
  await succeedAttempt(ctx.beyondScope('the lock of a name, not of an account'), attempt);
  return openFor(ctx, attempt, account, { ...from, renewedHash, providerId });
}

export async function openFor(
  ctx: Ctx,
  attempt: Pick<Attempt, 'accountKey'>,
  account: Known,
  how: {
    isRemembered: boolean;
    device?: string | undefined;
    renewedHash?: string | undefined;
    providerId?: string | undefined;
  },
): Promise<AnswerOf<typeof signInTwoStep>> {
  const { isRemembered, renewedHash, providerId } = how;
  const open = ctx.beyondScope('the account that signs in has no scope yet');
  const now = ctx.clock.now();
  await keepAttempt(ctx, attempt, account, 'success');
  if (account.is_single_session) await endSessions(open, account.id, { reason: 'replaced', at: now });
  await open
    .updateTable('identity.account')
    .set({
      last_login_at: now,
      last_login_address: ctx.address,
      ...(!providerId && isOutOfDate(account, now) ? { must_change_password: true } : {}),
      ...(renewedHash ? { password_hash: renewedHash } : {}),
    })
    .where('id', '=', account.id)
    .execute();
  await keepSignIn(open, account.customer_id, now);
  const { token, session } = await openSession(ctx, account, isRemembered, providerId ? { providerId } : {});
  const device = await keepDevice(ctx, account, how.device);
  await ctx.record({
    operation: OperationType.values.SignInOut,
    endpoint: 'auth.login',
    permission: 'public',
    result: 'done',
    code: '200',
    by: byOf(account),
    objectKind: 'session',
    objectId: session.id,
    summary: account.account,
    ...(providerId ? { after: { providerId } } : {}),
  });
  const shown = await signedIn(ctx, account.id, session.expires_at);
  return { token, device, ...shown, mustChangePassword: shown.mustChangePassword && !providerId };
}
