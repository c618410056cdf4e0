import { problem, type Rule, ruled } from '@cardinal/primitives/problem.ts';
import { productNameSchema, stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CustomerKind } from '../../enumerations/customer.ts';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { MessageState } from '../../enumerations/message.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { changedByAnother, notFound } from '../../framework/standardRefusals.ts';
import { noticeTextRule } from '../../noticeText.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { nouns } from '../../words.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('notices');

/** The first three are written by people, the others come from what happens. */
export const NoticeKind = enumeration('noticeKind', '通知类型', 'Notice kind', {
  announcement: { zh: '公告', en: 'Announcement' },
  business: { zh: '业务', en: 'Business' },
  reminder: { zh: '提醒', en: 'Reminder' },
  task: { zh: '任务', en: 'Task' },
  warning: { zh: '预警', en: 'Warning' },
  money: { zh: '资金', en: 'Money' },
});
export type NoticeKind = ValueOf<typeof NoticeKind>;
export const WRITTEN_KINDS = ['announcement', 'business', 'reminder'] as const satisfies readonly NoticeKind[];

export const NoticeAudience = enumeration('noticeAudience', '接收范围', 'Receivers', {
  all: { zh: '全部下级', en: 'All below' },
  customers: { zh: '指定客户', en: 'Chosen customers' },
  roles: { zh: '指定角色', en: 'Chosen roles' },
  tags: { zh: '持有标签卡的客户', en: 'Customers with tagged cards' },
});
export type NoticeAudience = ValueOf<typeof NoticeAudience>;

export const noticeStateForbids = refusal.conflict(
  151,
  'noticeStateForbids',
  '通知{state}，不能执行此操作',
  'Not possible while the notice is: {state}',
);
export const noReceivers = refusal.conflict(
  152,
  'noReceivers',
  '接收范围内没有可用账号',
  'No active accounts in the recipient scope',
);
export const audienceFixed = refusal.conflict(
  153,
  'audienceFixed',
  '已发送的通知不能更改接收范围和类型',
  'Recipients and kind of a sent notice cannot be changed',
);
export const alreadyOver = refusal.invalid(151, 'alreadyOver', '失效时间已过', 'Expiry time has passed');
export const notAPicture = refusal.invalid(
  152,
  'notAPicture',
  '请上传 10 MB 以内的 jpg、png、gif 或 webp 图片',
  'Upload a jpg, png, gif or webp image of at most 10 MB',
);

const moment = z.iso.datetime({ offset: true });

const noticeFields = {
  id: field.id('编号', 'Id', { filters: ['is'], exportable: false }),
  title: field.text('标题', 'Title', { filters: ['contains'] }),
  kind: field.enumeration(NoticeKind, { filters: ['is'], label: nouns.kind }),
  state: field.enumeration(MessageState, { filters: ['is'], label: nouns.status }),
  isScheduled: field.flag('定时发送', 'Scheduled', { filters: ['is'] }),
  audience: field.enumeration(NoticeAudience, { filters: ['is'], label: text('接收范围', 'Sent to') }),
  receivers: field.number('接收账号', 'Accounts'),
  reads: field.number('已读', 'Read'),
  readPercent: field.number('已读率（%）', 'Read (%)', { nullable: true }),
  isMustRead: field.flag('必读', 'Must-read', { filters: ['is'] }),
  revision: field.number('版本', 'Version'),
  author: field.text('作者', 'Author', { filters: ['contains'] }),
  validFrom: field.time('生效时间', 'From', { nullable: true }),
  validTo: field.time('失效时间', 'To', { nullable: true }),
  sentAt: field.time('发送时间', 'Sent at', { filters: ['range'], sortable: true, nullable: true }),
  createdAt: field.time('创建时间', 'Created at', { filters: ['range'], sortable: true }),
};

/** The customer's own notices; deleted ones only where their state is asked for. */
export const listNotices = list({
  name: 'notices.list',
  summary: text('通知管理列表', 'Notices written'),
  permission: 'notiflyManage.view',
  exportPermission: 'notiflyManage.export',
  scope: 'own',
  fields: noticeFields,
  defaultSort: '-createdAt',
});

