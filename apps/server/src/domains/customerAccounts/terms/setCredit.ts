import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import type { setCredit as endpoint } from '@cardinal/contract/api/customerAccounts/terms.ts';
import { notYourself } from '@cardinal/contract/api/customers/customers.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { noPermission, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { aboutCustomer, type CustomerRow, customerOf } from '../../customers/face.ts';
import { setCredit as grantCredit, ofCustomer, openAccount, spendable } from '../../ledger/face.ts';
import { moneyOfCustomers } from './customerMoney.ts';

/** Sets the credit of a customer below the caller's own. */
export async function setCredit(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const customer = await customerOf(ctx.db, body.customerId);
  if (!customer || customer.kind === 'PLATFORM') throw new Refused(notFound);
  if (customer.id === accountOf(ctx).customerId) throw new Refused(notYourself);
  const before = (await moneyOfCustomers(ctx, [customer.id])).get(customer.id)?.creditLimit ?? '0';
  const credit = await grant(ctx, customer, body.credit);
  ctx.note({
    ...aboutCustomer(customer),
    before: { creditLimit: before },
    after: { creditLimit: String(credit.minor), currency: customer.currency },
  });
  const account = await openAccount(ctx, ofCustomer(customer.id, customer.currency, 'balance'));
  return { creditLimit: String(credit.minor), spendable: String((await spendable(ctx, account)).minor) };
}

/** The credit a customer begins with. */
export async function grantFirst(ctx: Ctx, customer: CustomerRow, written: string): Promise<void> {
  if (Number(written) === 0) return;
  if (!holds(ctx.actor, 'user.credit')) throw refusedAt('credit', noPermission);
  await grant(ctx, customer, written);
}

async function grant(ctx: Ctx, customer: Pick<CustomerRow, 'id' | 'currency'>, written: string) {
  const credit = sentAmount('credit', written, customer.currency, 'zero');
  try {
    await grantCredit(ctx, customer.id, credit);
  } catch (error) {
    // Named at its field, so that the form shows it there.
    throw error instanceof Refused ? refusedAt('credit', error.refusal, error.facts) : error;
  }
  return credit;
}
