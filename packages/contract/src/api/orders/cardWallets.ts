import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { cardNotFound } from '../cards/cardRefusals.ts';
import { sentAmountSchema } from '../customerAccounts/amounts.ts';
import { insufficientBalance } from '../ledger/refusals.ts';
import { administratorsDoNotOrder, nothingToReverse, reversalTooLate, severalCardsNamed } from './refusals.ts';

const moment = z.iso.datetime({ offset: true });
/** The largest recharge of a card at once, in the currency's main unit. */
export const MOST_CARD_RECHARGE = 10_000;
/** How long a recharge can be taken back. */
export const REVERSIBLE_HOURS = 24;

/** What is on one card's wallet, what came to it lately, and whose balance a recharge would take. */
export const readCardWallet = read({
  name: 'cardWallets.read',
  summary: text('卡余额', 'Card balance'),
  permission: 'singleCardRecharge.view',
  namesCarriers: true,
  query: { number: z.string().trim().min(4).max(40) },
  answer: z.object({
    card: z.object({
      id: idSchema,
      iccid: z.string(),
      platform: Platform.schema,
      customerId: idSchema,
      customerName: z.string(),
      packageName: z.string().nullable(),
      isCancelled: z.boolean(),
    }),
    currency: z.string(),
    paid: integerString,
    gift: integerString,
    preload: integerString,
    /** Who pays a recharge, with what it can spend; null where the caller recharges no card. */
    payer: z.object({ id: idSchema, name: z.string(), spendable: integerString }).nullable(),
    /** The latest twenty. */
    recharges: z.array(
      z.object({
        id: idSchema,
        rechargeNo: z.string(),
        amount: integerString,
        currency: z.string(),
        payerName: z.string(),
        operatorName: z.string(),
        remark: z.string().nullable(),
        createdAt: moment,
        reversed: integerString.nullable(),
        reversedAt: moment.nullable(),
        isReversible: z.boolean(),
      }),
    ),
    asOf: moment,
  }),
  refusals: [cardNotFound, severalCardsNamed],
  example: { query: { number: '89860600000000000013' } },
});

/** Moves an amount from the payer's balance onto the card. The platform pays from the balance of the card's customer. */
export const rechargeCard = change({
  name: 'cardWallets.recharge',
  summary: text('给卡充值', 'Recharge card'),
  permission: 'singleCardRecharge.recharge',
  operation: OperationType.values.RechargeCard,
  body: z.strictObject({
    cardId: idSchema,
    amount: sentAmountSchema('smallest'),
    remark: remarkSchema({ optional: true }).optional(),
  }),
  answer: z.object({ rechargeNo: z.string(), paid: integerString, payerBalance: integerString }),
  refusals: [cardNotFound, insufficientBalance, administratorsDoNotOrder],
  example: { body: { cardId: '1', amount: '50.00' } },
});

/** Takes back what is left of a recharge on the card, within a day. */
export const reverseCardRecharge = change({
  name: 'cardWallets.reverse',
  summary: text('撤回卡充值', 'Reverse card recharge'),
  permission: 'singleCardRecharge.reverse',
  operation: OperationType.values.RechargeCard,
  body: z.strictObject({ id: idSchema, reason: remarkSchema() }),
  answer: z.object({ reversed: integerString }),
  refusals: [cardNotFound, nothingToReverse, reversalTooLate],
  example: { body: { id: '1', reason: '充错卡' } },
});
