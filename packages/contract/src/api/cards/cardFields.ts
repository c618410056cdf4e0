import { maskedNumber } from '@cardinal/primitives/maskedNumber.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import {
  CardKind,
  CardSize,
  Lifecycle,
  OnlineState,
  Platform,
  RealNameStatus,
  SleepStatus,
  StopReason,
} from '../../enumerations/card.ts';
import { field } from '../../framework/fields.ts';
import { queryInteger } from '../../framework/paging.ts';

/** The pending status command of a card, shown as «activated → stopping». */
export const pendingSchema = z.object({ action: z.string(), to: z.string(), since: z.iso.datetime({ offset: true }) });

const edgeOfSegment = z
  .string()
  .regex(/^\d{19,32}$/)
  .optional();

/** Query keys by which any list that has cards in it is narrowed to pasted numbers or to a segment. */
export const numbersExtra = {
  startIccid: edgeOfSegment,
  endIccid: edgeOfSegment,
  /** 0 any, 1 ICCID, 2 business number, 3 mapping number, 4 IMEI, 5 IMSI, 6 EID; with `identifiers`. */
  identifierType: queryInteger.pipe(z.number().int().min(0).max(6)).optional(),
  /** A pasted list as typed: at most 1000 numbers of any kinds, 1000 ICCIDs or EIDs, 100 of another single kind. */
  identifiers: z.string().max(34_000).optional(),
};

/** Every field a card list may show; a screen chooses columns and never adds fields. */
export const cardFields = {
  id: field.id('编号', 'ID', { sortable: true, exportable: false }),
  iccid: field.identifier('ICCID', 'ICCID', { filters: ['is', 'contains'], sortable: true }),
  businessNumber: field.identifier('业务号码', 'Business number', {
    filters: ['is', 'contains'],
    sortable: true,
    nullable: true,
    masked: maskedNumber,
  }),
  mappingNumber: field.identifier('映射号', 'Mapping number', {
    filters: ['is', 'contains'],
    nullable: true,
    masked: maskedNumber,
  }),
  imsi: field.identifier('IMSI', 'IMSI', { filters: ['is', 'contains'], nullable: true, masked: maskedNumber }),
  imei: field.identifier('IMEI', 'IMEI', {
    filters: ['is', 'contains', 'present'],
    nullable: true,
    masked: maskedNumber,
  }),
  eid: field.identifier('EID', 'EID', { filters: ['is', 'contains'], nullable: true, masked: maskedNumber }),
  platform: field.enumeration(Platform, { filters: ['is'], sortable: true }),
  subType: field.number('通道类型', 'Sub-type', { filters: ['is'], nullable: true }),
  carrierAccountId: field.id('通道编号', 'Carrier account id', { filters: ['is'], exportable: false }),
  carrierAccountName: field.text('通道', 'Carrier account', { permission: 'platformConfig.view' }),
  kind: field.enumeration(CardKind, { filters: ['is'] }),
  size: field.enumeration(CardSize, { filters: ['is'], nullable: true }),
  carrierStatus: field.text('运营商状态', 'Carrier status', { filters: ['is'], sortable: true }),
  lifecycle: field.enumeration(Lifecycle, { filters: ['is'], sortable: true }),
  pending: field.object('处理中', 'Pending', pendingSchema, { nullable: true }),
  stopReasons: field.enumerations(StopReason, { filters: ['is'], label: { zh: '停机原因', en: 'Stop reasons' } }),
  sleepStatus: field.enumeration(SleepStatus, { filters: ['is'] }),
  realNameStatus: field.enumeration(RealNameStatus, { filters: ['is'] }),
  customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
  customerName: field.text('客户归属', 'Customer'),
  productCode: field.text('产品', 'Product', { filters: ['is'], nullable: true }),
  packageName: field.text('当前套餐', 'Package', { filters: ['contains'], nullable: true }),
  packageEndsAt: field.time('套餐到期', 'Package ends', { filters: ['range'], sortable: true, nullable: true }),
  poolCode: field.text('流量池', 'Pool', { filters: ['is'], nullable: true }),
  flowUsed: field.bytes('已用流量', 'Data used', { filters: ['range'], sortable: true, nullable: true }),
  flowTotal: field.bytes('总流量', 'Data allowance', {
    nullable: true,
    help: text(
      '使用中套餐的合计；没有套餐，或其中有不限量的，为空',
      'Of all packages in use; empty without a package, or where one of them is unlimited',
    ),
  }),
  usedToday: field.bytes('今日用量', 'Used today', { sortable: true, nullable: true }),
  usageJumpedAt: field.time('用量突增', 'Usage jumped', {
    filters: ['range'],
    sortable: true,
    nullable: true,
    help: {
      zh: '最近一次发现当日用量超过自身日均 3 倍的时间',
      en: 'When it was last seen to use more in a day than three times its own daily mean',
    },
  }),
  usageAt: field.time('用量时间', 'Usage read at', { nullable: true }),
  voiceUsed: field.seconds('已用语音', 'Voice used', { sortable: true, nullable: true }),
  voiceTotal: field.seconds('总语音', 'Voice allowance', { nullable: true }),
  smsUsed: field.number('已用短信', 'SMS used', { sortable: true, nullable: true }),
  smsTotal: field.number('总短信', 'SMS allowance', { nullable: true }),
  voiceOn: field.flag('语音功能', 'Voice service', { filters: ['is'], nullable: true }),
  smsOn: field.flag('短信功能', 'SMS service', { filters: ['is'], nullable: true }),
  whiteListCount: field.number('白名单数', 'White-list numbers', { filters: ['range'], nullable: true }),
  onlineState: field.enumeration(OnlineState, { filters: ['is'] }),
  lastSessionAt: field.time('最近上线', 'Last session', { filters: ['range'], sortable: true, nullable: true }),
  silentDays: field.number('静默天数', 'Silent days', {
    filters: ['range'],
    nullable: true,
    help: { zh: '距最近一次上线的整天数', en: 'Whole days since the last session' },
  }),
  /** 2G, 3G, 4G, 5G or NB of the last reported session; shown in lists with NB cards. */
  rat: field.text('网络制式', 'RAT', { nullable: true }),
  apn: field.text('APN', 'APN', { filters: ['is'], nullable: true }),
  communicationPlan: field.text('通信计划', 'Communication plan', { filters: ['is'], nullable: true }),
  boundImei: field.identifier('绑定IMEI', 'Bound IMEI', {
    filters: ['is', 'present'],
    nullable: true,
    masked: maskedNumber,
  }),
  activatedAt: field.time('激活时间', 'Activated at', { filters: ['range'], sortable: true, nullable: true }),
  servicePeriodEnd: field.time('服务期止', 'Service ends', { filters: ['range'], sortable: true, nullable: true }),
  tags: field.labels('标签', 'Tags', { filters: ['is', 'all', 'none'] }),
  remark: field.text('备注', 'Remark', { filters: ['contains'], nullable: true }),
  lastSyncAt: field.time('同步时间', 'Synced at', { filters: ['range'], sortable: true, nullable: true }),
  importBatchId: field.id('导入批次', 'Import batch', { filters: ['is'], exportable: false, nullable: true }),
  createdAt: field.time('入库时间', 'Added at', { filters: ['range'], sortable: true }),
};
