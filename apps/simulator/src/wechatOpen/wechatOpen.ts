import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { SimulatedCarrier, Surroundings } from '../carrier.ts';
import { readControl } from '../control.ts';
import { escaped, languageOf, pageOf } from '../payments/pages/layout.ts';
import { FOLLOWERS, openidOf } from './followers.ts';

type Account = { readonly appid: string; readonly secret: string };
type Event = { readonly type: 'account'; readonly account: Account };

/** A code works once and for five minutes. */
const CODE_MS = 5 * 60_000;
const TOKEN_SECONDS = 7_200;

const WORDS = {
  zh: { title: '模拟微信', lead: '以哪位关注者的身份打开？', bad: '链接无效：缺少 appid、redirect_uri 或 state' },
  en: {
    title: 'Simulated WeChat',
    lead: 'Open it as which follower?',
    bad: 'Invalid link: appid, redirect_uri or state is missing',
  },
};

const accountBody = z.strictObject({ appid: z.string().min(1), secret: z.string().min(1) });
const codeBody = z.strictObject({ appid: z.string().min(1), key: z.enum(FOLLOWERS.map(({ key }) => key)) });
const authorize = z.looseObject({
  appid: z.string().min(1),
  redirect_uri: z.url(),
  response_type: z.literal('code'),
  scope: z.enum(['snsapi_base', 'snsapi_userinfo']),
  state: z.string().regex(/^[A-Za-z0-9]{1,128}$/),
});
const exchange = z.looseObject({
  appid: z.string().default(''),
  secret: z.string().default(''),
  code: z.string().default(''),
  js_code: z.string().default(''),
  grant_type: z.string().default(''),
});

/**
 * WeChat's sign-in for web pages of public accounts, below `/wechatOpen`: the page on which a person chooses which follower he is,
 * and the exchange of its code; and of the code that a mini-program gets. Codes end with the process.
 */
export function simulatedWechatOpen({
  clock,
  journal,
}: Surroundings & { readonly journal: (carrier: string, event: unknown) => void }): SimulatedCarrier {
  const accounts = new Map<string, Account>();
  const codes = new Map<string, { appid: string; key: string; untilMs: number; isUsed: boolean }>();
  const apply = ({ account }: Event) => void accounts.set(account.appid, account);
  const error = (errcode: number, errmsg: string) => ({ errcode, errmsg });

  function taken(asked: z.output<typeof exchange>, given: string) {
    const account = accounts.get(asked.appid);
    if (!account) return error(40013, 'invalid appid');
    if (account.secret !== asked.secret) return error(40125, 'invalid appsecret');
    if (asked.grant_type !== 'authorization_code') return error(40002, 'invalid grant_type');
    const code = codes.get(given);
    if (!code || code.appid !== asked.appid || code.untilMs < clock.nowMs()) return error(40029, 'invalid code');
    if (code.isUsed) return error(40163, 'code been used');
    code.isUsed = true;
    return { openid: openidOf(asked.appid, code.key) };
  }
  function exchanged(asked: z.output<typeof exchange>) {
    const answer = taken(asked, asked.code);
    if ('errcode' in answer) return answer;
    return {
      access_token: randomBytes(32).toString('hex'),
      expires_in: TOKEN_SECONDS,
      refresh_token: randomBytes(32).toString('hex'),
      ...answer,
      scope: 'snsapi_base',
    };
  }
  function sessionOf(asked: z.output<typeof exchange>) {
    const answer = taken(asked, asked.js_code);
    return 'errcode' in answer ? answer : { ...answer, session_key: randomBytes(16).toString('base64') };
  }
  function newCode(appid: string, key: string): string {
    const code = randomBytes(16).toString('hex');
    codes.set(code, { appid, key, untilMs: clock.nowMs() + CODE_MS, isUsed: false });
    return code;
  }

  return {
    name: 'wechatOpen',
    replay: (event) => apply(event as Event),
    events: () => [...accounts.values()].map((account) => ({ type: 'account', account })),
    registerApi: (app) => {
      app.get('/wechatOpen/connect/oauth2/authorize', async (request, reply) => {
        const language = languageOf(request);
        const words = WORDS[language];
        const { data } = authorize.safeParse(request.query);
        const page = (body: string) =>
          reply
            .code(data ? 200 : 400)
            .type('text/html; charset=utf-8')
            .header('cache-control', 'no-store')
            .send(pageOf(language, words.title, `<h1>${words.title}</h1>${body}`, 'pay'));
        if (!data) return page(`<p>${words.bad}</p>`);
        const choices = FOLLOWERS.map((follower) => {
          const query = new URLSearchParams({
            key: follower.key,
            appid: data.appid,
            back: data.redirect_uri,
            state: data.state,
          });
          return `<form method="get" action="/wechatOpen/choose">${[...query]
            .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
            .join('')}<button class="go">${follower[language]}</button></form>`;
        });
        return page(`<p>${words.lead}</p>${choices.join('')}<p class="soft">${escaped(data.appid)}</p>`);
      });
      app.get('/wechatOpen/choose', async (request, reply) => {
        const { key = '', appid = '', back = '', state = '' } = request.query as Record<string, string>;
        if (!FOLLOWERS.some((each) => each.key === key) || !URL.canParse(back)) return reply.code(400).send();
        const code = newCode(appid, key);
        const url = new URL(back);
        url.searchParams.set('code', code);
        url.searchParams.set('state', state);
        return reply.redirect(url.href, 302);
      });
      // WeChat answers its errors with 200 and as plain text that is JSON.
      app.get('/wechatOpen/sns/oauth2/access_token', async (request, reply) =>
        reply.type('text/plain').send(JSON.stringify(exchanged(exchange.parse(request.query)))),
      );
      app.get('/wechatOpen/sns/jscode2session', async (request, reply) =>
        reply.type('text/plain').send(JSON.stringify(sessionOf(exchange.parse(request.query)))),
      );
    },
    registerControl: (app) => {
      app.post('/accounts', async (request) => {
        const event: Event = { type: 'account', account: readControl(accountBody, request.body) };
        journal('wechatOpen', event);
        apply(event);
        return { appid: event.account.appid };
      });
      // What `wx.login` gives a program that a follower has opened.
      app.post('/codes', async (request) => {
        const { appid, key } = readControl(codeBody, request.body);
        return { code: newCode(appid, key) };
      });
      app.get<{ Params: { appid: string } }>('/followers/:appid', async ({ params }) => ({
        followers: FOLLOWERS.map((each) => ({ ...each, openid: openidOf(params.appid, each.key) })),
      }));
    },
  };
}
