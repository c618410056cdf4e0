import { createHash } from 'node:crypto';
import * as z from 'zod';
import { WireRefusal, type WireText } from '../cardWorld/underFaults.ts';
import type { FailureForm } from './cmpCarrier.ts';

const JSON_TYPE = 'application/json;charset=UTF-8';

export const envelopeBody = z.object({
  app_id: z.string(),
  timestamp: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \d{3}$/),
  trans_id: z.string().regex(/^\d{23}$/),
  token: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type CmpEnvelope = z.output<typeof envelopeBody>;

/** SM3 over names and values without separators, and the secret behind them. */
export const tokenOf = (envelope: CmpEnvelope, secret: string): string =>
  createHash('sm3')
    .update(`app_id${envelope.app_id}timestamp${envelope.timestamp}trans_id${envelope.trans_id}${secret}`)
    .digest('hex');

/** A refusal of the gateway. Every code but 1074, 1193 and 6079 is assumed. */
export class CmpRefusal extends WireRefusal {
  readonly code: string;
  readonly httpStatus: number;
  constructor(code: string, words: string, httpStatus = 200) {
    super(words);
    this.code = code;
    this.httpStatus = httpStatus;
  }
}
export const REFUSALS = {
  token: () => new CmpRefusal('1001', 'token is invalid'),
  openId: () => new CmpRefusal('1002', 'openId is invalid'),
  badRequest: (what: string) => new CmpRefusal('1003', `参数错误：${what}`),
  noSuchApi: () => new CmpRefusal('1404', 'api not found', 404),
  tooFast: () => new CmpRefusal('1429', '调用过于频繁', 429),
  unknownCard: () => new CmpRefusal('1010', 'iccid 不存在'),
  notAllowed: () => new CmpRefusal('1190', '当前状态不允许变更'),
  already: () => new CmpRefusal('1193', '目标值与当前值相同'),
  accessAlready: () => new CmpRefusal('6079', '通信计划未改变'),
  month: () => new CmpRefusal('1074', '账期超出范围'),
  failed: () => new CmpRefusal('9999', 'system error', 500),
} as const;

const said = (status: number, body: unknown): WireText => ({ status, type: JSON_TYPE, text: JSON.stringify(body) });

export const answerText = (envelope: CmpEnvelope, timestamp: string, data: object): WireText =>
  said(200, {
    status: '0000',
    message: 'success',
    data: { messageId: envelope.data['messageId'] ?? null, version: '1.0', resultCode: '0000', timestamp, ...data },
  });

export function refusalText({ code, message, httpStatus }: CmpRefusal, form: FailureForm): WireText {
  switch (form) {
    case 'resultCode':
      return said(httpStatus, { status: '0000', message: 'success', data: { resultCode: code, resultDesc: message } });
    case 'inner':
      return said(httpStatus, { status: '0000', data: { status: code, message } });
    case 'rspcode':
      return said(httpStatus, { data: { rspcode: code, rspdesc: message } });
    case 'outer':
      return said(httpStatus, { status: code, message, data: null });
  }
}