const shape = {
  kind: z.enum(WRITTEN_KINDS),
  titleZh: productNameSchema,
  /** Twice as long: an English word takes more letters than a Chinese one. */
  titleEn: stringSchema({ required: false, min: 2, max: 60 }).nullable().optional(),
  bodyZh: z
    .string()
    .min(1)
    .check(ruled(noticeTextRule))
    .meta({ description: '`# `, `- `, `**…**`, `[…](…)`, `![…](image:id)`' }),
  bodyEn: z.string().check(ruled(noticeTextRule)).nullable().optional(),
  audience: NoticeAudience.schema,
  /** With `all`: only customers of these kinds; none named means every kind. */
  customerKinds: z.array(CustomerKind.schema).max(3).optional(),
  customerIds: z.array(idSchema).max(200).optional(),
  roleNames: z
    .array(stringSchema({ max: 30 }))
    .max(20)
    .optional(),
  tagIds: z.array(idSchema).max(20).optional(),
  /** Blocks the console once after login, until it is confirmed. */
  isMustRead: z.boolean(),
  /** In the future: sending waits until then. */
  validFrom: moment.nullable().optional(),
  validTo: moment.nullable().optional(),
};

type Written = {
  audience: NoticeAudience;
  titleEn?: string | null | undefined;
  bodyEn?: string | null | undefined;
  customerIds?: string[] | undefined;
  roleNames?: string[] | undefined;
  tagIds?: string[] | undefined;
  validFrom?: string | null | undefined;
  validTo?: string | null | undefined;
};

const CHOSEN = { customers: 'customerIds', roles: 'roleNames', tags: 'tagIds' } as const;
const nobodyChosen = problem('请至少选择一项', 'Select at least one');
const endsTooEarly = problem('失效时间应晚于生效时间', 'End must be after start');
const bothOrNone = problem('英文标题和正文应同时填写', 'Enter English title and text together');

/** What the fields must be to each other; each problem stands at the field that mends it. */
function together(payload: z.core.ParsePayload<Written>): void {
  const { value } = payload;
  const at = (field: string, found: ReturnType<Rule<unknown>>) => {
    if (!found) return;
    payload.issues.push({
      code: 'custom',
      input: value,
      path: [field],
      message: found.text.en,
      params: { problem: found },
    } as z.core.$ZodRawIssue);
  };
  if (value.audience !== 'all') {
    const field = CHOSEN[value.audience];
    at(field, (value[field]?.length ?? 0) > 0 ? undefined : nobodyChosen);
  }
  const [from, to] = [value.validFrom, value.validTo];
  at('validTo', from && to && Date.parse(to) <= Date.parse(from) ? endsTooEarly : undefined);
  if (Boolean(value.titleEn) !== Boolean(value.bodyEn)) at(value.titleEn ? 'bodyEn' : 'titleEn', bothOrNone);
}

const named = z.object({ id: z.string(), name: z.string() });
const versionSchema = z.object({ revision: z.number().int(), titleZh: z.string(), bodyZh: z.string(), at: moment });

export const readNotice = read({
  name: 'notices.detail',
  summary: text('通知内容', 'Notice content'),
  permission: 'notiflyManage.view',
  scope: 'own',
  query: { id: idSchema },
  answer: z.object({
    id: idSchema,
    state: MessageState.schema,
    isScheduled: z.boolean(),
    version: z.number().int(),
    revision: z.number().int(),
    kind: NoticeKind.schema,
    titleZh: z.string(),
    titleEn: z.string().nullable(),
    bodyZh: z.string(),
    bodyEn: z.string().nullable(),
    audience: NoticeAudience.schema,
    customerKinds: z.array(CustomerKind.schema),
    customers: z.array(named),
    roleNames: z.array(z.string()),
    tags: z.array(named),
    isMustRead: z.boolean(),
    validFrom: moment.nullable(),
    validTo: moment.nullable(),
    sentAt: moment.nullable(),
    receivers: z.number().int(),
    reads: z.number().int(),
    confirmed: z.number().int(),
    /** What was sent before it was changed, the newest first. */
    earlier: z.array(versionSchema),
  }),
  refusals: [notFound],
  example: { query: { id: '7002' } },
});

