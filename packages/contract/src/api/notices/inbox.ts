import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { nouns } from '../../words.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { NoticeKind } from './notices.ts';

const refusal = refusalsOf('notices');

/** The event for an account when its inbox has changed; the content is then refetched. */
export const NOTICE_CHANGED = 'notice.changed';

export const kindNotMutable = refusal.conflict(
  154,
  'kindNotMutable',
  '资金类通知不能屏蔽',
  'Money notices cannot be muted',
);
const moment = z.iso.datetime({ offset: true });

const receiptFields = {
  id: field.id('编号', 'ID', { exportable: false }),
  kind: field.enumeration(NoticeKind, { filters: ['is'], label: nouns.kind }),
  title: field.text('标题', 'Title', { filters: ['contains'] }),
  summary: field.text('摘要', 'Summary', { nullable: true }),
  from: field.text('发送方', 'From', { nullable: true }),
  link: field.text('链接', 'Link', { nullable: true, exportable: false }),
  isRead: field.flag('已读', 'Read', { filters: ['is'] }),
  isMustRead: field.flag('必读', 'Must-read'),
  isExpired: field.flag('已过期', 'Over'),
  /** 1 when first sent; each later change adds one. */
  revision: field.number('版本', 'Version'),
  createdAt: field.time('时间', 'Time', { filters: ['range'], sortable: true }),
};

/** The account's notices, without recalled ones. */
export const listInbox = list({
  name: 'notices.inbox',
  summary: text('收到的通知', 'Notices received'),
  permission: 'notiflyList.view',
  scope: 'own',
  fields: receiptFields,
  defaultSort: '-createdAt',
  /** Of the whole inbox, including muted kinds. */
  figures: z.object({
    all: z.number().int(),
    unread: z.number().int(),
    written: z.number().int(),
    task: z.number().int(),
    warning: z.number().int(),
    money: z.number().int(),
    muted: z.array(NoticeKind.schema),
  }),
});

const receiptSchema = z.object({
  id: idSchema,
  kind: NoticeKind.schema,
  title: z.string(),
  summary: z.string().nullable(),
  from: z.string().nullable(),
  link: z.string().nullable(),
  isRead: z.boolean(),
  isMustRead: z.boolean(),
  revision: z.number().int(),
  createdAt: moment,
});

/** The exact number of unread ones, the last ten, and those to be confirmed first; without muted kinds. */
export const readBell = read({
  name: 'notices.bell',
  summary: text('最近通知与未读数', 'Latest notices and unread count'),
  permission: 'authenticated',
  scope: 'own',
  answer: z.object({
    unread: z.number().int(),
    latest: z.array(receiptSchema),
    toConfirm: z.array(receiptSchema.extend({ body: z.string() })),
  }),
});

/** Its full text; marks it as read. */
export const viewNotice = change({
  name: 'notices.view',
  summary: text('打开通知', 'Open notice'),
  permission: 'authenticated',
  scope: 'own',
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({ id: idSchema }),
  answer: receiptSchema.extend({ body: z.string().nullable(), isExpired: z.boolean() }),
  refusals: [notFound],
  example: { body: { id: '7101' } },
});

export const viewAllNotices = change({
  name: 'notices.viewAll',
  summary: text('全部标为已读', 'Mark all as read'),
  permission: 'authenticated',
  scope: 'own',
  isRecorded: false,
  idempotency: 'none',
  answer: z.object({ read: z.number().int() }),
  example: { body: {} },
});

/** Confirms «I have read this»; the sender sees the count. */
export const confirmNotice = change({
  name: 'notices.confirm',
  summary: text('确认必读通知', 'Confirm must-read notice'),
  permission: 'authenticated',
  scope: 'own',
  operation: OperationType.values.SendNotice,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [notFound],
  example: { body: { id: '7101' } },
});

/** A muted kind still arrives, but is neither counted nor shown at the bell. Mandatory notices always are. */
export const muteKind = change({
  name: 'notices.mute',
  summary: text('屏蔽或恢复一类通知', 'Mute or unmute a notice kind'),
  permission: 'notiflyList.mute',
  scope: 'own',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ kind: NoticeKind.schema, isMuted: z.boolean() }),
  answer: doneSchema,
  refusals: [kindNotMutable],
  example: { body: { kind: 'task', isMuted: false } },
});
