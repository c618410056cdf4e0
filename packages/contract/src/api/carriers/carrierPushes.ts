import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryFlag } from '../../framework/paging.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/key.ts';

// A carrier's pushes to a URL of ours.

export const PushKind = enumeration('pushKind', '推送内容', 'Push', {
  progress: { zh: '码号进度', en: 'Profile progress' },
  network: { zh: '网络变化', en: 'Network report' },
});
export type PushKind = ValueOf<typeof PushKind>;

export const PushVerdict = enumeration('pushVerdict', '处理结果', 'What became of it', {
  taken: { zh: '已采用', en: 'Applied' },
  known: { zh: '重复', en: 'Duplicate' },
  late: { zh: '已过时', en: 'Superseded' },
  unknownCard: { zh: '卡不在本通道', en: 'Card not of this account' },
  otherChip: { zh: '芯片不符', en: 'Different chip' },
  notUnderstood: { zh: '报文无法识别', en: 'Unrecognized message' },
  wrongSender: { zh: '通知方不符', en: 'Sender mismatch' },
});
export type PushVerdict = ValueOf<typeof PushVerdict>;

/** Pushes that were refused or had no target; the others were applied or had no news. */
export const REFUSED_PUSHES: readonly PushVerdict[] = ['unknownCard', 'otherChip', 'notUnderstood', 'wrongSender'];

export const carrierPushFields = {
  id: field.id('推送标识', 'Push id', { exportable: false }),
  at: field.time('收到时间', 'Received', { filters: ['range'], sortable: true }),
  accountId: field.id('通道标识', 'Account id', { filters: ['is'], exportable: false }),
  accountName: field.text('通道', 'Carrier account'),
  kind: field.enumeration(PushKind, { filters: ['is'] }),
  verdict: field.enumeration(PushVerdict, { filters: ['is'] }),
  iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'], nullable: true }),
  eid: field.identifier('EID', 'EID', { filters: ['is'], nullable: true }),
  /** By the sender's clock. */
  toldAt: field.time('运营商时间', 'Carrier’s time', { nullable: true }),
  effect: field.text('影响', 'Effect', { nullable: true }),
};

/** The last pushes of each account: a fixed number of applied and of refused ones. */
export const listCarrierPushes = list({
  name: 'carrierAccounts.pushes',
  summary: text('运营商推送记录', 'Carrier pushes'),
  permission: key('platformConfig.view'),
  exportPermission: key('platformConfig.export'),
  fields: carrierPushFields,
  defaultSort: '-at',
  extra: { refused: queryFlag.optional() },
  example: { query: { accountId: ['109'], pageNum: 1, pageSize: 20 } },
});

const words = z.object({ zh: z.string(), en: z.string() });
const instant = z.iso.datetime({ offset: true });
const count = z.number().int();

export const carrierPushesSchema = z.object({
  /** Null: the carrier's interface has no pushes. */
  contract: z
    .object({
      /** How a push authenticates itself. */
      proof: words,
      /** When the secret was set; null: not set, and every push is refused. */
      secretSetAt: instant.nullable(),
      /** The sender that pushes must name; null: anybody with the secret. */
      sender: z.string().nullable(),
      doors: z.array(
        z.object({
          what: words,
          /** The path; `{token}` stands for the secret, which is never shown. */
          path: z.string(),
          /** What the carrier appends to it or sends along. */
          note: words.nullable(),
        }),
      ),
    })
    .nullable(),
  /** Of the account's own day. */
  today: z.object({
    taken: count,
    /** A duplicate or outdated: nothing to do. */
    nothingNew: count,
    refused: count,
    /** Calls at the interface's URL with an unknown secret: of no known account. */
    unauthenticated: count,
    lastUnauthenticatedAt: instant.nullable(),
  }),
  lastAt: instant.nullable(),
  /** So many of each are kept. */
  kept: count,
});

export const readCarrierPushes = read({
  name: 'carrierAccounts.pushState',
  summary: text('运营商推送设置与当日计数', 'Carrier push settings and daily counts'),
  permission: key('platformConfig.view'),
  query: { accountId: idSchema },
  answer: carrierPushesSchema,
  refusals: [notFound],
  example: { query: { accountId: '109' } },
});
