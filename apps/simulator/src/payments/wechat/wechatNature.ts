import { createCipheriv, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { chinaStamp } from '../../cardWorld/chinaTime.ts';
import { hashText } from '../../chance.ts';
import { type KeyPair, signedBy } from '../keys.ts';
import type {
  Contract,
  ContractState,
  Merchant,
  RefundState,
  Trade,
  Transfer,
  TransferState,
} from '../paymentEvents.ts';
import type { PaymentNature } from '../paymentNature.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Of another platform: nobody holds its key. */
const UNKNOWN_SERIAL = 'FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF';

export const REFUND_WORDS: Readonly<Record<RefundState, string>> = {
  processing: 'PROCESSING',
  done: 'SUCCESS',
  abnormal: 'ABNORMAL',
  closed: 'CLOSED',
};

export const TRANSFER_WORDS: Readonly<Record<TransferState, string>> = {
  waitsForUser: 'WAIT_USER_CONFIRM',
  done: 'SUCCESS',
  failed: 'FAIL',
  cancelled: 'CANCELLED',
};

/** `2026-11-21T10:00:00+08:00`. */
export const chinaIso = (ms: number): string => new Date(ms + 8 * HOUR_MS).toISOString().slice(0, 19).concat('+08:00');

/** The number under which answers and notices to this merchant are signed. */
export const serialFor = ({ facts }: Merchant, platform: KeyPair): string => facts['publicKeyId'] || platform.serial;

/** The headers of a signature of the platform over a body. */
export function signatureHeaders(
  merchant: Merchant | undefined,
  platform: KeyPair,
  body: string,
  nowMs: number,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const nonce = randomBytes(16).toString('hex');
  return {
    'wechatpay-serial': merchant ? serialFor(merchant, platform) : platform.serial,
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-signature': signedBy(`${timestamp}\n${nonce}\n${body}\n`, platform.privateKey),
  };
}

/** AES-256-GCM with the merchant's APIv3 key; the last 16 bytes are the tag. */
export function sealed(text: string, key: string, associatedData: string) {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(nonce));
  cipher.setAAD(Buffer.from(associatedData));
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: bytes.toString('base64'),
    nonce,
    associated_data: associatedData,
  };
}

export const tradeWord = (trade: Trade, returned: number): string => {
  if (trade.state === 'paid') return returned > 0 ? 'REFUND' : 'SUCCESS';
  return { open: trade.isScanned ? 'USERPAYING' : 'NOTPAY', closed: 'CLOSED', failed: 'PAYERROR' }[trade.state];
};

/** A trade as a query and a notice show it. */
export function shownTrade({ merchantNo, facts }: Merchant, trade: Trade, word: string): Record<string, unknown> {
  return {
    appid: trade.appid ?? facts['appid'],
    mchid: merchantNo,
    out_trade_no: trade.tradeNo,
    ...(trade.providerNo === null
      ? {}
      : {
          transaction_id: trade.providerNo,
          trade_type: 'NATIVE',
          bank_type: 'OTHERS',
          payer: { openid: 'oDemoBuyer' },
        }),
    trade_state: word,
    trade_state_desc: word,
    ...(trade.paidMs === null ? {} : { success_time: chinaIso(trade.paidMs) }),
    amount: {
      total: trade.paid ?? trade.total,
      currency: trade.currency,
      ...(trade.paid === null ? {} : { payer_total: trade.paid, payer_currency: trade.currency }),
    },
  };
}

/** A transfer as a query and a notice show it; the merchant is named differently in each. */
export function shownTransfer(transfer: Transfer, word = TRANSFER_WORDS[transfer.state]): Record<string, unknown> {
  return {
    out_bill_no: transfer.transferNo,
    transfer_bill_no: transfer.providerNo,
    state: word,
    transfer_amount: transfer.amount,
    openid: transfer.receiver,
    ...(transfer.failReason === null ? {} : { fail_reason: transfer.failReason }),
    create_time: chinaIso(transfer.createdMs),
    update_time: chinaIso(transfer.updatedMs),
  };
}

const CONTRACT_WORDS: Readonly<Record<ContractState, string>> = {
  waiting: 'UNSIGNED',
  signed: 'SIGNED',
  ended: 'TERMINATED',
};
const ENDED_WORDS = {
  user: 'USER_TERMINATION',
  merchant: 'MERCHANT_API_TERMINATION',
  provider: 'EXPIRED_TERMINATION',
} as const;

/** A contract as a query and a notice show it. */
export function shownContract(
  { merchantNo, facts }: Merchant,
  contract: Contract,
  word = CONTRACT_WORDS[contract.state],
): Record<string, unknown> {
  const { endedBy, endedMs, signedMs } = contract;
  return {
    mchid: merchantNo,
    appid: facts['appid'],
    contract_id: contract.providerNo,
    plan_id: Number(contract.planId),
    out_contract_code: contract.contractNo,
    contract_display_account: contract.displayName,
    contract_state: word,
    openid: contract.person,
    ...(signedMs === null ? {} : { contract_signed_time: chinaIso(signedMs) }),
    ...(endedBy === null || endedMs === null
      ? {}
      : {
          contract_terminate_info: {
            contract_termination_mode: ENDED_WORDS[endedBy],
            contract_terminated_time: chinaIso(endedMs),
          },
        }),
  };
}

