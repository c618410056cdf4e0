import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { CredentialFault, Credentials, ProviderAdapter, ProviderLine } from '../protocol/adapter.ts';
import { onlyAbout, otherCurrency, told } from '../protocol/exchange.ts';
import type { Money } from '../protocol/operations.ts';
import { certificateOf } from '../signing/certificate.ts';
import { decrypted } from '../signing/gcm.ts';
import { identityFaults, publicKeyFaults } from '../signing/keyFaults.ts';
import { callWechat } from './client.ts';
import { contracts } from './contracts.ts';
import { payOnPhone } from './h5.ts';
import { payOnSheet } from './jsapi.ts';
import { type PlatformKeys, usesPublicKey } from './keys.ts';
import { noticeAnswers, readNotice } from './notices.ts';
import { splits } from './splits.ts';
import { statement } from './statement.ts';
import { transfers } from './transfers.ts';
import {
  certificatesAnswer,
  chinaRfc3339,
  fenNumber,
  nativeAnswer,
  paymentSeen,
  refundAnswer,
  refundSeen,
  transaction,
} from './wire.ts';

/** Certificates change every few years and are announced a day ahead; the documentation asks to fetch them twice a day. */
const KEYS_LIVE_SECONDS = 12 * 3_600;
/** The public key is entered, so nothing expires. */
const NOTHING_KEPT = '{}';
const LONGEST_DESCRIPTION = 127;
const LONGEST_REASON = 80;
/** A number nobody gives: to ask for it proves the credentials and touches nothing. */
const NO_ORDER = 'cardinal-prove-0';

const NOT_A_MERCHANT = text('商户号应为 8 至 10 位数字', 'A merchant number has 8 to 10 digits');
const NOT_AN_APP = text('AppID 格式不正确，如 wx 开头的 18 位', 'Invalid AppID; it looks like wx and 16 characters');
const NOT_A_KEY = text('APIv3 密钥应为 32 个字符', 'An APIv3 key has 32 characters');
const NOT_AN_ID = text('公钥 ID 以 PUB_KEY_ID_ 开头', 'A public key ID begins with PUB_KEY_ID_');
const NEEDS_BOTH = text('公钥与公钥 ID 须同时填写', 'Enter the public key and its ID together');
const TOO_MUCH = text('金额过大', 'The amount is too large');

