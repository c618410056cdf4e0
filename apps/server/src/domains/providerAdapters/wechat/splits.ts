import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import type { Reply } from '../../../outbound/gate/reply.ts';
import type { ProviderAdapter, ProviderLine } from '../protocol/adapter.ts';
import { onlyAbout, told } from '../protocol/exchange.ts';
import type {
  ReceiverKind,
  SplitOperations,
  SplitPartState,
  SplitReturnSeen,
  SplitSeen,
} from '../protocol/splitOperations.ts';
import { encryptedFor } from '../signing/rsa.ts';
import { type Asked, callWechat } from './client.ts';
import { NO_KEY, splitWords } from './codes.ts';
import { sealingKey } from './keys.ts';

const SPLITS = '/v3/profitsharing/orders';
const RETURNS = '/v3/profitsharing/return-orders';
const LONGEST_DESCRIPTION = 80;
/** What a receiver is to the merchant, as it is told WeChat. */
const RELATION = 'DISTRIBUTOR';
const TYPES: Readonly<Record<ReceiverKind, string>> = { merchant: 'MERCHANT_ID', person: 'PERSONAL_OPENID' };
const KINDS: Readonly<Record<string, ReceiverKind>> = { MERCHANT_ID: 'merchant', PERSONAL_OPENID: 'person' };
const TOO_MUCH = text('金额过大', 'The amount is too large');

const fen = z.int().min(0).transform(BigInt);
const splitAnswer = z.object({
  out_order_no: z.string().min(1),
  order_id: z.string().min(1).nullish(),
  state: z.string().min(1),
  receivers: z
    .array(
      z.object({
        type: z.string().default(''),
        account: z.string(),
        amount: fen,
        result: z.string().min(1),
        fail_reason: z.string().min(1).nullish(),
      }),
    )
    .nullish(),
});
const returnAnswer = z.object({
  out_return_no: z.string().min(1),
  return_id: z.string().min(1).nullish(),
  amount: fen,
  result: z.string().min(1),
  fail_reason: z.string().min(1).nullish(),
});
const amountsAnswer = z.object({ transaction_id: z.string(), unsplit_amount: fen });
const nothing = z.looseObject({});

const SPLIT_STATES: Readonly<Record<string, 'running' | 'finished'>> = { PROCESSING: 'running', FINISHED: 'finished' };
const PART_STATES: Readonly<Record<string, SplitPartState>> = { PENDING: 'running', SUCCESS: 'done', CLOSED: 'closed' };
const RETURN_STATES: Readonly<Record<string, SplitReturnSeen['state']>> = {
  PROCESSING: 'running',
  SUCCESS: 'done',
  FAILED: 'failed',
};
const stateIn = <S>(states: Readonly<Record<string, S>>, said: string): S | 'unknown' =>
  (Object.hasOwn(states, said) ? states[said] : undefined) ?? 'unknown';
const failureOf = (code: string | null | undefined) => ({
  failCode: code ?? null,
  failWords: code ? splitWords(code) : null,
});

const splitSeen = (read: z.output<typeof splitAnswer>): SplitSeen => ({
  splitNo: read.out_order_no,
  state: stateIn(SPLIT_STATES, read.state),
  providerNo: read.order_id ?? null,
  parts: (read.receivers ?? []).map((each) => ({
    kind: KINDS[each.type] ?? null,
    account: each.account,
    amount: each.amount,
    state: stateIn(PART_STATES, each.result),
    said: each.result,
    ...failureOf(each.fail_reason),
  })),
  said: read.state,
});
const returnSeen = (read: z.output<typeof returnAnswer>): SplitReturnSeen => ({
  returnNo: read.out_return_no,
  state: stateIn(RETURN_STATES, read.result),
  providerNo: read.return_id ?? null,
  amount: read.amount,
  said: read.result,
  ...failureOf(read.fail_reason),
});

const noKey: Reply<never> = { kind: 'refused', code: 'noKey', words: NO_KEY };
const tooMuch: Reply<never> = { kind: 'refused', code: 'amount', words: TOO_MUCH };
const described = (words: string) => [...words].slice(0, LONGEST_DESCRIPTION).join('');
const numberIn = (amount: bigint) => (amount <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(amount) : undefined);

/** Why a split was refused, in the words of splits: the codes are used for other things too. */
const inSplitWords = <A>(reply: Reply<A>): Reply<A> =>
  reply.kind === 'refused' && ['NOT_ENOUGH', 'RULE_LIMIT', 'NO_AUTH'].includes(reply.code)
    ? { ...reply, words: splitWords(reply.code) }
    : reply;

