import { PaymentProvider, PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { RechargeMethod } from '@cardinal/contract/enumerations/recharge.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { DAY_MS, dayText, parseTime } from '@cardinal/primitives/time.ts';
import { postRecharge } from '../domains/customerAccounts/recharges/postRecharge.ts';
import { stepDue } from '../domains/statements/fetching/statementJobs.ts';
import type { Ctx } from '../framework/context.ts';

const MERCHANT = '70201';
const PAYER = '10';
const DAYS = 20;
const HOUR_MS = 3_600_000;
const WORDS = text('余额充值', 'Balance recharge');
const FOREIGN = text('门店收款码收款，不属于平台', 'Paid at the shop’s own code, not through the platform');

type Paid = { readonly tradeNo: string; readonly providerNo: string; readonly amount: number; readonly paidAt: Date };

/** Some recharges a day, as they were paid in the last weeks. */
function paidInTheLastWeeks(now: Date): Paid[] {
  const today = parseTime(dayText(now)) as Date;
  return Array.from({ length: DAYS }, (_, ago) => ago + 1).flatMap((ago) =>
    // Nothing on one day of the week.
    Array.from({ length: ago % 7 === 4 ? 0 : 1 + ((ago * 5) % 4) }, (_each, n) => ({
      tradeNo: `PDEMO${String(ago).padStart(2, '0')}${n}`,
      providerNo: `42000${String(20_260_000 + ago)}${String(n).padStart(15, '0')}`,
      amount: 5_000 + ((ago * 37 + n * 113) % 40) * 2_500,
      paidAt: new Date(today.getTime() - ago * DAY_MS + (9 + 3 * n) * HOUR_MS + ago * 61_000),
    })),
  );
}

async function keep(ctx: Ctx, at: number, { tradeNo, providerNo, amount, paidAt }: Paid): Promise<void> {
  const [id, rechargeId] = [String(72_000 + at), String(73_000 + at)];
  const recharge = {
    id: rechargeId,
    recharge_no: `R${rechargeId}`,
    customer_id: PAYER,
    payer_id: '1',
    method: RechargeMethod.values.wechat,
    currency: 'CNY' as const,
    amount: String(amount),
    bonus: '0',
    remark: null,
  };
  const posted = await postRecharge(ctx, recharge, MERCHANT);
  await ctx.db
    .insertInto('customer_accounts.recharge')
    .values({
      ...recharge,
      ...posted,
      state: 'passed',
      bank: null,
      voucher_no: null,
      voucher_type: null,
      voucher_name: null,
      collecting_account_id: null,
      decision: null,
      repeat_reason: null,
      entered_by_id: null,
      entered_by: 'agent',
      checked_by_id: null,
      checked_by: null,
      created_at: paidAt,
      decided_at: paidAt,
    })
    .execute();
  await ctx.db
    .insertInto('payments.payment')
    .values({
      id,
      trade_no: tradeNo,
      scene: PaymentScene.values.balanceRecharge,
      subject_id: rechargeId,
      payer_id: PAYER,
      collector_id: '1',
      provider: PaymentProvider.values.wechat,
      merchant_id: MERCHANT,
      collecting_account_id: '70006',
      contract_no: null,
      target_kind: null,
      target_url: null,
      buyer_appid: null,
      buyer_openid: null,
      phone_address: null,
      refused_zh: null,
      refused_en: null,
      refunded: '0',
      next_at: null,
      currency: 'CNY',
      amount: String(amount),
      description: say(WORDS, ctx.language),
      state: 'paid',
      return_url: 'http://127.0.0.1',
      provider_no: providerNo,
      said: 'SUCCESS',
      paid_amount: String(amount),
      paid_currency: 'CNY',
      paid_at: paidAt,
      settled_at: paidAt,
      expires_at: paidAt,
      steps: 0,
      created_at: paidAt,
      updated_at: paidAt,
    })
    .execute();
}

async function control(method: 'POST' | 'PATCH', url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  if (!answer.ok) throw new Error(`the simulator answers ${answer.status} at ${url}`);
}

/**
 * Three weeks of recharges by WeChat, which the simulated WeChat knows too, and its statements of them: one leaves a payment out, one
 * has another amount, and one has a payment of somebody else.
 */
export async function seedStatements(ctx: Ctx, simulatorUrl: string): Promise<void> {
  const now = ctx.clock.now();
  const { merchant_no } = await ctx.db
    .selectFrom('payment_providers.merchant')
    .select('merchant_no')
    .where('id', '=', MERCHANT)
    .executeTakeFirstOrThrow();
  const paid = paidInTheLastWeeks(now);
  const foreign = { ...paid[0]!, tradeNo: 'SHOP20260001', providerNo: '420009999000000000001', amount: 8_800 };
  const elsewhere = [
    { ...foreign, paidAt: new Date(now.getTime() - 8 * DAY_MS) },
    {
      ...foreign,
      tradeNo: 'SHOP20260002',
      providerNo: '420009999000000000002',
      paidAt: new Date(now.getTime() - 2 * DAY_MS),
    },
  ];
  const at = `${simulatorUrl}/_control/wechat`;
  for (const { paidAt, ...trade } of [...paid, ...elsewhere])
    await control('POST', `${at}/trades`, {
      ...trade,
      merchantNo: merchant_no,
      currency: 'CNY',
      paidMs: paidAt.getTime(),
    });
  const [left, other] = [
    paid.find(({ tradeNo }) => tradeNo.startsWith('PDEMO05')),
    paid.find(({ tradeNo }) => tradeNo.startsWith('PDEMO02')),
  ];
  await control('PATCH', `${at}/merchants/${merchant_no}`, {
    statementEdits: [
      { no: left?.tradeNo ?? '', times: 0 },
      { no: other?.tradeNo ?? '', amount: (other?.amount ?? 0) - 100 },
    ],
  });
  await ctx.transact(async (inside) => {
    for (const [n, each] of paid.entries()) await keep(inside, n, each);
    await inside.db
      .updateTable('payment_providers.merchant')
      .set({ created_at: new Date(now.getTime() - DAYS * DAY_MS) })
      .where('id', '=', MERCHANT)
      .execute();
    await inside.db.insertInto('runtime.demo').values({ part: 'statements', made_at: now }).execute();
  });
  await stepDue(ctx);
  await ctx.db
    .updateTable('statements.difference')
    .set({
      solution: 'explained',
      solved_at: now,
      reason: say(FOREIGN, ctx.language),
      decided_by: 'admin',
      decided_by_id: '1001',
    })
    .where('our_no', '=', elsewhere[0]?.tradeNo ?? '')
    .execute();
}
