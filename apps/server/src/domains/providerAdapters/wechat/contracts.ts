import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { ProviderAdapter } from '../protocol/adapter.ts';
import { onlyAbout, otherCurrency, told } from '../protocol/exchange.ts';
import type { Money } from '../protocol/operations.ts';
import { callWechat } from './client.ts';
import { contract, contractSeen, fenNumber, signAnswer } from './wire.ts';

type Contracts = Pick<
  ProviderAdapter['operate'],
  'createContract' | 'queryContract' | 'endContract' | 'announceCharge' | 'chargeContract'
>;

const LONGEST_NAME = 32;
const LONGEST_DESCRIPTION = 127;
const LONGEST_REMARK = 64;
const TOO_MUCH = text('金额过大', 'The amount is too large');
const SHORT = text('用户支付账户余额不足', 'The payer’s money does not suffice');
const nothing = z.looseObject({});

const contractPath = (planId: string, contractNo: string) =>
  `/v3/papay/sign/contracts/plan-id/${encodeURIComponent(planId)}/out-contract-code/${encodeURIComponent(contractNo)}`;
const cut = (written: string, most: number) => [...written].slice(0, most).join('');

function amountFault(amount: Money): Reply<never> | undefined {
  if (amount.currency !== 'CNY') return otherCurrency;
  return fenNumber(amount) === undefined ? { kind: 'refused', code: 'amount', words: TOO_MUCH } : undefined;
}

/** Codes that mean that the very same was done before. */
const DONE_BEFORE = new Set(['ORDERPAID', 'ORDERACCEPTED', 'ALREADYEXISTS']);
const orDoneBefore = (reply: Reply<object>): Reply<Record<never, never>> =>
  reply.kind === 'refused' && DONE_BEFORE.has(reply.code.replaceAll('_', ''))
    ? { kind: 'ok', answer: {}, httpStatus: reply.httpStatus, reference: reply.reference }
    : told(reply, () => ({}));

/** The provider's code for a payer who is short, in the words all providers share. */
const payerShort = (reply: Reply<Record<never, never>>): Reply<Record<never, never>> =>
  reply.kind === 'refused' && reply.code.replaceAll('_', '') === 'NOTENOUGH'
    ? { ...reply, code: 'payerShort', words: SHORT }
    : reply;

/** Contracts of a periodic deduction plan (委托代扣), signed within WeChat, and the charges under them. */
export const contracts: Contracts = {
  createContract: async (line, { contractNo, planId, buyer, displayName, noticeUrl }) => {
    const reply = await callWechat(line, {
      method: 'POST',
      path: '/v3/papay/scheduled-deduct-sign/contracts/pre-entrust-sign/jsapi',
      body: {
        appid: buyer.appid,
        openid: buyer.openid,
        plan_id: Number(planId),
        out_contract_code: contractNo,
        contract_display_account: cut(displayName, LONGEST_NAME),
        contract_notify_url: noticeUrl,
      },
      answer: signAnswer,
    });
    return told(reply, ({ redirect_url }) => ({ url: redirect_url }));
  },
  queryContract: async (line, { contractNo, planId }) => {
    const reply = await callWechat(line, { method: 'GET', path: contractPath(planId, contractNo), answer: contract });
    const { mchid } = line.credentials;
    const isAsked = (read: z.output<typeof contract>) =>
      read.out_contract_code === contractNo && (read.mchid ?? mchid) === mchid;
    return told(onlyAbout(reply, isAsked), contractSeen);
  },
  endContract: async (line, { contractNo, planId, reason }) =>
    told(
      await callWechat(line, {
        method: 'POST',
        path: `${contractPath(planId, contractNo)}/terminate`,
        body: { contract_termination_remark: cut(reason, LONGEST_REMARK) },
        answer: nothing,
      }),
      () => ({}),
    ),
  announceCharge: async (line, { providerContractNo, amount, days }) => {
    const fault = amountFault(amount);
    if (fault) return fault;
    const { mchid, appid } = line.credentials;
    return orDoneBefore(
      await callWechat(line, {
        method: 'POST',
        path: `/v3/papay/contracts/${encodeURIComponent(providerContractNo)}/notify`,
        body: {
          mchid,
          appid,
          deduct_duration: { count: days, unit: 'DAY' },
          estimated_amount: { amount: fenNumber(amount), currency: amount.currency },
        },
        answer: nothing,
      }),
    );
  },
  chargeContract: async (line, { tradeNo, providerContractNo, amount, subject, noticeUrl }) => {
    const fault = amountFault(amount);
    if (fault) return fault;
    const reply = orDoneBefore(
      await callWechat(line, {
        method: 'POST',
        path: '/v3/papay/pay/transactions/apply',
        body: {
          appid: line.credentials['appid'],
          out_trade_no: tradeNo,
          description: cut(subject, LONGEST_DESCRIPTION),
          transaction_notify_url: noticeUrl,
          contract_id: providerContractNo,
          amount: { total: fenNumber(amount), currency: amount.currency },
        },
        answer: nothing,
      }),
    );
    return payerShort(reply);
  },
};
