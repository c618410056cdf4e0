import { moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { ProviderAdapter, ProviderLine } from '../protocol/adapter.ts';
import { decimalAmount } from '../protocol/amounts.ts';
import { hasTurn, noTurn, onlyAbout, told } from '../protocol/exchange.ts';
import type { AccountHolder, AccountSeen, Money, Payee } from '../protocol/operations.ts';
import { CODE_SENT, callLianlian } from './client.ts';
import { accountOpened, accountState, balances, closed, stamp, userSeen } from './wire.ts';

const MOST_PAYEES = 10;
const NOT_SPLITTABLE = text('分账金额与订单金额不符', 'The parts do not fit the amount');
/** Lianlian's word for the day of an ID that does not end. */
const FOR_EVER = '99991231';
const OF_USER = 'USEROWN_AVAILABLE';

const merchantPart = (oidPartner: string) => ({
  payee_id: oidPartner,
  payee_type: 'MERCHANT',
  payee_accttype: 'MCHOWN',
});
const userPart = (userNo: string) => ({ payee_id: userNo, payee_type: 'USER', payee_accttype: 'USEROWN' });

export const notSplittable: Reply<never> = { kind: 'refused', code: 'payees', words: NOT_SPLITTABLE };

/**
 * Who gets how much of an amount: the users their parts, the merchant the rest, so that all are the amount. Undefined where that
 * cannot be: parts beyond the amount, below a cent, twice of one user, or more than ten.
 */
export function partsOf(
  amount: Money,
  oidPartner: string,
  payees: readonly Payee[] = [],
): readonly (ReturnType<typeof userPart> & { readonly yuan: string })[] | undefined {
  const rest = payees.reduce((left, payee) => left - payee.amount, amount.minor);
  const yuan = (minor: bigint) => moneyText({ ...amount, minor });
  const isWhole = rest >= 0n && payees.every((payee) => payee.amount > 0n);
  const areUnlike = new Set(payees.map(({ userNo }) => userNo)).size === payees.length;
  const parts = [
    ...(rest > 0n ? [{ ...merchantPart(oidPartner), yuan: yuan(rest) }] : []),
    ...payees.map((payee) => ({ ...userPart(payee.userNo), yuan: yuan(payee.amount) })),
  ];
  return isWhole && areUnlike && parts.length <= MOST_PAYEES ? parts : undefined;
}

const kindOf = ({ isCompany }: Pick<AccountHolder, 'isCompany'>): string => (isCompany ? 'enterprise' : 'individual');
const holderOf = ({ isCompany, holder, idNo, phone }: AccountHolder) => ({
  reg_phone: phone,
  user_name: holder,
  id_type: isCompany ? 'UNIFIED_SOCIAL_CREDIT_CODE' : 'ID_CARD',
  id_no: idNo,
});

async function balanceOf(line: ProviderLine, userNo: string): Promise<Reply<Money | null>> {
  const reply = await callLianlian(
    line,
    'v1/acctmgr/query-acctinfo',
    { user_id: userNo, user_type: 'INNERUSER' },
    balances,
  );
  return told(
    onlyAbout(reply, (read) => (read.user_id ?? userNo) === userNo),
    ({ acctinfo_list }) =>
      decimalAmount(acctinfo_list?.find(({ acct_type }) => acct_type === OF_USER)?.amt_balaval, 'CNY'),
  );
}

async function queryAccount(line: ProviderLine, { userNo }: { readonly userNo: string }): Promise<Reply<AccountSeen>> {
  const user = onlyAbout(
    await callLianlian(line, 'v1/acctmgr/query-userinfo', { user_id: userNo }, userSeen),
    (read) => (read.user_id ?? userNo) === userNo,
  );
  if (user.kind !== 'ok') return user;
  const seen = { userNo, state: accountState(user.answer.user_status), said: user.answer.user_status };
  // What is not open holds nothing that could be asked for.
  if (seen.state !== 'open' && seen.state !== 'paused') return told(user, () => ({ ...seen, balance: null }));
  if (!(await hasTurn(line))) return noTurn;
  const held = await balanceOf(line, userNo);
  return held.kind === 'ok' ? told(held, (balance) => ({ ...seen, balance })) : held;
}

/** Accounts of the merchant's users. */
export const accountOperations: ProviderAdapter['operate'] = {
  openAccount: async (line, { applyNo, bankCard, noticeUrl, ...of }) => {
    const { userNo } = of;
    const reply = await callLianlian(
      line,
      `v1/acctmgr/openacct-apply-${kindOf(of)}`,
      {
        user_id: userNo,
        txn_seqno: applyNo,
        txn_time: stamp(line.now),
        notify_url: noticeUrl,
        basicInfo: { ...holderOf(of), id_exp: FOR_EVER },
        linkedAcctInfo: { linked_acctno: bankCard, linked_phone: of.phone },
        accountInfo: of.isCompany
          ? { account_type: 'ENTERPRISE_PAYMENT_ACCOUNT' }
          : { account_type: 'PERSONAL_PAYMENT_ACCOUNT', account_need_level: 'V3' },
      },
      accountOpened,
      CODE_SENT,
    );
    return told(
      onlyAbout(reply, (read) => (read.txn_seqno ?? applyNo) === applyNo),
      ({ token }) => ({ token, seen: { userNo, state: 'waitsForCode' as const, balance: null, said: CODE_SENT } }),
    );
  },
  confirmAccount: async (line, { applyNo, code, token, ...of }) => {
    const { userNo } = of;
    const reply = await callLianlian(
      line,
      `v1/acctmgr/openacct-verify-${kindOf(of)}`,
      { user_id: userNo, txn_seqno: applyNo, token, verify_code: code },
      userSeen,
    );
    return told(
      onlyAbout(reply, (read) => (read.user_id ?? userNo) === userNo),
      ({ user_status }) => ({ userNo, state: accountState(user_status), balance: null, said: user_status }),
    );
  },
  queryAccount,
  closeAccount: async (line, { closeNo, noticeUrl, ...of }) => {
    const reply = await callLianlian(
      line,
      'v1/acctmgr/cancel-apply',
      { user_id: of.userNo, txn_seqno: closeNo, txn_time: stamp(line.now), notify_url: noticeUrl, ...holderOf(of) },
      closed,
    );
    return told(
      onlyAbout(reply, (read) => (read.txn_seqno ?? closeNo) === closeNo),
      () => ({}),
    );
  },
};
