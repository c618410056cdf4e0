import { enumeration, type ValueOf } from './enumeration.ts';

/** What happens to a card, or lasts so long, that a strategy acts on it. */
export const OperationTrigger = enumeration('operationTrigger', '触发条件', 'Trigger', {
  packageEnded: { zh: '套餐到期', en: 'Package ended' },
  noPackageDays: { zh: '多日无套餐', en: 'Days without a package' },
  packageOrdered: { zh: '订购套餐', en: 'Package ordered' },
  balanceBelow: { zh: '客户余额不足', en: 'Customer balance low' },
  imeiChanged: { zh: 'IMEI变更', en: 'IMEI changed' },
  silentDays: { zh: '多日沉默', en: 'Days silent' },
  unactivatedDays: { zh: '多日未激活', en: 'Days unactivated' },
  carrierStatusChanged: { zh: '运营商变更状态', en: 'Status changed by the carrier' },
});
export type OperationTrigger = ValueOf<typeof OperationTrigger>;

/** Shadow counts what a strategy would do and does nothing. */
export const OperationState = enumeration('operationState', '状态', 'State', {
  draft: { zh: '草稿', en: 'Draft' },
  shadow: { zh: '试运行', en: 'Shadow' },
  on: { zh: '启用', en: 'On' },
  off: { zh: '停用', en: 'Off' },
});
export type OperationState = ValueOf<typeof OperationState>;

/** What came of a firing, as far as its carrier has said. */
export const FiringState = enumeration('firingState', '结果', 'Result', {
  shadow: { zh: '仅试运行', en: 'Shadow only' },
  waiting: { zh: '待运营商确认', en: 'Waiting for the carrier' },
  confirmed: { zh: '已停机', en: 'Stopped' },
  refused: { zh: '运营商拒绝', en: 'Refused by the carrier' },
  told: { zh: '已提醒', en: 'Reminded' },
  already: { zh: '原已停机', en: 'Already stopped' },
  overruled: { zh: '由更严策略处理', en: 'Left to a stricter strategy' },
  lifted: { zh: '已解除', en: 'Lifted' },
});
export type FiringState = ValueOf<typeof FiringState>;
