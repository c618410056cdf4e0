import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { BonusState, TopUpRestart } from '../../enumerations/cardRecharge.ts';
import { Currency } from '../../enumerations/money.ts';
import { RechargeKind } from '../../enumerations/order.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';
import { cardNotOfAccount } from '../publicAccounts/publicAccounts.ts';
import { notPayableNow, priceMoved, tooManyUnpaid } from '../retailOrders/refusals.ts';
import { cardCancelled, firstTaken, notAnAmount, tierMoved, tierNotFound, topUpNotFound } from './refusals.ts';

const params = { account: idSchema };
const ofEndUser = { permission: 'endUser', scope: 'own', params } as const;

/** What is on a card of his, and what he can put on it. */
export const readCardBalance = read({
  name: 'h5.balance',
  path: '/api/h5/v1/:account/balance',
  summary: text('卡余额', 'Balance of a card'),
  ...ofEndUser,
  query: { cardId: idSchema },
  answer: z.object({
    currency: Currency.schema,
    paid: integerString,
    gift: integerString,
    asOf: z.iso.datetime({ offset: true }),
    isCancelled: z.boolean(),
    /** The card is stopped for arrears: a top-up asks for its restart. */
    isInArrears: z.boolean(),
    tiers: z.array(z.object({ id: idSchema, kind: RechargeKind.schema, amount: integerString, bonus: integerString })),
    /** Any amount he likes, within bounds and in steps. */
    free: z.object({ id: idSchema, least: integerString, most: integerString, step: integerString }).nullable(),
  }),
  refusals: [cardNotOfAccount],
  example: { params: { account: '1' }, query: { cardId: '1' } },
});

/** Begins a top-up as he was shown it: of a tier, or of an amount of his own under the account's rule. */
export const topUp = change({
  name: 'h5.topUp',
  path: '/api/h5/v1/:account/top-up',
  summary: text('充值话费', 'Top up a card'),
  ...ofEndUser,
  isRecorded: false,
  movesMoney: true,
  body: z.strictObject({
    cardId: idSchema,
    /** Of the tier, or of the rule for free amounts. */
    id: idSchema,
    amount: integerString,
    bonus: integerString,
  }),
  answer: z.object({ orderId: idSchema }),
  refusals: [
    cardNotOfAccount,
    tierNotFound,
    tierMoved,
    cardCancelled,
    firstTaken,
    notAnAmount,
    notPayableNow,
    priceMoved,
    tooManyUnpaid,
  ],
  example: { params: { account: '1' }, body: { cardId: '1', id: '1', amount: '5000', bonus: '500' } },
});

/** What a top-up brought, beside its order. */
export const readTopUp = read({
  name: 'h5.topUpOf',
  path: '/api/h5/v1/:account/top-up-of',
  summary: text('充值结果', 'What a top-up brought'),
  ...ofEndUser,
  query: { orderId: idSchema },
  answer: z.object({
    kind: RechargeKind.schema,
    bonus: integerString,
    bonusState: BonusState.schema,
    /** «done» only once the carrier has confirmed it. */
    restart: TopUpRestart.schema,
    paid: integerString,
    gift: integerString,
    currency: Currency.schema,
  }),
  refusals: [topUpNotFound],
  example: { params: { account: '1' }, query: { orderId: '1' } },
});
