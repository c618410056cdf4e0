import type { setCashOutRule as endpoint } from '@cardinal/contract/api/cashOuts/receivers.ts';
import {
  limitsOutOfOrder,
  needsMerchant,
  notACurrencyOfMethod,
  platformDecides,
} from '@cardinal/contract/api/cashOuts/refusals.ts';
import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import { CashOutMethod } from '@cardinal/contract/enumerations/cashOut.ts';
import { CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { earnerOf } from '../../profitSharing/face.ts';
import { percentText, rateOf } from '../cashOut/cashOutRules.ts';
import { beyond, keepCashOut, ruleOf } from '../cashOut/cashOutStore.ts';
import type { RuleRow } from '../cashOutTables.ts';

type Body = BodyOf<typeof endpoint>;

/** The platform's own merchants that can pay. */
export const payerMerchants = (ctx: Ctx) =>
  ctx.db
    .selectFrom('payment_providers.v_merchant')
    .select(['id', 'name'])
    .where('customer_id', '=', accountOf(ctx).customerId)
    .where('provider', '=', PaymentProvider.values.wechat)
    .where('state', '=', 'on')
    .orderBy('id')
    .execute();

function limitsOf(body: Body) {
  const minor = (name: 'least' | 'most' | 'dayMost' | 'reviewFrom' | 'twoFrom') => {
    const written = body[name];
    return written ? sentAmount(name, written, body.currency, 'smallest').minor : undefined;
  };
  const least = minor('least') ?? 1n;
  for (const name of ['most', 'dayMost'] as const) {
    const limit = minor(name);
    if (limit !== undefined && limit < least) throw refusedAt(name, limitsOutOfOrder);
  }
  const kept = (name: 'most' | 'dayMost' | 'reviewFrom' | 'twoFrom') => minor(name)?.toString() ?? null;
  return {
    least: String(least),
    most: kept('most'),
    day_most: kept('dayMost'),
    review_from: kept('reviewFrom'),
    two_from: kept('twoFrom'),
  };
}

const noted = (row: RuleRow | undefined) =>
  row && {
    least: row.least,
    most: row.most,
    dayMost: row.day_most,
    reviewFrom: row.review_from,
    twoFrom: row.two_from,
    feePercent: percentText(row.fee_rate),
    taxPercent: percentText(row.tax_rate),
    isPaused: row.is_paused,
    merchantId: row.merchant_id,
  };

/** How the platform pays from now on. What was asked for keeps its costs; what waits while paused goes on. */
export async function setCashOutRule(ctx: Ctx, body: Body) {
  if ((await earnerOf(ctx)) !== undefined) throw new Refused(platformDecides);
  const { method, currency } = body;
  const isWechat = method === CashOutMethod.values.wechat;
  if (isWechat && currency !== 'CNY') throw refusedAt('currency', notACurrencyOfMethod);
  const merchants = await payerMerchants(ctx);
  const merchantId = isWechat ? merchants.find(({ id }) => id === body.merchantId)?.id : null;
  if (merchantId === undefined) throw refusedAt('merchantId', needsMerchant);
  const before = await ruleOf(ctx, method, currency);
  if ((before?.version ?? 0) !== body.version) throw new Refused(changedByAnother);
  const row: RuleRow = {
    method,
    currency,
    merchant_id: merchantId,
    ...limitsOf(body),
    fee_rate: rateOf(body.feePercent),
    tax_rate: rateOf(body.taxPercent),
    is_paused: body.isPaused,
    version: body.version + 1,
    set_by: accountOf(ctx).account,
    set_at: ctx.clock.now(),
  };
  const written = await ctx.db
    .insertInto('cash_outs.rule')
    .values(row)
    .onConflict((on) =>
      on.columns(['method', 'currency']).doUpdateSet(row).where('cash_outs.rule.version', '=', body.version),
    )
    .returning('version')
    .executeTakeFirst();
  if (!written) throw new Refused(changedByAnother);
  if (before?.is_paused && !row.is_paused) await goOn(ctx, row);
  ctx.note({
    objectKind: 'cashOutRule',
    objectId: String(method),
    summary: CashOutMethod.options.find(({ value }) => value === method)?.label ?? String(method),
    ...(before ? { before: noted(before) ?? {} } : {}),
    after: noted(row) ?? {},
  });
  return DONE;
}

/** What waited while transfers were paused has its turn now. */
async function goOn(ctx: Ctx, { method, currency }: RuleRow): Promise<void> {
  const waiting = await beyond(ctx)
    .selectFrom('cash_outs.cash_out')
    .select('id')
    .where('state', '=', CashOutState.values.toWithdraw)
    .where('waits_for', '=', 'queue')
    .where('method', '=', method)
    .where('currency', '=', currency)
    .orderBy('id')
    .execute();
  const next_at = ctx.clock.now();
  for (const { id } of waiting) await keepCashOut(ctx, id, { next_at });
}
