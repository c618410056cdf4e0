import { enumeration, type ValueOf } from './enumeration.ts';

/** The figure that a warning rule watches. */
export const WarningMetric = enumeration('warningMetric', '指标', 'Figure', {
  balance: { zh: '账户余额', en: 'Balance' },
  spendableDays: { zh: '可用余额可支撑天数', en: 'Days of spend left' },
  creditUsed: { zh: '授信已用', en: 'Credit used' },
  poolRemaining: { zh: '流量池剩余', en: 'Left in a pool' },
  stock: { zh: '未激活库存', en: 'Cards in stock' },
  silentCards: { zh: '沉默 7 天的卡占比', en: 'Cards silent for 7 days' },
  carrierFailing: { zh: '运营商调用失败率', en: 'Carrier calls failing' },
  syncLag: { zh: '同步延迟', en: 'Sync lag' },
  commandsUnconfirmed: { zh: '指令未确认时长', en: 'Command unconfirmed' },
  pushFailing: { zh: '推送地址持续失败', en: 'Push address failing' },
  sourceBalance: { zh: '外部货源余额', en: 'Balance at a source' },
});
export type WarningMetric = ValueOf<typeof WarningMetric>;

export const WarningLevel = enumeration('warningLevel', '级别', 'Level', {
  critical: { zh: '严重', en: 'Critical' },
  warn: { zh: '警告', en: 'Warning' },
  info: { zh: '提示', en: 'Info' },
});
export type WarningLevel = ValueOf<typeof WarningLevel>;

export const WarningRuleState = enumeration('warningRuleState', '状态', 'State', {
  on: { zh: '启用', en: 'On' },
  off: { zh: '停用', en: 'Off' },
});
export type WarningRuleState = ValueOf<typeof WarningRuleState>;

export const WarningEventState = enumeration('warningEventState', '状态', 'State', {
  open: { zh: '未处理', en: 'Open' },
  acknowledged: { zh: '已确认', en: 'Acknowledged' },
  resolved: { zh: '已解除', en: 'Resolved' },
});
export type WarningEventState = ValueOf<typeof WarningEventState>;

/** Why an event is over. */
export const WarningEnd = enumeration('warningEnd', '解除方式', 'Ended by', {
  recovered: { zh: '自行恢复', en: 'Recovered' },
  byHand: { zh: '人工解除', en: 'By hand' },
  ruleOff: { zh: '规则停用或删除', en: 'Rule off or deleted' },
  gone: { zh: '不再涉及', en: 'No longer covered' },
});
export type WarningEnd = ValueOf<typeof WarningEnd>;
