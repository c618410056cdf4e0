import { text } from '@cardinal/primitives/text.ts';
import { enumeration, type ValueOf } from './enumeration.ts';

/** How a source is spoken to. */
export const SourceAdapter = enumeration('sourceAdapter', '接口协议', 'Adapter', {
  cardinal: { zh: '卡枢开放接口', en: 'Cardinal open interface' },
});
export type SourceAdapter = ValueOf<typeof SourceAdapter>;

/** What the last sync found, against what was accepted here. */
export const OfferState = enumeration('offerState', '同步状态', 'Sync state', {
  /** Not mapped yet. */
  new: { zh: '新增', en: 'New' },
  same: { zh: '一致', en: 'Unchanged' },
  changed: { zh: '有变更', en: 'Changed' },
  gone: { zh: '已消失', en: 'Gone' },
});
export type OfferState = ValueOf<typeof OfferState>;

/** Why our package is off the shelf. */
export const SuspendReason = enumeration('suspendReason', '暂停原因', 'Suspended for', {
  source: { zh: '来源已停用', en: 'Source disabled' },
  gone: { zh: '对方已下架', en: 'No longer offered' },
  currency: { zh: '币种变更', en: 'Currency changed' },
  terms: { zh: '用量或有效期减少', en: 'Allowance or validity reduced' },
  price: { zh: '涨价超出容差', en: 'Price rose beyond tolerance' },
});
export type SuspendReason = ValueOf<typeof SuspendReason>;

/** How many of a unit make the next larger one, where a source states volumes in units. */
export const UnitBase = enumeration('unitBase', '换算进制', 'Unit base', {
  binary: { value: 1_024, zh: '1 GB = 1024 MB', en: '1 GB = 1,024 MB' },
  decimal: { value: 1_000, zh: '1 GB = 1000 MB', en: '1 GB = 1,000 MB' },
});
export type UnitBase = ValueOf<typeof UnitBase>;

export const SyncState = enumeration('sourceSyncState', '同步', 'Sync', {
  never: { zh: '未同步', en: 'Never synced' },
  running: { zh: '同步中', en: 'Syncing' },
  done: { zh: '已完成', en: 'Completed' },
  failed: { zh: '失败', en: 'Failed' },
});
export type SyncState = ValueOf<typeof SyncState>;

/** How a card's package stands at its source. */
export const SourceOrderState = enumeration('sourceOrderState', '来源状态', 'At the source', {
  waiting: { zh: '等待下单', en: 'Waiting to be sent' },
  /** Sent, and nothing clear heard: it is asked after. */
  sent: { zh: '结果未明', en: 'Unclear' },
  accepted: { zh: '对方处理中', en: 'In progress' },
  delivered: { zh: '已交付', en: 'Delivered' },
  refused: { zh: '对方拒绝', en: 'Refused' },
  /** Never at the source. */
  returned: { zh: '已退回', en: 'Given back' },
});
export type SourceOrderState = ValueOf<typeof SourceOrderState>;

export const UNMAPPED = text('未映射', 'Not mapped');