const nothing = z.looseObject({});
const orderPath = (tradeNo: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(tradeNo)}`;
const tooMuch: Reply<never> = { kind: 'refused', code: 'amount', words: TOO_MUCH };

function amountFault(...amounts: readonly Money[]): Reply<never> | undefined {
  if (amounts.some(({ currency }) => currency !== 'CNY')) return otherCurrency;
  return amounts.some((amount) => fenNumber(amount) === undefined) ? tooMuch : undefined;
}

async function queryOrder(line: ProviderLine, tradeNo: string) {
  const { mchid = '' } = line.credentials;
  const path = `${orderPath(tradeNo)}?mchid=${encodeURIComponent(mchid)}`;
  const reply = await callWechat(line, { method: 'GET', path, answer: transaction });
  return onlyAbout(reply, (read) => read.out_trade_no === tradeNo && (read.mchid ?? mchid) === mchid);
}

/** The platform's certificates, each sealed with the APIv3 key; those that do not open are left out. */
function certificatesIn(body: unknown, { apiV3Key = '' }: Credentials): PlatformKeys {
  const { data } = certificatesAnswer.safeParse(body);
  const opened = (data?.data ?? []).map(({ serial_no, encrypt_certificate: sealed }) => {
    const pem = decrypted({ ...sealed, associatedData: sealed.associated_data ?? '' }, apiV3Key);
    return [serial_no, pem] as const;
  });
  return Object.fromEntries(opened.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

const fetchCertificates = (line: ProviderLine) =>
  callWechat(line, {
    method: 'GET',
    path: '/v3/certificates',
    answer: certificatesAnswer,
    keysIn: (body) => certificatesIn(body, line.credentials),
  });

/** WeChat Pay, API v3: codes a buyer scans (Native), the sheet within WeChat (JSAPI), phones (H5), transfers to a person, splits. */
export const wechat: ProviderAdapter = {
  key: 'wechat',
  provider: PaymentProvider.values.wechat,
  name: text('微信支付', 'WeChat Pay'),
  baseUrl: 'https://api.mch.weixin.qq.com',
  currencies: ['CNY'],
  credentials: [
    { name: 'mchid', label: text('商户号', 'Merchant number (mchid)'), isSecret: false, maxLength: 10 },
    { name: 'appid', label: text('AppID', 'AppID'), isSecret: false, maxLength: 32 },
    { name: 'apiV3Key', label: text('APIv3 密钥', 'APIv3 key'), isSecret: true, maxLength: 32 },
    {
      name: 'certificate',
      label: text('商户 API 证书', 'Merchant API certificate'),
      isSecret: false,
      isPem: true,
      maxLength: 8_000,
      hint: text('apiclient_cert.pem 的内容', 'Content of apiclient_cert.pem'),
    },
    {
      name: 'privateKey',
      label: text('商户 API 私钥', 'Merchant API private key'),
      isSecret: true,
      isPem: true,
      maxLength: 8_000,
      hint: text('apiclient_key.pem 的内容', 'Content of apiclient_key.pem'),
    },
    {
      name: 'publicKeyId',
      label: text('微信支付公钥 ID', 'WeChat Pay public key ID'),
      isSecret: false,
      isOptional: true,
      maxLength: 64,
      hint: text(
        'PUB_KEY_ID_ 开头；使用平台证书的商户留空',
        'Begins with PUB_KEY_ID_; empty for merchants with certificates',
      ),
    },
    {
      name: 'publicKey',
      label: text('微信支付公钥', 'WeChat Pay public key'),
      isSecret: false,
      isOptional: true,
      isPem: true,
      maxLength: 8_000,
      hint: text('pub_key.pem 的内容', 'Content of pub_key.pem'),
    },
  ],
  checkCredentials: (given, now) => {
    const faults: CredentialFault[] = [];
    const { mchid = '', appid = '', apiV3Key = '', publicKeyId, publicKey, certificate, privateKey } = given;
    if (!/^\d{8,10}$/.test(mchid)) faults.push({ field: 'mchid', words: NOT_A_MERCHANT });
    if (!/^[0-9A-Za-z]{8,32}$/.test(appid)) faults.push({ field: 'appid', words: NOT_AN_APP });
    if (Buffer.byteLength(apiV3Key) !== 32) faults.push({ field: 'apiV3Key', words: NOT_A_KEY });
    const pair = { field: 'privateKey', pem: privateKey };
    faults.push(...identityFaults({ field: 'certificate', pem: certificate }, pair, now));
    if (publicKeyId && !/^PUB_KEY_ID_\w+$/.test(publicKeyId)) faults.push({ field: 'publicKeyId', words: NOT_AN_ID });
    if (publicKeyId && !publicKey) faults.push({ field: 'publicKey', words: NEEDS_BOTH });
    if (publicKey && !publicKeyId) faults.push({ field: 'publicKeyId', words: NEEDS_BOTH });
    if (publicKey) faults.push(...publicKeyFaults({ field: 'publicKey', pem: publicKey }, privateKey));
    return faults;
  },
  factsOf: ({ mchid = '', certificate }) => {
    const read = certificateOf(certificate);
    return { merchantNo: mchid, certificateSerial: read?.serial ?? null, certificateEnds: read?.ends ?? null };
  },
  operate: {
    openSession: async (line) => {
      if (usesPublicKey(line.credentials)) {
        return { kind: 'ok', answer: { token: NOTHING_KEPT, livesSeconds: KEYS_LIVE_SECONDS } };
      }
      return told(await fetchCertificates(line), (answer) => ({
        token: JSON.stringify(certificatesIn(answer, line.credentials)),
        livesSeconds: KEYS_LIVE_SECONDS,
      }));
    },
    prove: async (line) => {
      if (!usesPublicKey(line.credentials)) {
        return told(await fetchCertificates(line), ({ data }) => ({
          words: data.map((each) => each.serial_no).join(' '),
        }));
      }
      const reply = await queryOrder(line, NO_ORDER);
      // The order is unknown, but the merchant was recognised.
      if (reply.kind !== 'refused' || !reply.isUnknown)
        return told(reply, ({ trade_state }) => ({ words: trade_state }));
      const { httpStatus, reference, code } = reply;
      return { kind: 'ok', httpStatus, reference, answer: { words: code } };
    },
    signingKeys: async (line) => {
      const { publicKey = '', publicKeyId = '' } = line.credentials;
      if (usesPublicKey(line.credentials)) {
        return { kind: 'ok', answer: { keys: [{ serial: publicKeyId, pem: publicKey, ends: null }] } };
      }
      return told(await fetchCertificates(line), (answer) => ({
        keys: Object.entries(certificatesIn(answer, line.credentials)).map(([serial, pem]) => ({
          serial,
          pem,
          ends: certificateOf(pem)?.ends ?? null,
        })),
      }));
    },
    createPayment: async (
      line,
      { tradeNo, amount, subject, expiresAt, noticeUrl, returnUrl, buyer, phone, isFrozen },
    ) => {
      const fault = amountFault(amount);
      if (fault) return fault;
      const { appid, mchid } = line.credentials;
      const order = {
        mchid,
        description: [...subject].slice(0, LONGEST_DESCRIPTION).join(''),
        out_trade_no: tradeNo,
        time_expire: chinaRfc3339(expiresAt),
        notify_url: noticeUrl,
        amount: { total: fenNumber(amount), currency: amount.currency },
        ...(isFrozen ? { settle_info: { profit_sharing: true } } : {}),
      };
      if (buyer) return payOnSheet(line, order, buyer);
      if (phone) return payOnPhone(line, order, { ...phone, returnUrl });
      const reply = await callWechat(line, {
        method: 'POST',
        path: '/v3/pay/transactions/native',
        body: { appid, ...order },
        answer: nativeAnswer,
      });
      return told(reply, ({ code_url }) => ({ kind: 'code' as const, url: code_url, providerNo: null }));
    },
    queryPayment: async (line, { tradeNo }) => told(await queryOrder(line, tradeNo), paymentSeen),
    closePayment: async (line, { tradeNo }) =>
      told(
        await callWechat(line, {
          method: 'POST',
          path: `${orderPath(tradeNo)}/close`,
          body: { mchid: line.credentials['mchid'] },
          answer: nothing,
          already: {},
        }),
        () => ({}),
      ),
    refund: async (line, { tradeNo, refundNo, amount, total, reason, noticeUrl }) => {
      const fault = amountFault(amount, total);
      if (fault) return fault;
      const reply = await callWechat(line, {
        method: 'POST',
        path: '/v3/refund/domestic/refunds',
        body: {
          out_trade_no: tradeNo,
          out_refund_no: refundNo,
          ...(reason ? { reason: [...reason].slice(0, LONGEST_REASON).join('') } : {}),
          notify_url: noticeUrl,
          amount: { refund: fenNumber(amount), total: fenNumber(total), currency: amount.currency },
        },
        answer: refundAnswer,
      });
      return told(onlyAbout(reply, isOf(refundNo)), refundOf);
    },
    queryRefund: async (line, { refundNo }) => {
      const path = `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`;
      const reply = await callWechat(line, { method: 'GET', path, answer: refundAnswer });
      return told(onlyAbout(reply, isOf(refundNo)), refundOf);
    },
    ...transfers,
    ...contracts,
    ...splits,
    statement: (line, { day }) => statement(line, day),
  },
  readNotice,
  noticeAnswers,
};

const isOf = (refundNo: string) => (read: z.output<typeof refundAnswer>) => read.out_refund_no === refundNo;

const refundOf = (read: z.output<typeof refundAnswer>) =>
  refundSeen({
    ...read,
    said: read.status,
    amount: read.amount ? { minor: read.amount.refund, currency: read.amount.currency } : null,
  });
