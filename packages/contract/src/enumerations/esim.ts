import { EsimStatuses } from '../statuses/carrierStatuses.ts';
import { enumeration, type ValueOf } from './enumeration.ts';

/** The states of a chip are those of the eSIM status table. */
export const ChipState = enumeration('chipState', '状态', 'State', EsimStatuses.statuses);

/** How a chip is managed: by its user, by an eIM, or by an SM-SR. Only the latter two can be switched by a server. */
export const EsimArchitecture = enumeration('esimArchitecture', 'eSIM架构', 'Architecture', {
  consumer: { zh: '消费级 SGP.22', en: 'Consumer SGP.22' },
  iot: { zh: '物联网 SGP.32', en: 'IoT SGP.32' },
  m2m: { zh: 'M2M SGP.02', en: 'M2M SGP.02' },
});
export type EsimArchitecture = ValueOf<typeof EsimArchitecture>;

/** The profile states of the SM-DP+ (SGP.22 §3.1.6). */
export const RspState = enumeration('rspState', 'RSP状态', 'RSP state', {
  Available: { zh: '可用', en: 'Available' },
  Allocated: { zh: '已分配', en: 'Allocated' },
  Linked: { zh: '已关联', en: 'Linked' },
  Confirmed: { zh: '已确认', en: 'Confirmed' },
  Released: { zh: '已释放', en: 'Released' },
  Downloaded: { zh: '已下载', en: 'Downloaded' },
  Installed: { zh: '已安装', en: 'Installed' },
  Error: { zh: '出错', en: 'Error' },
  Unavailable: { zh: '不可用', en: 'Unavailable' },
});
export type RspState = ValueOf<typeof RspState>;

export const EsimOperationKind = enumeration('esimOperationKind', 'eSIM操作', 'eSIM operation', {
  download: { zh: '下载', en: 'Download' },
  enable: { zh: '启用', en: 'Enable' },
  disable: { zh: '禁用', en: 'Disable' },
  delete: { zh: '删除', en: 'Delete' },
  audit: { zh: '读取芯片', en: 'Audit' },
  setFallback: { zh: '设为后备', en: 'Set fallback' },
});
export type EsimOperationKind = ValueOf<typeof EsimOperationKind>;

/** The state of an operation on a chip. An offline device makes it wait, not fail. */
export const EsimOperationState = enumeration('esimOperationState', '操作状态', 'Operation state', {
  queued: { zh: '排队中', en: 'Queued' },
  ordered: { zh: '已下单', en: 'Ordered' },
  released: { zh: '已释放', en: 'Released' },
  waitingDevice: { zh: '等待设备', en: 'Waiting for the device' },
  done: { zh: '完成', en: 'Done' },
  failed: { zh: '失败', en: 'Failed' },
  expired: { zh: '已过期', en: 'Expired' },
});
export type EsimOperationState = ValueOf<typeof EsimOperationState>;

/** What caused a chip's change: an account, a strategy, or the chip itself. */
export const EsimCause = enumeration('esimCause', '原因', 'Cause', {
  console: { zh: '人工', en: 'Manual' },
  task: { zh: '批量任务', en: 'Batch task' },
  strategy: { zh: '写号策略', en: 'Numbering strategy' },
  fallback: { zh: '后备切换', en: 'Fallback' },
  reset: { zh: '芯片重置', en: 'Reset on the chip' },
  deviceChange: { zh: '更换设备', en: 'Device change' },
  local: { zh: '本机切换', en: 'Switched on the device' },
  audit: { zh: '读取芯片', en: 'Read chip' },
});
export type EsimCause = ValueOf<typeof EsimCause>;

export const StrategyState = enumeration('strategyState', '策略状态', 'Strategy state', {
  draft: { zh: '草稿', en: 'Draft' },
  shadow: { zh: '试运行', en: 'Shadow' },
  on: { zh: '启用', en: 'On' },
  off: { zh: '停用', en: 'Off' },
});
export type StrategyState = ValueOf<typeof StrategyState>;

/** What makes a strategy check a chip. Only reported events can be chosen. */
export const StrategyTrigger = enumeration('strategyTrigger', '触发条件', 'Trigger', {
  firstBoot: { zh: '首次开机', en: 'First boot' },
  countryChange: { zh: '国家变化', en: 'Country change' },
  noNetwork: { zh: '持续无网络', en: 'No network' },
  profileFailure: { zh: '码号故障', en: 'Profile failure' },
  roamingDays: { zh: '长期漫游', en: 'Permanent roaming' },
  byHand: { zh: '手工写号', en: 'Manual' },
});
export type StrategyTrigger = ValueOf<typeof StrategyTrigger>;

/** A strategy's decision for a chip. */
export const StrategyDecision = enumeration('strategyDecision', '决定', 'Decision', {
  write: { zh: '写入新码号', en: 'Write number' },
  switch: { zh: '切换到芯片上的码号', en: 'Switch to a number on the chip' },
  stay: { zh: '保持不变', en: 'Stay' },
});
export type StrategyDecision = ValueOf<typeof StrategyDecision>;

/** Its result. */
export const FiringResult = enumeration('firingResult', '结果', 'Result', {
  open: { zh: '执行中', en: 'In progress' },
  done: { zh: '完成', en: 'Done' },
  failed: { zh: '失败', en: 'Failed' },
  none: { zh: '无需执行', en: 'Nothing to do' },
  shadow: { zh: '试运行，未执行', en: 'Shadow, not executed' },
});
export type FiringResult = ValueOf<typeof FiringResult>;
