import { twoStepWrong } from '@cardinal/contract/api/identity/twoStep.ts';
import {
  type beginSetup as beginEndpoint,
  type finishSetup as finishEndpoint,
  setupCodeWrong,
} from '@cardinal/contract/api/setup/setup.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../framework/context.ts';
import type { Commit } from '../../framework/domain.ts';
import { refusedAt } from '../../framework/duplicates.ts';
import { EVERYTHING } from '../../framework/scoping.ts';
import { openPlatform } from '../customers/face.ts';
import {
  addAdministrator,
  bytesOfBase32,
  checkNewPassword,
  enrolmentOf,
  hashPassword,
  makeSecret,
  openFirstSession,
  signInWithTwoSteps,
  stepOfCode,
} from '../identity/face.ts';
import { isSetupCode, useSetupCode } from './setupCode.ts';

async function check(ctx: Ctx, { setupCode, administrator }: BodyOf<typeof beginEndpoint>): Promise<void> {
  if (!(await isSetupCode(ctx, setupCode))) throw refusedAt('setupCode', setupCodeWrong);
  checkNewPassword(administrator.account, administrator.password, 'administrator.password');
}

/** Stores nothing: the secret comes back with a code of it. */
export async function beginSetup(
  ctx: Ctx,
  body: BodyOf<typeof beginEndpoint>,
): Promise<AnswerOf<typeof beginEndpoint>> {
  await check(ctx, body);
  return enrolmentOf(makeSecret(ctx.random), body.administrator.account);
}

/** Everything at once or nothing; the code of the log decides which of several set-ups it is. */
export async function finishSetup(
  ctx: Ctx,
  body: BodyOf<typeof finishEndpoint>,
): Promise<Commit<AnswerOf<typeof finishEndpoint>>> {
  const { company, administrator, twoStep } = body;
  await check(ctx, body);
  const key = bytesOfBase32(twoStep.secret);
  const step = stepOfCode(key, twoStep.code, ctx.clock.now());
  if (step === undefined) throw refusedAt('twoStep.code', twoStepWrong);
  const passwordHash = await hashPassword(administrator.password);
  return async (inside) => {
    const system = inside.actAs({ actor: { kind: 'system', name: 'setup' }, scope: EVERYTHING });
    if (!(await useSetupCode(system))) throw new Refused(notFound);
    const customer = await openPlatform(system, company.name);
    const account = await addAdministrator(system, {
      customerId: customer.id,
      account: administrator.account,
      name: administrator.name,
      passwordHash,
      keepsPassword: true,
      field: 'administrator.account',
    });
    const recoveryCodes = await signInWithTwoSteps(system, account, { key, step });
    inside.note({
      by: { accountId: account.id, account: account.account, customerId: customer.id },
      objectKind: 'customer',
      objectId: customer.id,
      summary: customer.name,
      after: { account: account.account, twoStep: 'on' },
    });
    return { ...(await openFirstSession(system, account)), recoveryCodes };
  };
}
