import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { NoAnswer, sendRequest } from '../../../outbound/request.ts';
import { openSecret, type PublicAccountRow } from '../accounts/accountStore.ts';

const TIMEOUT_MS = 10_000;

const answer = z.object({ openid: z.string().min(1).max(64) });
const refusal = z.object({ errcode: z.number(), errmsg: z.string().default('') });

/** WeChat's page on which a follower lets the account know who he is; it answers at once, without asking him (`snsapi_base`). */
export function signInPage(account: PublicAccountRow, returnTo: string, state: string): string {
  const query = new URLSearchParams({
    appid: account.appid,
    redirect_uri: returnTo,
    response_type: 'code',
    scope: 'snsapi_base',
    state,
  });
  return `${account.page_base_url.replace(/\/+$/, '')}/connect/oauth2/authorize?${query}#wechat_redirect`;
}

const EXCHANGES = {
  publicAccount: { path: '/sns/oauth2/access_token', code: 'code' },
  // Its answer holds a key for sealed data of the program too, which nothing here needs.
  miniProgram: { path: '/sns/jscode2session', code: 'js_code' },
} as const;

/** Whose code it is; undefined where WeChat does not say. A code works once. */
export async function openidOf(ctx: Ctx, account: PublicAccountRow, code: string): Promise<string | undefined> {
  const exchange = EXCHANGES[account.kind];
  const url = new URL(`${account.api_base_url.replace(/\/+$/, '')}${exchange.path}`);
  url.search = new URLSearchParams({
    appid: account.appid,
    secret: openSecret(ctx, account),
    [exchange.code]: code,
    grant_type: 'authorization_code',
  }).toString();
  const heard = await sendRequest({
    method: 'GET',
    url,
    timeoutMs: TIMEOUT_MS,
    policy: { allowLoopback: !ctx.config.production },
  }).catch((error: unknown) => {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  });
  let body: unknown;
  try {
    body = JSON.parse(heard?.text ?? '');
  } catch {
    body = undefined;
  }
  const told = answer.safeParse(body);
  if (told.success) return told.data.openid;
  const refused = refusal.safeParse(body);
  ctx.log.warn(
    { publicAccount: account.id, status: heard?.status, errcode: refused.data?.errcode },
    'WeChat names no follower',
  );
  return undefined;
}
