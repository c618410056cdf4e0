import { timingSafeEqual } from 'node:crypto';
import type { Callback, CallbackAnswer, CallbackCall } from '../../../framework/callbacks.ts';
import type { Ctx } from '../../../framework/context.ts';
import { cookieOf, cookieText, END_USER_COOKIE } from '../../../framework/cookies.ts';
import { openAccountPage, type PublicAccountRow } from '../accounts/accountStore.ts';
import { LONGEST_MS, openSession } from './sessions.ts';
import { openidOf, signInPage } from './wechatOauth.ts';

const STATE_COOKIE = 'h5_state';
const STATE_SECONDS = 600;
const PER_MINUTE = 300;

const homeOf = (id: string) => `/h5/${id}/`;
const apiOf = (id: string) => `/api/h5/v1/${id}`;

/** The page he wanted: one of this account's, or its first. Anything else would lead him away. */
const nextOf = (id: string, next: string | undefined): string =>
  next?.startsWith(homeOf(id)) && /^[\w/?=&.-]{1,200}$/.test(next) && !next.includes('..') ? next : homeOf(id);

const redirect = (location: string, cookie?: string): CallbackAnswer => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store', ...(cookie ? { 'set-cookie': cookie } : {}) },
});

const accountIn = async (ctx: Ctx, { params }: CallbackCall): Promise<PublicAccountRow | undefined> => {
  const id = params['account'] ?? '';
  const found = /^\d{1,18}$/.test(id) ? await openAccountPage(ctx, id) : undefined;
  return found?.kind === 'publicAccount' ? found : undefined;
};

/** How the caller reached us; only a proxy in front knows whether it was https. */
const originOf = (ctx: Ctx, { header }: CallbackCall): string => {
  const isSecure = ctx.config.production || header('x-forwarded-proto') === 'https';
  return `${isSecure ? 'https' : 'http'}://${ctx.host}`;
};

/** Leads to WeChat with a state that only this browser knows. */
async function begin(ctx: Ctx, call: CallbackCall): Promise<CallbackAnswer> {
  const account = await accountIn(ctx, call);
  if (!account) return { status: 404 };
  const state = Buffer.from(ctx.random.bytes(16)).toString('hex');
  const origin = originOf(ctx, call);
  const kept = `${state}.${Buffer.from(nextOf(account.id, call.query['next'])).toString('base64url')}`;
  return redirect(
    signInPage(account, `${origin}${apiOf(account.id)}/signed-in`, state),
    cookieText(STATE_COOKIE, kept, {
      path: apiOf(account.id),
      seconds: STATE_SECONDS,
      isSecure: origin.startsWith('https'),
    }),
  );
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && a.length > 0 && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** WeChat sends the follower back with a code; it counts in the browser that went there, and once. */
async function finish(ctx: Ctx, call: CallbackCall): Promise<CallbackAnswer> {
  const account = await accountIn(ctx, call);
  if (!account) return { status: 404 };
  const [state = '', next = ''] = (cookieOf(call.header('cookie'), STATE_COOKIE) ?? '').split('.');
  const { code = '' } = call.query;
  const failed = redirect(`${homeOf(account.id)}?signIn=failed`);
  if (!isSame(state, call.query['state'] ?? '') || code.length < 1 || code.length > 128) return failed;
  const openid = await openidOf(ctx, account, code);
  if (!openid) return failed;
  const token = await ctx.transact((inside) => openSession(inside, account, openid));
  return redirect(
    nextOf(account.id, Buffer.from(next, 'base64url').toString()),
    cookieText(END_USER_COOKIE, token, {
      path: apiOf(account.id),
      seconds: LONGEST_MS / 1_000,
      isSecure: originOf(ctx, call).startsWith('https'),
    }),
  );
}

export const signInCallbacks: readonly Callback[] = [
  {
    name: 'publicAccounts.signIn',
    method: 'GET',
    path: '/api/h5/v1/:account/sign-in',
    bodyBytes: 1_024,
    perMinute: PER_MINUTE,
    handle: begin,
  },
  {
    name: 'publicAccounts.signedIn',
    method: 'GET',
    path: '/api/h5/v1/:account/signed-in',
    bodyBytes: 1_024,
    perMinute: PER_MINUTE,
    handle: finish,
  },
];
