import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { LedgerAccountKind } from '../../enumerations/ledger.ts';
import { Currency } from '../../enumerations/money.ts';
import { SettlementMode } from '../../enumerations/settlement.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { notYourself } from '../customers/customers.ts';
import { creditBeyondParent, creditInUse } from '../ledger/refusals.ts';
import { sentAmountSchema } from './amounts.ts';

/** Amounts in minor units of the customer's currency. */
export const customerMoneySchema = z.object({
  currency: Currency.schema,
  balance: integerString,
  frozen: integerString,
  profit: integerString,
  creditLimit: integerString,
  /** Balance and credit, and no more than the levels above can carry. */
  spendable: integerString,
});

/** What the caller's own customer has. */
export const readOwnMoney = read({
  name: 'customerAccounts.own',
  summary: text('我的资金', 'My money'),
  permission: 'accountInfo.money',
  scope: 'own',
  answer: customerMoneySchema.nullable(),
});

/** A customer's terms and its accounts in the ledger. */
export const readCustomerAccounts = read({
  name: 'customerAccounts.detail',
  summary: text('客户资金账户', 'Accounts of a customer'),
  permission: 'user.money',
  query: { customerId: idSchema },
  answer: z.object({
    settlementMode: SettlementMode.schema,
    /** Null for the platform, which has no balance of its own. */
    money: customerMoneySchema.nullable(),
    /** Of the credit, what is in use: the customer's own debt and what those below owe. */
    creditUsed: integerString,
    accounts: z.array(
      z.object({
        id: idSchema,
        kind: LedgerAccountKind.schema,
        currency: z.string(),
        balance: integerString,
        postings: z.string(),
        openedAt: z.iso.datetime({ offset: true }),
      }),
    ),
    /** Whether the caller may set the credit. */
    offersCredit: z.boolean(),
  }),
  refusals: [notFound],
  example: { query: { customerId: '11' } },
});

/** The closed days of an account, first and last included; days without movement are left out. */
export const readStatement = read({
  name: 'customerAccounts.statement',
  summary: text('账户日结', 'Daily statement of an account'),
  permission: 'user.money',
  query: { accountId: idSchema, from: z.iso.date(), to: z.iso.date() },
  answer: z.object({
    currency: z.string(),
    opening: integerString,
    moneyIn: integerString,
    moneyOut: integerString,
    closing: integerString,
    days: z.array(
      z.object({ day: z.iso.date(), moneyIn: integerString, moneyOut: integerString, closing: integerString }),
    ),
  }),
  refusals: [notFound],
  example: { query: { accountId: '1', from: '2026-11-01', to: '2026-11-24' } },
});

/**
 * How far a customer's balance may fall below zero, in its currency. Its parent backs it: a parent grants no more than it can
 * spend, and what is in use cannot be withdrawn.
 */
export const setCredit = change({
  name: 'customerAccounts.setCredit',
  summary: text('设置信用额度', 'Set credit limit'),
  permission: 'user.credit',
  operation: OperationType.values.EditCustomer,
  body: z.strictObject({ customerId: idSchema, credit: sentAmountSchema('zero') }),
  answer: z.object({ creditLimit: integerString, spendable: integerString }),
  refusals: [notFound, notYourself, creditInUse, creditBeyondParent],
  example: { body: { customerId: '11', credit: '500.00' } },
});
