import type { readReceivers as endpoint } from '@cardinal/contract/api/cashOuts/receivers.ts';
import { CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { percentText } from '../cashOut/cashOutRules.ts';
import { beyond } from '../cashOut/cashOutStore.ts';
import type { RuleRow } from '../cashOutTables.ts';
import { receiversOf } from './editReceivers.ts';
import { newUntil } from './receiverRules.ts';
import { payerMerchants } from './setRule.ts';

/** What arrived at each receiver. */
async function usesOf(ctx: Ctx, customerId: string) {
  const rows = await ctx.db
    .selectFrom('cash_outs.cash_out')
    .select(['receiver_id', sql<string>`sum(net)::text`.as('used'), sql<Date>`max(ended_at)`.as('last')])
    .where('customer_id', '=', customerId)
    .where('state', '=', CashOutState.values.done)
    .groupBy('receiver_id')
    .execute();
  return new Map(rows.map((row) => [row.receiver_id, row]));
}

export const shownLimits = (row: RuleRow) => ({
  least: row.least,
  most: row.most,
  dayMost: row.day_most,
  reviewFrom: row.review_from,
  twoFrom: row.two_from,
  feePercent: percentText(row.fee_rate),
  taxPercent: percentText(row.tax_rate),
});

export async function readReceivers(ctx: Ctx): Promise<AnswerOf<typeof endpoint>> {
  const { customerId } = accountOf(ctx);
  const own = await customerOf(ctx.db, customerId);
  if (!own) throw new Refused(notFound);
  const isPlatform = own.kind === 'PLATFORM';
  const now = ctx.clock.now();
  const [receivers, uses, rules, merchants] = await Promise.all([
    receiversOf(ctx, customerId),
    usesOf(ctx, customerId),
    beyond(ctx).selectFrom('cash_outs.rule').selectAll().orderBy('method').orderBy('currency').execute(),
    isPlatform ? payerMerchants(ctx) : [],
  ]);
  const names = new Map(merchants.map(({ id, name }) => [id, name]));
  return {
    currency: own.currency,
    isPlatform,
    receivers: receivers.map((row) => ({
      id: row.id,
      version: row.version,
      method: row.method,
      account: row.account_mask,
      holder: row.holder,
      bank: row.bank,
      branch: row.branch,
      isDefault: row.is_default,
      newUntil: newUntil(row, now)?.toISOString() ?? null,
      used: uses.get(row.id)?.used ?? '0',
      lastUsedAt: uses.get(row.id)?.last?.toISOString() ?? null,
    })),
    rules: rules
      .filter(({ currency }) => isPlatform || currency === own.currency)
      .map((row) => ({
        method: row.method,
        currency: row.currency,
        ...shownLimits(row),
        isPaused: row.is_paused,
        merchantId: isPlatform ? row.merchant_id : null,
        merchantName: isPlatform ? (names.get(row.merchant_id ?? '') ?? null) : null,
        version: row.version,
      })),
    merchants,
  };
}
