import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';
import {
  cardBoundByOthers,
  cardNotOfAccount,
  codeNotTaken,
  publicAccountNotFound,
  tooManyBindings,
  tooManyLookUps,
} from './publicAccounts.ts';

const params = { account: idSchema };
const example = { params: { account: '1' } };
/** What an end user does is kept as what it makes, not in the log of the customer's staff. */
const ofEndUser = { permission: 'endUser', scope: 'own', isRecorded: false, params } as const;
const words = z.object({ zh: z.string(), en: z.string() });
const time = z.iso.datetime({ offset: true });

/** What the page shows before anybody has signed in. */
export const readGate = read({
  name: 'h5.gate',
  path: '/api/h5/v1/:account/gate',
  summary: text('公众号页面', 'Page of a public account'),
  permission: 'public',
  params,
  answer: z.object({ name: z.string(), hotline: z.string().nullable() }),
  refusals: [publicAccountNotFound],
  example,
});

/** By the code that `wx.login` gives a mini-program. What it answers is sent as the header `cookie` from then on. */
export const signInByCode = change({
  name: 'h5.signInByCode',
  path: '/api/h5/v1/:account/sign-in-by-code',
  summary: text('小程序登录', 'Sign in from a mini-program'),
  permission: 'public',
  isRecorded: false,
  idempotency: 'none',
  params,
  body: z.strictObject({ code: z.string().min(1).max(128) }),
  answer: z.object({ cookie: z.string(), endsAt: time }),
  refusals: [publicAccountNotFound, codeNotTaken],
  example: { ...example, body: { code: '033xYzFa1pQvTI0mRrGa1' } },
});

export const endUserCard = z.object({
  id: idSchema,
  iccid: z.string(),
  number: z.string().nullable(),
  /** Null: not shown to end users. */
  status: words.nullable(),
  /** Whether it can be used now, stands waiting, or is at its end; null with the status. */
  tone: z.enum(['good', 'waiting', 'ended']).nullable(),
  isRealName: z.boolean(),
  /** Of the carrier's month; null while nothing has been read, and where it is not shown. */
  usedBytes: integerString.nullable(),
  usageAt: time.nullable(),
});
export type EndUserCard = z.output<typeof endUserCard>;

/** His cards, as they are now. */
export const readCards = read({
  name: 'h5.cards',
  path: '/api/h5/v1/:account/cards',
  summary: text('我的卡', 'My cards'),
  ...ofEndUser,
  answer: z.object({ cards: z.array(endUserCard) }),
  example,
});

/** Adds a card by its ICCID or number. */
export const bindCard = change({
  name: 'h5.bind',
  path: '/api/h5/v1/:account/bind',
  summary: text('绑定卡', 'Add a card'),
  ...ofEndUser,
  body: z.strictObject({
    number: z
      .string()
      .trim()
      .regex(/^[0-9A-Fa-f]{5,32}$/),
  }),
  answer: z.object({ id: idSchema }),
  refusals: [cardNotOfAccount, tooManyLookUps, tooManyBindings, cardBoundByOthers],
  example: { ...example, body: { number: '89860400000000000000' } },
});

export const unbindCard = change({
  name: 'h5.unbind',
  path: '/api/h5/v1/:account/unbind',
  summary: text('解绑卡', 'Remove a card'),
  ...ofEndUser,
  body: z.strictObject({ cardId: idSchema }),
  answer: doneSchema,
  refusals: [cardNotOfAccount],
  example: { ...example, body: { cardId: '1' } },
});

export const leave = change({
  name: 'h5.logout',
  path: '/api/h5/v1/:account/logout',
  summary: text('退出登录', 'Sign out'),
  ...ofEndUser,
  body: z.strictObject({}),
  answer: doneSchema,
  example: { ...example, body: {} },
});