/** Whether an account at WeChat was bound to a merchant. */
export const isLinked = ({ facts }: Merchant, appid: string | undefined): boolean =>
  appid !== undefined && [facts['appid'], ...(facts['linkedAppids'] ?? '').split(',')].includes(appid);

export const wechatNature: PaymentNature = {
  name: 'wechat',
  title: { zh: '微信支付', en: 'WeChat Pay' },
  merchantFields: {
    mchid: z
      .string()
      .regex(/^\d{8,10}$/)
      .optional(),
    appid: z.string().min(1).optional(),
    /** Further public accounts and mini-programs that were bound to it. */
    linkedAppids: z.array(z.string().min(1)).optional(),
    apiV3Key: z.string().length(32).optional(),
    /** Answers and notices are signed under a public key's number instead of a certificate's. */
    usesPublicKey: z.boolean().optional(),
  },
  merchantOf: (given, random) => {
    const merchantNo = String(given['mchid'] ?? `19${random(8)}`);
    return {
      merchantNo,
      facts: {
        appid: String(given['appid'] ?? `wx${random(16)}`),
        linkedAppids: String(given['linkedAppids'] ?? ''),
        apiV3Key: String(given['apiV3Key'] ?? randomBytes(16).toString('hex')),
        publicKeyId: given['usesPublicKey'] ? `PUB_KEY_ID_0${merchantNo}` : '',
      },
    };
  },
  credentialsOf: ({ merchantNo, facts, keys }, platform) => ({
    mchid: merchantNo,
    appid: facts['appid'] ?? '',
    apiV3Key: facts['apiV3Key'] ?? '',
    certificate: keys.certificate,
    privateKey: keys.privateKey,
    ...(facts['publicKeyId'] ? { publicKeyId: facts['publicKeyId'], publicKey: platform.publicKey } : {}),
  }),
  providerNo: (kind, at, unique) => {
    const number = String(hashText(unique, at.getTime() % 1_000_000)).padStart(10, '0');
    return `${{ trade: '42', refund: '50', transfer: '13', contract: '20' }[kind]}00${chinaStamp(at.getTime())}${number}`;
  },
  paymentNotice: (merchant, trade) => ({
    event: 'TRANSACTION.SUCCESS',
    content: shownTrade(merchant, trade, 'SUCCESS'),
  }),
  refundNotice: ({ merchantNo }, trade, refund) => ({
    event: `REFUND.${REFUND_WORDS[refund.state]}`,
    content: {
      mchid: merchantNo,
      out_trade_no: refund.tradeNo,
      transaction_id: trade.providerNo,
      out_refund_no: refund.refundNo,
      refund_id: refund.providerNo,
      refund_status: REFUND_WORDS[refund.state],
      ...(refund.state === 'done' && refund.endedMs !== null ? { success_time: chinaIso(refund.endedMs) } : {}),
      user_received_account: '支付用户零钱',
      amount: { total: trade.paid, refund: refund.amount, payer_total: trade.paid, payer_refund: refund.amount },
    },
  }),
  contractNotice: (merchant, contract) => ({
    event: contract.state === 'ended' ? 'PAPAY.TERMINATE' : 'PAPAY.SIGN',
    content: shownContract(merchant, contract),
  }),
  transferNotice: ({ merchantNo }, transfer) => ({
    event: 'MCHTRANSFER.BILL.FINISHED',
    content: { mch_id: merchantNo, ...shownTransfer(transfer) },
  }),
  falsified: (content, { amount, currency, merchantNo }) => {
    const told = { ...(content['amount'] as Record<string, unknown>) };
    if (amount !== undefined) told['refund' in told ? 'refund' : 'total'] = amount;
    if (currency !== undefined) told['currency'] = currency;
    return { ...content, amount: told, ...(merchantNo === undefined ? {} : { mchid: merchantNo }) };
  },
  signNotice: (notice, merchant, platform, { nowMs }) => {
    const original = { payment: 'transaction', refund: 'refund', transfer: 'mch_payment', contract: 'contract' }[
      notice.kind
    ];
    const body = JSON.stringify({
      id: notice.noticeId,
      create_time: chinaIso(nowMs),
      event_type: notice.event,
      resource_type: 'encrypt-resource',
      summary: {
        payment: '支付成功',
        refund: '退款通知',
        transfer: '商家转账单据终态通知',
        contract: '签约或解约通知',
      }[notice.kind],
      resource: {
        ...sealed(JSON.stringify(notice.content), merchant.facts['apiV3Key'] ?? '', original),
        original_type: original,
      },
    });
    const signature = signatureHeaders(merchant, platform, body, nowMs);
    const sign = notice.twist?.sign;
    if (sign === 'wrong') signature['wechatpay-signature'] = `WECHATPAY/SIGNTEST/${signature['wechatpay-signature']}`;
    if (sign === 'unknownKey') signature['wechatpay-serial'] = UNKNOWN_SERIAL;
    return {
      headers: { 'content-type': 'application/json', ...(sign === 'missing' ? {} : signature) },
      body,
    };
  },
  isTaken: (status) => status === 200 || status === 204,
  retryMs: [
    ...[15, 15, 30].map((seconds) => seconds * SECOND_MS),
    ...[3, 10, 20, 30, 30, 30, 60].map((minutes) => minutes * MINUTE_MS),
    ...[3, 3, 3, 6, 6].map((hours) => hours * HOUR_MS),
  ],
};
