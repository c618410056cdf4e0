import { stepDoesNotFit } from '@cardinal/contract/api/cardRecharges/refusals.ts';
import type {
  readFreeAmounts as readEndpoint,
  setFreeAmount as setEndpoint,
} from '@cardinal/contract/api/cardRecharges/tiers.ts';
import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { customerOf } from '../../customers/face.ts';
import { ownAccount } from '../../publicAccounts/face.ts';
import { boundedAmount } from './tierRegister.ts';

/** What a rule begins with, in the smallest unit: 10.00 to 500.00 in steps of 10.00. */
const SUGGESTED = { least: '1000', most: '50000', step: '1000' };

export async function readFreeAmounts(ctx: Ctx): Promise<AnswerOf<typeof readEndpoint>> {
  const rows = await ctx.db
    .selectFrom('public_accounts.v_account as a')
    .innerJoin('customers.v_customer as c', 'c.id', 'a.customer_id')
    .leftJoin('card_recharges.free_amount as f', 'f.account_id', 'a.id')
    .select(['a.id', 'a.name', 'a.customer_id', 'c.currency', 'f.is_on', 'f.least', 'f.most', 'f.step', 'f.version'])
    .orderBy('a.name')
    .limit(200)
    .execute();
  return {
    rules: rows.map((row) => ({
      accountId: row.id,
      accountName: row.name,
      isOn: row.is_on ?? false,
      currency: row.currency as Currency,
      least: row.least ?? SUGGESTED.least,
      most: row.most ?? SUGGESTED.most,
      step: row.step ?? SUGGESTED.step,
      version: row.version ?? 0,
      isOwn: row.customer_id === accountOf(ctx).customerId,
    })),
  };
}

export async function setFreeAmount(
  ctx: Ctx,
  { accountId, version, isOn, ...sent }: BodyOf<typeof setEndpoint>,
): Promise<AnswerOf<typeof setEndpoint>> {
  const account = await ownAccount(ctx, accountId);
  const currency = (await customerOf(ctx.db, account.customer_id))?.currency as Currency;
  const [least, most] = [boundedAmount('least', sent.least, currency), boundedAmount('most', sent.most, currency)];
  const step = sentAmount('step', sent.step, currency, 'smallest');
  if (most.minor < least.minor || (most.minor - least.minor) % step.minor !== 0n)
    throw refusedAt('most', stepDoesNotFit);
  const before = await ctx.db
    .selectFrom('card_recharges.free_amount')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if ((before?.version ?? 0) !== version) throw new Refused(changedByAnother);
  const rule = {
    is_on: isOn,
    least: String(least.minor),
    most: String(most.minor),
    step: String(step.minor),
    currency,
    version: version + 1,
    updated_at: ctx.clock.now(),
  };
  // The account's row is locked, so that of two at once the second sees the first one's version.
  if (before)
    await ctx.db.updateTable('card_recharges.free_amount').set(rule).where('account_id', '=', accountId).execute();
  else
    await ctx.db
      .insertInto('card_recharges.free_amount')
      .values({ ...rule, account_id: accountId, id: ctx.ids.next(), customer_id: account.customer_id })
      .execute();
  const noted = ({ is_on, ...of }: Pick<typeof rule, 'is_on' | 'least' | 'most' | 'step'>) => ({
    isOn: is_on,
    least: of.least,
    most: of.most,
    step: of.step,
  });
  ctx.note({
    objectKind: 'publicAccount',
    objectId: accountId,
    summary: account.name,
    customerId: account.customer_id,
    ...(before ? { before: noted(before) } : {}),
    after: noted(rule),
  });
  return DONE;
}