async function aboutSplit(line: ProviderLine, splitNo: string, asked: Omit<Asked<never>, 'answer'>) {
  const reply = await callWechat(line, { ...asked, answer: splitAnswer } as Asked<z.output<typeof splitAnswer>>);
  return told(inSplitWords(onlyAbout(reply, (read) => read.out_order_no === splitNo)), splitSeen);
}

async function aboutReturn(line: ProviderLine, returnNo: string, asked: Omit<Asked<never>, 'answer'>) {
  const reply = await callWechat(line, { ...asked, answer: returnAnswer } as Asked<z.output<typeof returnAnswer>>);
  return told(inSplitWords(onlyAbout(reply, (read) => read.out_return_no === returnNo)), returnSeen);
}

/** Splits of payments that were frozen for it, to receivers registered before. */
export const splits: Pick<ProviderAdapter['operate'], keyof SplitOperations> = {
  addReceiver: async (line, { kind, account, holder }) => {
    const key = sealingKey(line);
    const name = key && encryptedFor(holder, key.pem);
    if (!key || !name) return noKey;
    const body = { appid: line.credentials['appid'], type: TYPES[kind], account, name, relation_type: RELATION };
    const path = '/v3/profitsharing/receivers/add';
    return told(
      await callWechat(line, { method: 'POST', path, sealedFor: key.serial, body, answer: nothing }),
      () => ({}),
    );
  },
  removeReceiver: async (line, { kind, account }) => {
    const body = { appid: line.credentials['appid'], type: TYPES[kind], account };
    return told(
      await callWechat(line, { method: 'POST', path: '/v3/profitsharing/receivers/delete', body, answer: nothing }),
      () => ({}),
    );
  },
  splitPayment: async (line, { splitNo, paymentNo, parts, unfreezes }) => {
    const key = sealingKey(line);
    const receivers = parts.map(({ kind, account, holder, amount, description }) => ({
      type: TYPES[kind],
      account,
      name: key && encryptedFor(holder, key.pem),
      amount: numberIn(amount),
      description: described(description),
    }));
    if (!key || receivers.some(({ name }) => !name)) return noKey;
    if (receivers.some(({ amount }) => amount === undefined)) return tooMuch;
    return aboutSplit(line, splitNo, {
      method: 'POST',
      path: SPLITS,
      sealedFor: key.serial,
      body: {
        appid: line.credentials['appid'],
        transaction_id: paymentNo,
        out_order_no: splitNo,
        receivers,
        unfreeze_unsplit: unfreezes,
      },
    });
  },
  querySplit: (line, { splitNo, paymentNo }) =>
    aboutSplit(line, splitNo, {
      method: 'GET',
      path: `${SPLITS}/${encodeURIComponent(splitNo)}?transaction_id=${encodeURIComponent(paymentNo)}`,
    }),
  unfreezePayment: (line, { splitNo, paymentNo, description }) =>
    aboutSplit(line, splitNo, {
      method: 'POST',
      path: `${SPLITS}/unfreeze`,
      body: { transaction_id: paymentNo, out_order_no: splitNo, description: described(description) },
    }),
  querySplittable: async (line, { paymentNo }) => {
    const path = `/v3/profitsharing/transactions/${encodeURIComponent(paymentNo)}/amounts`;
    const reply = await callWechat(line, { method: 'GET', path, answer: amountsAnswer });
    return told(
      onlyAbout(reply, ({ transaction_id }) => transaction_id === paymentNo),
      ({ unsplit_amount }) => ({ amount: unsplit_amount }),
    );
  },
  returnSplit: async (line, { returnNo, splitNo, account, amount, description }) => {
    const minor = numberIn(amount);
    if (minor === undefined) return tooMuch;
    return aboutReturn(line, returnNo, {
      method: 'POST',
      path: RETURNS,
      body: {
        out_order_no: splitNo,
        out_return_no: returnNo,
        return_mchid: account,
        amount: minor,
        description: described(description),
      },
    });
  },
  queryReturn: (line, { returnNo, splitNo }) =>
    aboutReturn(line, returnNo, {
      method: 'GET',
      path: `${RETURNS}/${encodeURIComponent(returnNo)}?out_order_no=${encodeURIComponent(splitNo)}`,
    }),
};
