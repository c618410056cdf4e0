import { starredNumber } from '@cardinal/primitives/maskedNumber.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CardKind, Lifecycle, OnlineState, Platform, RealNameStatus, StopReason } from '../../enumerations/card.ts';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, rowSchema } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { PositionSource } from '../cardLookups/positioning.ts';
import { numbersExtra, pendingSchema } from '../cards/cardFields.ts';
import { cardExtra } from '../cards/cardList.ts';
import { cardCarrierUnavailable, cardNotFound, refreshedJustNow, refreshNotAllowed } from '../cards/cardRefusals.ts';
import { roleNotFound } from '../identity/roles.ts';

/* Read-only cards: no price, balance, person or carrier account is declared here, so that none can leak. Which of the groups
   below a role sees is set per role; everybody sees a card's identity and status. */

export const ReadonlyGroup = enumeration('readonlyGroup', '只读内容', 'Read-only content', {
  package: { zh: '套餐名称与期限', en: 'Package name and term' },
  usage: { zh: '用量', en: 'Usage' },
  session: { zh: '在线与会话', en: 'Connection and session' },
  realName: { zh: '实名状态', en: 'Real-name status' },
  timeline: { zh: '状态记录', en: 'Status timeline' },
  location: { zh: '位置', en: 'Location' },
});
export type ReadonlyGroup = ValueOf<typeof ReadonlyGroup>;

/** The default groups: locations must be allowed explicitly. */
export const UNSET_GROUPS: readonly ReadonlyGroup[] = ReadonlyGroup.options.flatMap(({ value }) =>
  value === 'location' ? [] : [value],
);

export const readonlyFields = {
  id: field.id('编号', 'ID', { sortable: true, exportable: false }),
  iccid: field.identifier('ICCID', 'ICCID', { filters: ['is', 'contains'], sortable: true, masked: starredNumber }),
  businessNumber: field.identifier('业务号码', 'Business number', {
    filters: ['is', 'contains'],
    nullable: true,
    masked: starredNumber,
  }),
  platform: field.enumeration(Platform, { filters: ['is'], sortable: true }),
  kind: field.enumeration(CardKind, { filters: ['is'] }),
  carrierStatus: field.text('运营商状态', 'Carrier status'),
  lifecycle: field.enumeration(Lifecycle, { filters: ['is'], sortable: true }),
  pending: field.object('处理中', 'Pending', pendingSchema, { nullable: true }),
  stopReasons: field.enumerations(StopReason, { filters: ['is'], label: { zh: '停机原因', en: 'Stop reasons' } }),
  packageName: field.text('当前套餐', 'Package', { filters: ['contains'], nullable: true }),
  packageEndsAt: field.time('套餐到期', 'Package ends', { filters: ['range'], sortable: true, nullable: true }),
  servicePeriodEnd: field.time('服务期止', 'Service ends', { filters: ['range'], sortable: true, nullable: true }),
  flowUsed: field.bytes('已用流量', 'Data used', { sortable: true, nullable: true }),
  flowTotal: field.bytes('总流量', 'Data allowance', { nullable: true }),
  usageAt: field.time('用量时间', 'Usage read at', { nullable: true }),
  voiceUsed: field.seconds('已用语音', 'Voice used', { sortable: true, nullable: true }),
  voiceTotal: field.seconds('总语音', 'Voice allowance', { nullable: true }),
  smsUsed: field.number('已用短信', 'SMS used', { sortable: true, nullable: true }),
  smsTotal: field.number('总短信', 'SMS allowance', { nullable: true }),
  voiceOn: field.flag('语音功能', 'Voice service', { filters: ['is'], nullable: true }),
  smsOn: field.flag('短信功能', 'SMS service', { filters: ['is'], nullable: true }),
  /** How many; the numbers are other people's phones. */
  whiteListCount: field.number('白名单数', 'White-list numbers', { nullable: true }),
  onlineState: field.enumeration(OnlineState, { filters: ['is'], nullable: true }),
  lastSessionAt: field.time('最近上线', 'Last session', { filters: ['range'], sortable: true, nullable: true }),
  realNameStatus: field.enumeration(RealNameStatus, { filters: ['is'], nullable: true }),
  lastSyncAt: field.time('同步时间', 'Synced at', { sortable: true, nullable: true }),
};

/** The group of a field; fields without one are visible to everybody who sees the card. */
export const GROUP_OF_FIELD: Readonly<Partial<Record<keyof typeof readonlyFields, ReadonlyGroup>>> = {
  packageName: 'package',
  packageEndsAt: 'package',
  servicePeriodEnd: 'package',
  flowUsed: 'usage',
  flowTotal: 'usage',
  usageAt: 'usage',
  voiceUsed: 'usage',
  voiceTotal: 'usage',
  smsUsed: 'usage',
  smsTotal: 'usage',
  onlineState: 'session',
  lastSessionAt: 'session',
  realNameStatus: 'realName',
};

