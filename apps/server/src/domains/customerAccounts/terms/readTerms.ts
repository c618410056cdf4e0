import type {
  readOwnMoney as ownEndpoint,
  readStatement as statementEndpoint,
  readCustomerAccounts as termsEndpoint,
} from '@cardinal/contract/api/customerAccounts/terms.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { statement } from '../../ledger/face.ts';
import { moneyOfCustomers } from './customerMoney.ts';

const NOTHING = { balance: '0', frozen: '0', profit: '0', creditLimit: '0', spendable: '0', creditUsed: '0' };

async function moneyOf(ctx: Ctx, customerId: string) {
  const customer = await customerOf(ctx.db, customerId);
  if (!customer) throw new Refused(notFound);
  const { creditUsed, ...money } = (await moneyOfCustomers(ctx, [customerId])).get(customerId) ?? NOTHING;
  const hasBalance = customer.kind !== 'PLATFORM';
  return { customer, creditUsed, money: hasBalance ? { currency: customer.currency, ...money } : null };
}

export const readOwnMoney = async (ctx: Ctx): Promise<AnswerOf<typeof ownEndpoint>> =>
  (await moneyOf(ctx, accountOf(ctx).customerId)).money;

/** Accounts that a customer owns; those of its cards and end users are not among them. */
export async function readCustomerAccounts(
  ctx: Ctx,
  { customerId }: QueryOf<typeof termsEndpoint>,
): Promise<AnswerOf<typeof termsEndpoint>> {
  const { customer, creditUsed, money } = await moneyOf(ctx, customerId);
  const accounts = await ctx.db
    .selectFrom('ledger.v_account')
    .select(['id', 'kind', 'currency', 'balance', 'seq', 'opened_at'])
    .where('owner_kind', 'in', ['customer', 'platform'])
    .where('owner_id', '=', customerId)
    .orderBy('currency')
    .orderBy('opened_at')
    .orderBy('id')
    .execute();
  const actor = accountOf(ctx);
  return {
    settlementMode: customer.settlementMode,
    money,
    creditUsed,
    accounts: accounts.map(({ seq, opened_at, ...account }) => ({
      ...account,
      postings: seq,
      openedAt: opened_at.toISOString(),
    })),
    offersCredit: money !== null && customerId !== actor.customerId && holds(actor, 'user.credit'),
  };
}

export async function readStatement(
  ctx: Ctx,
  { accountId, from, to }: QueryOf<typeof statementEndpoint>,
): Promise<AnswerOf<typeof statementEndpoint>> {
  const account = await ctx.db
    .selectFrom('ledger.v_account')
    .select(['id', 'currency'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw new Refused(notFound);
  const { days, ...sums } = await statement(ctx, account, { from, to });
  const minor = <T extends Record<string, { minor: bigint }>>(amounts: T) =>
    Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, String(amount.minor)])) as {
      [K in keyof T]: string;
    };
  return {
    currency: account.currency,
    ...minor(sums),
    days: days.map(({ day, ...amounts }) => ({ day, ...minor(amounts) })),
  };
}
