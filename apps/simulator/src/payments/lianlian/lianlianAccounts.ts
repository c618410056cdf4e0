import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { hashText } from '../../chance.ts';
import { ControlRefusal, readControl } from '../../control.ts';
import { decimalText } from '../amounts.ts';
import type { SubAccount, SubAccountState, Trade, TradePayee } from '../paymentEvents.ts';
import type { PaymentSimulator } from '../paymentSimulator.ts';
import type { RestAsked } from '../restWire.ts';
import { DONE, noRecord, read, refused } from './lianlianCalls.ts';

const WORDS: Readonly<Record<SubAccountState, string>> = {
  codeSent: 'ACTIVATE_PENDING',
  reviewing: 'CHECK_PENDING',
  open: 'NORMAL',
  paused: 'PAUSE',
  closed: 'CANCEL',
};

const applyBody = z.object({
  user_id: z.string().min(1).max(64),
  txn_seqno: z.string().min(1).max(64),
  txn_time: z.string(),
  notify_url: z.url(),
  basicInfo: z.object({
    reg_phone: z.string().regex(/^1\d{10}$/),
    user_name: z.string().min(1),
    id_type: z.enum(['ID_CARD', 'UNIFIED_SOCIAL_CREDIT_CODE']),
    id_no: z.string().length(18),
  }),
  linkedAcctInfo: z.object({ linked_acctno: z.string().min(8), linked_phone: z.string() }),
});

function accountOf({ sim, merchant }: RestAsked, userId: string): SubAccount {
  const found = sim.world.subAccount(merchant.merchantNo, userId);
  if (!found) throw noRecord();
  return found;
}

const put = (sim: PaymentSimulator, account: SubAccount): SubAccount => {
  sim.record({ type: 'subAccount', account });
  return account;
};

/** The code that the phone gets: control shows it, since there is no phone. */
const codeFor = (applyNo: string): string => String(hashText(applyNo, 17) % 1_000_000).padStart(6, '0');

/** Answered with 8888: a code was sent to the phone of the bank card. */
export function applyAccount(asked: RestAsked) {
  const { sim, merchant, conduct } = asked;
  const { user_id, txn_seqno, basicInfo, linkedAcctInfo } = read(applyBody, asked);
  const known = sim.world.subAccount(merchant.merchantNo, user_id);
  if (known && known.state !== 'codeSent') throw refused('1002', '用户已开户');
  const account: SubAccount = {
    merchantNo: merchant.merchantNo,
    userId: user_id,
    kind: basicInfo.id_type === 'ID_CARD' ? 'personal' : 'company',
    name: basicInfo.user_name,
    idNo: basicInfo.id_no,
    phone: basicInfo.reg_phone,
    card: linkedAcctInfo.linked_acctno,
    state: 'codeSent',
    applyNo: txn_seqno,
    token: randomBytes(16).toString('hex'),
    code: codeFor(txn_seqno),
    withdrawn: 0,
    createdMs: sim.surroundings.clock.nowMs(),
  };
  if (conduct.times !== 'never') put(sim, account);
  const { token } = account;
  return { content: { ret_code: '8888', ret_msg: '请输入短信验证码', user_id, txn_seqno, token } };
}

const verifyBody = z.object({
  user_id: z.string(),
  txn_seqno: z.string(),
  token: z.string(),
  verify_code: z.string(),
});

/** A person's account is open at once; a company's is looked at first. */
export function verifyAccount(asked: RestAsked) {
  const { user_id, txn_seqno, token, verify_code } = read(verifyBody, asked);
  const account = accountOf(asked, user_id);
  if (account.state !== 'codeSent') throw refused('1002', '用户已开户');
  if (account.applyNo !== txn_seqno || account.token !== token) throw refused('1004', '授权令牌无效或已过期');
  if (account.code !== verify_code) throw refused('5001', '短信验证码错误');
  const state = account.kind === 'personal' ? 'open' : 'reviewing';
  if (asked.conduct.times !== 'never') put(asked.sim, { ...account, state });
  const user_status = asked.conduct.toldStatus ?? WORDS[state];
  return { content: { ...DONE, user_id, txn_seqno, user_status } };
}

