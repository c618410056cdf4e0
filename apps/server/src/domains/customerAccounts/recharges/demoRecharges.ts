import { Currency } from '@cardinal/contract/enumerations/money.ts';
import { RechargeMethod } from '@cardinal/contract/enumerations/recharge.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../../framework/context.ts';
import { postRecharge } from './postRecharge.ts';
import type { RechargeTable } from './rechargeTables.ts';

const BANKS = [text('招商银行', 'China Merchants Bank'), text('工商银行', 'ICBC')];
const NOTHING_ARRIVED = text('银行未到账', 'Nothing arrived at the bank');
/** Of the platform's demo accounts: who enters, and who reviews. */
const MAKER = { entered_by_id: '1009', entered_by: 'finance' };
const CHECKER = { checked_by_id: '1001', checked_by: 'admin' };

/** Bank transfers of the platform's children `10` and `20`: posted, rejected, and one that waits. */
const SAMPLES: readonly { customerId: string; daysAgo: number; amount: number; state: RechargeTable['state'] }[] = [
  ...[178, 174, 170, 166, 162, 158].flatMap((daysAgo, at) => [
    { customerId: '10', daysAgo, amount: 3_000 + at * 500, state: 'passed' as const },
    { customerId: '20', daysAgo: daysAgo - 3, amount: 2_000 + at * 250, state: 'passed' as const },
  ]),
  { customerId: '20', daysAgo: 5, amount: 800, state: 'rejected' },
  { customerId: '10', daysAgo: 0.1, amount: 5_000, state: 'pending' },
];

/** Recharges before the months of the demo's other money, so that its days stay in order. */
export async function seedRecharges(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  for (const [at, { customerId, daysAgo, amount, state }] of SAMPLES.entries()) {
    const moment = new Date(now - daysAgo * DAY_MS);
    const then: Ctx = { ...ctx, clock: { now: () => moment } };
    const id = String(8_001 + at);
    const row: RechargeTable = {
      id,
      recharge_no: `R${id}`,
      customer_id: customerId,
      payer_id: '1',
      method: RechargeMethod.values.bank,
      currency: Currency.values.CNY,
      amount: String(amount * 100),
      bonus: '0',
      state,
      bank: say(BANKS[at % BANKS.length]!, ctx.language),
      voucher_no: `2026${String(100_000 + at * 37)}`,
      voucher_type: null,
      voucher_name: null,
      remark: null,
      decision: state === 'rejected' ? say(NOTHING_ARRIVED, ctx.language) : null,
      repeat_reason: null,
      account_id: null,
      transaction_id: null,
      ...MAKER,
      checked_by_id: null,
      checked_by: null,
      created_at: moment,
      decided_at: null,
    };
    const decided = state === 'pending' ? {} : { ...CHECKER, decided_at: moment };
    const posted = state === 'passed' ? await postRecharge(then, row) : {};
    await ctx.db
      .insertInto('customer_accounts.recharge')
      .values({ ...row, ...decided, ...posted })
      .execute();
  }
}
