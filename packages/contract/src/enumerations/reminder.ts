import { enumeration, type ValueOf } from './enumeration.ts';

/** What a reminder goes by. */
export const RemindKind = enumeration('remindKind', '提醒依据', 'Reminds of', {
  flowPercent: { zh: '已用流量', en: 'Data used' },
  flowLeft: { zh: '剩余流量', en: 'Data left' },
  packageEnd: { zh: '套餐到期', en: 'End of the package' },
  poolPercent: { zh: '池用量', en: 'Pool used' },
});
export type RemindKind = ValueOf<typeof RemindKind>;

export const RemindWay = enumeration('remindWay', '提醒方式', 'Way', {
  notice: { zh: '站内通知', en: 'Console notice' },
  webhook: { zh: '事件推送', en: 'Event' },
});
export type RemindWay = ValueOf<typeof RemindWay>;

/** Who is told: the customer whose rule it is, or the one that has the card or pool. */
export const RemindReceiver = enumeration('remindReceiver', '提醒谁', 'Who is told', {
  owner: { zh: '规则所属客户', en: 'The rule’s customer' },
  holder: { zh: '持卡客户', en: 'The customer with the card' },
});
export type RemindReceiver = ValueOf<typeof RemindReceiver>;

export const RemindState = enumeration('remindState', '状态', 'State', {
  draft: { zh: '草稿', en: 'Draft' },
  on: { zh: '启用', en: 'On' },
  off: { zh: '停用', en: 'Off' },
});
export type RemindState = ValueOf<typeof RemindState>;

/** Why nobody was told. */
export const RemindFailure = enumeration('remindFailure', '失败原因', 'Why it failed', {
  noReceiver: { zh: '没有可接收的账号', en: 'Nobody there may read reminders' },
  moved: { zh: '卡已划走', en: 'The card has moved' },
  ruleOff: { zh: '规则已停用', en: 'The rule is off' },
});
export type RemindFailure = ValueOf<typeof RemindFailure>;

/** What a rule says of a card now. */
export const RemindVerdict = enumeration('remindVerdict', '结果', 'Verdict', {
  tells: { zh: '会提醒', en: 'Reminds' },
  told: { zh: '已提醒过', en: 'Has reminded' },
  below: { zh: '未达阈值', en: 'Not reached' },
  inPool: { zh: '在池中，由池提醒', en: 'In a pool, which reminds' },
  noPackage: { zh: '没有适用的套餐或池', en: 'No package or pool for it' },
  unknown: { zh: '用量读数过旧', en: 'Usage read too long ago' },
});
export type RemindVerdict = ValueOf<typeof RemindVerdict>;