/** How many accounts of how many customers it would reach now. */
export const previewAudience = change({
  name: 'notices.preview',
  summary: text('接收人数预览', 'Recipient count preview'),
  permission: 'notiflyManage.view',
  scope: 'own',
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({
    audience: shape.audience,
    customerKinds: shape.customerKinds,
    customerIds: shape.customerIds,
    roleNames: shape.roleNames,
    tagIds: shape.tagIds,
  }),
  answer: z.object({ accounts: z.number().int(), customers: z.number().int() }),
  example: { body: { audience: 'all' } },
});

/** Names of roles at one's own customer and those below, with how many accounts hold one of that name. */
export const noticeRoles = read({
  name: 'notices.roles',
  summary: text('可选接收角色', 'Selectable recipient roles'),
  permission: 'notiflyManage.view',
  answer: z.array(z.object({ name: z.string(), accounts: z.number().int() })),
});

const EXAMPLE = {
  kind: 'announcement',
  titleZh: '系统维护通知',
  bodyZh: '今晚 **22:00** 至 23:00 维护，期间暂停开卡。',
  audience: 'all',
  isMustRead: false,
} as const;

export const addNotice = change({
  name: 'notices.add',
  summary: text('新建通知', 'Create notice'),
  permission: 'notiflyManage.edit',
  scope: 'own',
  operation: OperationType.values.SendNotice,
  body: z.strictObject(shape).check(together),
  answer: z.object({ id: idSchema }),
  refusals: [notFound],
  example: { body: EXAMPLE },
});

/** A draft is changed; one that was sent becomes a new version of itself, unread again and marked so. */
export const editNotice = change({
  name: 'notices.edit',
  summary: text('编辑通知', 'Edit notice'),
  permission: 'notiflyManage.edit',
  scope: 'own',
  operation: OperationType.values.SendNotice,
  body: z.strictObject({ id: idSchema, version: z.number().int(), ...shape }).check(together),
  answer: doneSchema,
  refusals: [notFound, changedByAnother, noticeStateForbids, audienceFixed],
  example: { body: { id: '7001', version: 1, ...EXAMPLE } },
});

/** Now, or at its beginning where that lies ahead. */
export const sendNotice = change({
  name: 'notices.send',
  summary: text('发送通知', 'Send notice'),
  permission: 'notiflyManage.send',
  scope: 'own',
  operation: OperationType.values.SendNotice,
  body: z.strictObject({ id: idSchema, version: z.number().int() }),
  answer: z.object({ isScheduled: z.boolean(), receivers: z.number().int() }),
  refusals: [notFound, changedByAnother, noticeStateForbids, noReceivers, alreadyOver],
  example: { body: { id: '7001', version: 1 } },
});

const byId = (name: string, zh: string, en: string, permission: string) =>
  change({
    name: `notices.${name}`,
    summary: text(zh, en),
    path: `/api/notices/v1/${name}`,
    permission,
    scope: 'own',
    operation: OperationType.values.SendNotice,
    body: z.strictObject({ id: idSchema }),
    answer: doneSchema,
    refusals: [notFound, noticeStateForbids],
    example: { body: { id: '7001' } },
  });

/** A scheduled one is a plain draft again. */
export const unscheduleNotice = byId('unschedule', '取消定时发送', 'Cancel scheduled sending', 'notiflyManage.send');
/** Gone from every inbox. */
export const recallNotice = byId('recall', '撤回通知', 'Recall notice', 'notiflyManage.recall');
/** Only what nobody has in an inbox: drafts and recalled ones. */
export const deleteNotice = byId('delete', '删除通知', 'Delete notice', 'notiflyManage.edit');

/** A picture for a text, which names it as `image:<id>`. */
export const uploadPicture = change({
  name: 'notices.upload',
  summary: text('上传通知图片', 'Upload notice image'),
  permission: 'notiflyManage.edit',
  scope: 'own',
  kind: 'upload',
  idempotency: 'none',
  operation: OperationType.values.SendNotice,
  body: z.strictObject({}),
  answer: z.object({ id: idSchema }),
  refusals: [notAPicture],
});

/** A picture of one's own customer's, or of a notice one has received. */
export const readPicture = read({
  name: 'notices.picture',
  summary: text('通知图片', 'Notice image'),
  permission: 'authenticated',
  scope: 'own',
  kind: 'file',
  query: { id: idSchema },
  answer: z.null(),
  refusals: [notFound],
  example: { query: { id: '7201' } },
});
