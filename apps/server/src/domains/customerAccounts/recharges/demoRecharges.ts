import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { RechargeMethod } from '@cardinal/contract/enumerations/recharge.ts';
import type { Money } from '@cardinal/primitives/money.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { customerOf } from '../../customers/face.ts';
import { payableInto } from '../../payments/face.ts';
import { postRecharge } from './postRecharge.ts';
import type { RechargeTable } from './rechargeTables.ts';

const BANKS = [text('招商银行', 'China Merchants Bank'), text('工商银行', 'ICBC')];
const NOTHING_ARRIVED = text('银行未到账', 'Nothing arrived at the bank');
/** Of the platform's demo accounts: who enters, and who reviews. */
const MAKER = { entered_by_id: '1009', entered_by: 'finance' };
const CHECKER = { checked_by_id: '1001', checked_by: 'admin' };

const { bank, parentBalance } = RechargeMethod.values;

/** A recharge of the demo: the platform enters bank transfers of its children, any other parent gives of its own balance. */
export type DemoRecharge = {
  readonly n: number;
  readonly customerId: string;
  readonly payer: { readonly id: string; readonly isPlatform: boolean; readonly maker: string };
  readonly amount: Money;
  readonly state: RechargeTable['state'];
};

async function accountInUse(ctx: Ctx, customerId: string): Promise<string | null> {
  const customer = await customerOf(ctx.db, customerId);
  const payable = customer ? await payableInto(ctx, customer, PaymentScene.values.balanceRecharge) : [];
  return payable.find(({ isInUse }) => isInUse)?.id ?? null;
}

/** Enters it at the clock of `ctx`, and posts it if it is passed. */
export async function addRecharge(ctx: Ctx, { n, customerId, payer, amount, state }: DemoRecharge): Promise<void> {
  const now = ctx.clock.now();
  const transfer = payer.isPlatform
    ? { method: bank, bank: say(BANKS[n % BANKS.length]!, ctx.language), voucher_no: `2026${String(100_000 + n * 37)}` }
    : { method: parentBalance, bank: null, voucher_no: null };
  const collecting = payer.isPlatform ? await accountInUse(ctx, customerId) : null;
  const row: RechargeTable = {
    id: String(80_000 + n),
    recharge_no: `R${80_000 + n}`,
    customer_id: customerId,
    payer_id: payer.id,
    ...transfer,
    currency: amount.currency as Currency,
    amount: String(amount.minor),
    bonus: '0',
    state,
    voucher_type: null,
    voucher_name: null,
    collecting_account_id: collecting,
    remark: null,
    decision: state === 'rejected' ? say(NOTHING_ARRIVED, ctx.language) : null,
    repeat_reason: null,
    account_id: null,
    transaction_id: null,
    ...(payer.isPlatform ? MAKER : { entered_by_id: null, entered_by: payer.maker }),
    checked_by_id: null,
    checked_by: null,
    created_at: now,
    decided_at: null,
  };
  const decided = state === 'pending' ? {} : { decided_at: now, ...(payer.isPlatform ? CHECKER : {}) };
  const posted = state === 'passed' ? await postRecharge(ctx, row) : {};
  await ctx.db
    .insertInto('customer_accounts.recharge')
    .values({ ...row, ...decided, ...posted })
    .execute();
}
