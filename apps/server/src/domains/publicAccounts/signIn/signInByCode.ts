import type { signInByCode as endpoint } from '@cardinal/contract/api/publicAccounts/endUsers.ts';
import { codeNotTaken, publicAccountNotFound } from '@cardinal/contract/api/publicAccounts/publicAccounts.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';
import { END_USER_COOKIE } from '../../../framework/cookies.ts';
import type { Commit } from '../../../framework/domain.ts';
import { openAccountPage } from '../accounts/accountStore.ts';
import { LONGEST_MS, openSession } from './sessions.ts';
import { openidOf } from './wechatOauth.ts';

/** A mini-program holds its session itself: it has no cookies, and sends what it was given as one. */
export async function signInByCode(
  ctx: Ctx,
  accountId: string,
  { code }: BodyOf<typeof endpoint>,
): Promise<Commit<AnswerOf<typeof endpoint>>> {
  const account = await openAccountPage(ctx, accountId);
  if (account?.kind !== 'miniProgram') throw new Refused(publicAccountNotFound);
  const openid = await openidOf(ctx, account, code);
  if (!openid) throw new Refused(codeNotTaken);
  return async (inside) => {
    const token = await openSession(inside, account, openid);
    const endsAt = new Date(inside.clock.now().getTime() + LONGEST_MS);
    return { cookie: `${END_USER_COOKIE}=${token}`, endsAt: endsAt.toISOString() };
  };
}
