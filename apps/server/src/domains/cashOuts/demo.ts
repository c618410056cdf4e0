import { CashOutMethod } from '@cardinal/contract/enumerations/cashOut.ts';
import { CashOutKind, CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import { money } from '@cardinal/primitives/money.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../framework/context.ts';
import { customerOf } from '../customers/face.ts';
import { fundsOf, ofCustomer } from '../ledger/face.ts';
import { newCashOut } from './asking/askCashOut.ts';
import { giveBack, settleCashOut } from './cashOut/cashOutMoney.ts';
import { costsOf } from './cashOut/cashOutRules.ts';
import { keepCashOut, receiverPlace } from './cashOut/cashOutStore.ts';
import type { CashOutRow, ReceiverRow, RuleRow } from './cashOutTables.ts';
import { maskedAccount } from './receivers/receiverRules.ts';

const { wechat, bank } = CashOutMethod.values;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AGENT = '10';
const BY = { id: '1003', account: 'agent' };
const WRONG_NAME = text('收款人姓名不符', 'Receiver’s name does not match');

const rule = (method: CashOutMethod, merchant_id: string | null, now: Date): RuleRow => ({
  method,
  currency: 'CNY',
  merchant_id,
  least: '100',
  most: '2000000',
  day_most: '5000000',
  review_from: '500000',
  two_from: '1000000',
  fee_rate: 60,
  tax_rate: 0,
  is_paused: false,
  version: 1,
  set_by: 'admin',
  set_at: now,
});

const RECEIVERS = [
  {
    id: '90101',
    method: wechat,
    account: 'oDemoAgentReceiver00000001',
    holder: text('张伟', 'Zhang Wei'),
    ageHours: 900,
  },
  {
    id: '90102',
    method: bank,
    account: '6225880012345678',
    holder: text('甲代理有限公司', 'Agent A Ltd.'),
    ageHours: 2,
  },
  { id: '90103', method: wechat, account: 'oDemoAgentReceiver00000002', holder: text('李娜', 'Li Na'), ageHours: 700 },
] as const;
const BANK = text('招商银行', 'China Merchants Bank');

/** Of the agent's profit in percent, to whom, how long ago, and what became of it. */
const ASKED = [
  { percent: 20n, receiver: 0, ageHours: 240, end: 'done' },
  { percent: 10n, receiver: 2, ageHours: 120, end: 'failed' },
  { percent: 10n, receiver: 1, ageHours: 1, end: 'review' },
  { percent: 5n, receiver: 0, ageHours: 0, end: 'sent' },
] as const;

/** The platform pays by WeChat and at the bank; the agent has receivers and withdrawals in several states. */
export async function seedDemo(ctx: Ctx, merchantId: string): Promise<void> {
  const now = ctx.clock.now();
  const rules = [rule(wechat, merchantId, now), rule(bank, null, now)];
  await ctx.db.insertInto('cash_outs.rule').values(rules).execute();
  const receivers = RECEIVERS.map(
    ({ id, method, account, holder, ageHours }, at): ReceiverRow => ({
      id,
      customer_id: AGENT,
      method,
      account: ctx.secrets.seal(account, receiverPlace(id)),
      account_mask: maskedAccount(method, account),
      holder: say(holder, ctx.language),
      bank: method === bank ? say(BANK, ctx.language) : null,
      branch: null,
      is_default: at === 0,
      version: 1,
      changed_at: new Date(now.getTime() - ageHours * HOUR_MS),
      created_at: new Date(now.getTime() - ageHours * HOUR_MS),
      deleted_at: null,
    }),
  );
  await ctx.db.insertInto('cash_outs.receiver').values(receivers).execute();
  const own = await customerOf(ctx.db, AGENT);
  const { balance } = await fundsOf(ctx, ofCustomer(AGENT, 'CNY', 'profit'));
  if (!own) return;
  for (const { percent, receiver, ageHours, end } of ASKED) {
    const to = receivers[receiver];
    const of = rules.find(({ method }) => method === to?.method);
    const amount = (balance * percent) / 100n;
    if (!to || !of || amount < BigInt(of.least)) continue;
    const created_at = new Date(now.getTime() - ageHours * HOUR_MS);
    const made = await newCashOut(ctx, own, to, { amount, costs: costsOf(money(amount, 'CNY'), of), rule: of, by: BY });
    const sent = { merchant_id: merchantId, sends: 1, sent_at: created_at, state: CashOutState.values.transferring };
    const isAtProvider = end === 'done' || end === 'failed';
    const row: CashOutRow = {
      ...made,
      created_at,
      updated_at: created_at,
      ...(isAtProvider ? { ...sent, waits_for: 'provider' as const, next_at: null } : {}),
    };
    await ctx.db.insertInto('cash_outs.cash_out').values(row).execute();
    const ended_at = new Date(created_at.getTime() + DAY_MS / 24);
    if (end === 'done') await settleCashOut(ctx, row, { provider_no: `1300${row.id}`, said: 'SUCCESS', ended_at });
    else if (end === 'failed') await giveBack(ctx, row, WRONG_NAME, { said: 'FAIL', ended_at });
    else if (row.next_at) await keepCashOut(ctx, row.id, { next_at: row.next_at });
  }
}

/** A part of the agent's profit that went out on a night; undefined where it would be too little. */
export async function paidAtNight(ctx: Ctx, merchantId: string, at: Date): Promise<CashOutRow | undefined> {
  const [own, to, of, { balance }] = await Promise.all([
    customerOf(ctx.db, AGENT),
    ctx.db.selectFrom('cash_outs.receiver').selectAll().where('id', '=', RECEIVERS[0].id).executeTakeFirst(),
    ctx.db.selectFrom('cash_outs.rule').selectAll().where('method', '=', wechat).executeTakeFirst(),
    fundsOf(ctx, ofCustomer(AGENT, 'CNY', 'profit')),
  ]);
  const amount = balance / 40n;
  if (!own || !to || !of || amount < BigInt(of.least)) return undefined;
  const kind = CashOutKind.values.systemDailyEnd;
  const made = await newCashOut(ctx, own, to, {
    amount,
    costs: costsOf(money(amount, 'CNY'), of),
    rule: of,
    by: BY,
    kind,
  });
  const row: CashOutRow = {
    ...made,
    created_at: at,
    updated_at: at,
    merchant_id: merchantId,
    sends: 1,
    sent_at: at,
    state: CashOutState.values.transferring,
    waits_for: 'provider',
    next_at: null,
  };
  await ctx.db.insertInto('cash_outs.cash_out').values(row).execute();
  const ended_at = new Date(at.getTime() + HOUR_MS);
  await settleCashOut(ctx, row, { provider_no: `1300${row.id}`, said: 'SUCCESS', ended_at });
  return row;
}