const asked = { q: cardExtra.q, cardSetId: cardExtra.cardSetId, ...numbersExtra };

const readonlyFiguresSchema = z.object({
  /** Too many cards for a plain list: it stays empty until a filter is set. */
  mustAsk: z.boolean(),
  /** Which groups the caller's roles see; fields of the others are empty. */
  groups: z.array(ReadonlyGroup.schema),
});

/** Read-only data, NB and eSIM cards. */
export const listReadonlyFlow = list({
  name: 'readonlyCards.flow',
  summary: text('只读流量卡列表', 'Read-only data cards'),
  permission: 'readonlyCard.view',
  exportPermission: 'readonlyCard.export',
  fields: readonlyFields,
  defaultSort: '-id',
  figures: readonlyFiguresSchema,
  extra: asked,
  example: { query: { iccid: ['89860600000000000013'], pageNum: 1, pageSize: 20 } },
});

/** Read-only voice cards. */
export const listReadonlyVoice = list({
  name: 'readonlyCards.voice',
  summary: text('只读语音卡列表', 'Read-only voice cards'),
  permission: 'readonlyCard.viewVoice',
  exportPermission: 'readonlyCard.export',
  fields: readonlyFields,
  defaultSort: '-id',
  figures: readonlyFiguresSchema,
  extra: { ...asked, minutesLeftBelow: cardExtra.minutesLeftBelow },
  example: { query: { lifecycle: ['activated'], pageNum: 1, pageSize: 20 } },
});

const instant = z.iso.datetime({ offset: true });

/** One card; viewing it is recorded in the operation log. `card` is its ICCID, or `id-` and its id where that is masked. */
export const readReadonlyCard = read({
  name: 'readonlyCards.detail',
  summary: text('只读卡详情', 'Read-only card detail'),
  permission: ['readonlyCard.view', 'readonlyCard.viewVoice'],
  query: { card: z.string().regex(/^([0-9A-Za-z]{10,32}|id-\d{1,19})$/) },
  answer: z.object({
    card: rowSchema(readonlyFields),
    groups: z.array(ReadonlyGroup.schema),
    shownStatus: z.object({ word: z.string(), text: z.string() }),
    diagnosis: z.object({ state: z.enum(['good', 'attention', 'bad']), words: z.string() }),
    /** Null if no session is known, or the group is hidden. */
    session: z
      .object({
        startedAt: instant.nullable(),
        endedAt: instant.nullable(),
        apn: z.string().nullable(),
        readAt: instant,
      })
      .nullable(),
    /** Where it was last located; null if never, not permitted, or the group is hidden. */
    location: z
      .object({
        source: PositionSource.schema,
        /** WGS-84; null for an area. */
        latitude: z.number().nullable(),
        longitude: z.number().nullable(),
        accuracyMetres: z.number().nullable(),
        district: z.string().nullable(),
        at: instant.nullable(),
      })
      .nullable(),
    /** Changes of status only, the latest first: what and when, never who. */
    timeline: z.array(z.object({ id: idSchema, at: instant, words: z.string(), result: z.string() })),
    /** Whether the carrier can be asked now, and why not. */
    refresh: z.object({ isAllowed: z.boolean(), why: z.string().nullable() }),
  }),
  refusals: [cardNotFound],
  example: { query: { card: '89860600000000000013' } },
});

/** Asks the carrier about one card, at most once a minute. */
export const refreshReadonlyCard = change({
  name: 'readonlyCards.refresh',
  summary: text('刷新只读卡', 'Refresh read-only card'),
  permission: 'readonlyCard.sync',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [cardNotFound, refreshNotAllowed, refreshedJustNow, cardCarrierUnavailable],
  example: { body: { id: '1' } },
});

/** What each role of the caller's customer sees; a role without a setting sees all but the location. */
export const readReadonlyViews = read({
  name: 'readonlyViews.list',
  summary: text('只读内容设置', 'Read-only card content settings'),
  permission: 'roleSys.edit',
  scope: 'own',
  answer: z.array(z.object({ roleId: idSchema, groups: z.array(ReadonlyGroup.schema) })),
});

export const setReadonlyView = change({
  name: 'readonlyViews.set',
  summary: text('设置角色的只读内容', 'Set read-only content of a role'),
  permission: 'roleSys.edit',
  scope: 'own',
  operation: OperationType.values.EditAccountRole,
  body: z.strictObject({ roleId: idSchema, groups: z.array(ReadonlyGroup.schema).max(20) }),
  answer: doneSchema,
  refusals: [roleNotFound],
  example: { body: { roleId: '2106', groups: ['package', 'usage'] } },
});
