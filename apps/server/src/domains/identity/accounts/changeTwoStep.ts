import {
  type beginTwoStep as beginEndpoint,
  type confirmTwoStep as confirmEndpoint,
  passwordWrong,
  type endTwoStep as proofEndpoint,
  type resetTwoStep as resetEndpoint,
  twoStepIsOff,
  twoStepIsOn,
  twoStepWrong,
} from '@cardinal/contract/api/identity/twoStep.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { refuseAboveMe } from '../rights/aboveMe.ts';
import { fitsPassword } from '../signIn/passwordHashing.ts';
import { proveMyself } from '../signIn/proveMyself.ts';
import { makeRecoveryCodes, recoveryHash } from '../signIn/recoveryCodes.ts';
import { endSessions } from '../signIn/sessionStore.ts';
import { enrolmentOf, makeSecret } from '../signIn/totp.ts';
import { sealSecret, twoStepOf, useCode } from '../signIn/twoStepStore.ts';
import { lockAccount, refuseOnMyself } from './accountGuards.ts';

const WHY = 'my own second step, whatever my data scope';

const noteMine = (ctx: Ctx, after: Record<string, unknown>) => {
  const { accountId, account } = accountOf(ctx);
  ctx.note({ objectKind: 'account', objectId: accountId, summary: account, after });
};

/** A secret to scan; it replaces one that was begun and not confirmed. */
export async function beginTwoStep(
  ctx: Ctx,
  body: BodyOf<typeof beginEndpoint>,
): Promise<AnswerOf<typeof beginEndpoint>> {
  const { accountId, account } = accountOf(ctx);
  if (await twoStepOf(ctx.beyondScope(WHY), accountId)) throw new Refused(twoStepIsOn);
  const me = await proveMyself(ctx, 'password', async ({ password_hash }) =>
    (await fitsPassword(password_hash, body.password)) ? undefined : refusedAt('password', passwordWrong),
  );
  const key = makeSecret(ctx.random);
  const kept = {
    sealed: sealSecret(ctx, accountId, key),
    began_at: ctx.clock.now(),
    last_step: '0',
  };
  await ctx
    .beyondScope(WHY)
    .insertInto('identity.two_step')
    .values({ account_id: accountId, customer_id: me.customer_id, since: null, recovery_hashes: [], ...kept })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(kept).where('identity.two_step.since', 'is', null),
    )
    .execute();
  return enrolmentOf(key, account);
}

/** Verifies that the secret was stored and activates it. */
export async function confirmTwoStep(
  ctx: Ctx,
  body: BodyOf<typeof confirmEndpoint>,
): Promise<Commit<AnswerOf<typeof confirmEndpoint>>> {
  const { accountId } = accountOf(ctx);
  const open = ctx.beyondScope(WHY);
  if (await twoStepOf(open, accountId)) throw new Refused(twoStepIsOn);
  const begun = await open
    .selectFrom('identity.two_step')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!begun) throw new Refused(twoStepIsOff);
  await proveMyself(ctx, 'code', async () =>
    (await useCode(ctx, open, accountId, body.code, true)) ? undefined : refusedAt('code', twoStepWrong),
  );
  const codes = makeRecoveryCodes(ctx.random);
  return async (inside) => {
    await inside
      .beyondScope(WHY)
      .updateTable('identity.two_step')
      .set({ since: ctx.clock.now(), recovery_hashes: codes.map((code) => recoveryHash(accountId, code)) })
      .where('account_id', '=', accountId)
      .execute();
    noteMine(inside, { twoStep: 'on' });
    return { recoveryCodes: codes };
  };
}

/** Password and code together, both checked before either is reported as wrong. */
async function proveBoth(ctx: Ctx, body: BodyOf<typeof proofEndpoint>): Promise<void> {
  const open = ctx.beyondScope(WHY);
  const { accountId } = accountOf(ctx);
  if (!(await twoStepOf(open, accountId))) throw new Refused(twoStepIsOff);
  await proveMyself(ctx, 'code', async ({ password_hash }) => {
    if (!(await fitsPassword(password_hash, body.password))) return refusedAt('password', passwordWrong);
    return (await useCode(ctx, open, accountId, body.code)) ? undefined : refusedAt('code', twoStepWrong);
  });
}

/** Issues new codes; the remaining old ones become invalid. */
export async function renewRecoveryCodes(
  ctx: Ctx,
  body: BodyOf<typeof proofEndpoint>,
): Promise<Commit<AnswerOf<typeof confirmEndpoint>>> {
  const { accountId } = accountOf(ctx);
  await proveBoth(ctx, body);
  const codes = makeRecoveryCodes(ctx.random);
  return async (inside) => {
    await inside
      .beyondScope(WHY)
      .updateTable('identity.two_step')
      .set({ recovery_hashes: codes.map((code) => recoveryHash(accountId, code)) })
      .where('account_id', '=', accountId)
      .execute();
    noteMine(inside, { recoveryCodes: codes.length });
    return { recoveryCodes: codes };
  };
}

export async function endTwoStep(ctx: Ctx, body: BodyOf<typeof proofEndpoint>): Promise<Commit<typeof DONE>> {
  const { accountId } = accountOf(ctx);
  await proveBoth(ctx, body);
  return async (inside) => {
    await inside.beyondScope(WHY).deleteFrom('identity.two_step').where('account_id', '=', accountId).execute();
    noteMine(inside, { twoStep: 'off' });
    return DONE;
  };
}

/** Removes the second step of an account whose device is lost, and ends its sessions. */
export async function resetTwoStep(ctx: Ctx, { id }: BodyOf<typeof resetEndpoint>) {
  const account = await lockAccount(ctx, id);
  refuseOnMyself(ctx, account.id);
  await refuseAboveMe(ctx, account.id);
  const { numDeletedRows } = await ctx.db
    .deleteFrom('identity.two_step')
    .where('account_id', '=', account.id)
    .where('since', 'is not', null)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refused(twoStepIsOff);
  const ended = await endSessions(ctx.db, account.id, { reason: 'revoked', at: ctx.clock.now() });
  ctx.note({
    customerId: account.customer_id,
    objectKind: 'account',
    objectId: account.id,
    summary: account.account,
    after: { twoStep: 'off', endedSessions: ended },
  });
  return DONE;
}