const byUser = z.object({ user_id: z.string() });
export function queryUser(asked: RestAsked) {
  const account = accountOf(asked, read(byUser, asked).user_id);
  const user_status = asked.conduct.toldStatus ?? WORDS[account.state];
  return { content: { ...DONE, user_id: account.userId, user_status } };
}

export function queryBalance(asked: RestAsked) {
  const account = accountOf(asked, read(byUser.extend({ user_type: z.string() }), asked).user_id);
  const held = decimalText(asked.sim.world.held(account), 'CNY');
  const own = { acct_type: 'USEROWN_AVAILABLE', acct_state: 'NORMAL', amt_balcur: held, amt_balaval: held };
  return { content: { ...DONE, user_id: account.userId, acctinfo_list: [own] } };
}

const cancelBody = z.object({ user_id: z.string(), txn_seqno: z.string(), user_name: z.string(), id_no: z.string() });

/** Only an empty account is closed. */
export function cancelAccount(asked: RestAsked) {
  const { user_id, txn_seqno, id_no } = read(cancelBody, asked);
  const account = accountOf(asked, user_id);
  if (account.idNo !== id_no) throw refused('1004', '商户请求参数校验错误(id_no)');
  if (asked.sim.world.held(account) !== 0) throw refused('5002', '账户余额不为零，不能销户');
  if (asked.conduct.times !== 'never') put(asked.sim, { ...account, state: 'closed' });
  return { content: { ...DONE, user_id, txn_seqno } };
}

/** The users' parts of a trade; each must have an open account. */
export function payeesOfTrade(asked: RestAsked, payees: readonly TradePayee[]): readonly TradePayee[] {
  for (const { userId } of payees)
    if (accountOf(asked, userId).state !== 'open') throw refused('1005', `收款方 ${userId} 不可收款`);
  return payees;
}

/** Refused as a whole where one of them has less than is taken back, or got less. */
export function payeesOfRefund(asked: RestAsked, trade: Trade, payees: readonly TradePayee[]): readonly TradePayee[] {
  const { world } = asked.sim;
  for (const { userId, amount } of payees) {
    const partsOf = (all: readonly TradePayee[] = []) =>
      all.reduce((sum, each) => sum + (each.userId === userId ? each.amount : 0), 0);
    const back = world.refundsOf(trade).filter(({ state }) => state !== 'closed');
    const left = partsOf(trade.payees) - back.reduce((sum, refund) => sum + partsOf(refund.payees), 0);
    if (amount > left) throw refused('1004', `退款金额超过收款方 ${userId} 的收款金额`);
    if (amount > world.held(accountOf(asked, userId))) throw refused('5003', `收款方 ${userId} 余额不足`);
  }
  return payees;
}

const withdrawBody = z.strictObject({ amount: z.int().min(1) });

/** What happens to accounts at the provider without the merchant: reviewed, paused, closed, and their money taken out. */
export function registerAccountControl(app: FastifyInstance, sim: PaymentSimulator): void {
  const found = (userId: string): SubAccount => {
    const account = [...sim.world.subAccounts.values()].find((each) => each.userId === userId);
    if (!account) throw new ControlRefusal(404, `Nothing is known under ${userId}`);
    return account;
  };
  const shown = (account: SubAccount) => ({ ...account, held: sim.world.held(account) });
  app.get('/accounts', async () => ({ accounts: [...sim.world.subAccounts.values()].map(shown) }));
  for (const [verb, state] of [
    ['open', 'open'],
    ['pause', 'paused'],
    ['close', 'closed'],
  ] as const) {
    app.post<{ Params: { no: string } }>(`/accounts/:no/${verb}`, async ({ params }) =>
      shown(put(sim, { ...found(params.no), state })),
    );
  }
  app.post<{ Params: { no: string } }>('/accounts/:no/withdraw', async ({ params, body }) => {
    const account = found(params.no);
    const { amount = sim.world.held(account) } = body ? readControl(withdrawBody, body) : {};
    return shown(put(sim, { ...account, withdrawn: account.withdrawn + amount }));
  });
}
