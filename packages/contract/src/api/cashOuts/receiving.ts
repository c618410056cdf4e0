import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';
import { cashOutNotFound } from './refusals.ts';

/** Of one cash-out, unguessable. A key that is used, ended or unknown reads the same. */
const params = { key: z.string().min(1).max(64) };
const example = { params: { key: 'q3Zb0mXy7KcT1vWdLh9sRnEa' } };
const time = z.iso.datetime({ offset: true });

/** What a receiver is asked to confirm within WeChat, while it waits for that. */
export const readTransferToReceive = read({
  name: 'h5.transferToReceive',
  path: '/api/h5/v1/receive/:key/transfer',
  summary: text('待确认的收款', 'Transfer to confirm'),
  permission: 'public',
  params,
  answer: z.object({
    cashOutNo: z.string(),
    net: integerString,
    currency: z.string(),
    /** Masked. */
    holder: z.string(),
    /** The provider takes it back afterwards. */
    until: time,
    /** What `requestMerchantTransfer` of WeChat takes. */
    sheet: z.object({ mchId: z.string(), appId: z.string(), package: z.string() }),
    /** A stand-in for WeChat, where the merchant is simulated. */
    sheetUrl: z.string().nullable(),
  }),
  refusals: [cashOutNotFound],
  example,
});

/**
 * How it is, as the provider says. Whoever knows its number beside the key has seen it while it waited, and learns its end for an
 * hour.
 */
export const followTransferToReceive = change({
  name: 'h5.followTransferToReceive',
  path: '/api/h5/v1/receive/:key/follow',
  summary: text('收款进度', 'State of a transfer'),
  permission: 'public',
  isRecorded: false,
  idempotency: 'none',
  params,
  body: z.strictObject({ cashOutNo: z.string().min(1).max(32) }),
  answer: z.object({
    state: z.enum(['waits', 'underway', 'done', 'failed']),
    net: integerString,
    currency: z.string(),
  }),
  refusals: [cashOutNotFound],
  example: { ...example, body: { cashOutNo: 'W0000006Z1' } },
});
