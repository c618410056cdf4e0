import { enumeration, type ValueOf } from './enumeration.ts';

/** Capabilities of this platform that are sold separately. */
export const EngineCode = enumeration('engineCode', '能力', 'Capability', {
  location: { zh: '定位', en: 'Location' },
  diagnosis: { zh: '在线查询与诊断', en: 'Online look-up and diagnosis' },
  esim: { zh: 'eSIM 写号与切换', en: 'eSIM writing and switching' },
  numbering: { zh: '写号策略', en: 'Numbering strategies' },
});
export type EngineCode = ValueOf<typeof EngineCode>;

/** The billing unit of a price. */
export const EngineUnit = enumeration('engineUnit', '计费方式', 'Charged', {
  cardMonth: { zh: '每卡每月', en: 'Per card per month' },
  customerMonth: { zh: '每客户每月', en: 'Per customer per month' },
  call: { zh: '每次调用', en: 'Per call' },
});
export type EngineUnit = ValueOf<typeof EngineUnit>;

/** Off the shelf no new subscription starts; running ones continue to their end. */
export const EngineState = enumeration('engineState', '状态', 'State', {
  on: { zh: '已上架', en: 'Published' },
  off: { zh: '已下架', en: 'Unpublished' },
});
export type EngineState = ValueOf<typeof EngineState>;

/** Who may use the capability. */
export const EngineAccess = enumeration('engineAccess', '使用要求', 'Use', {
  free: { zh: '全部客户可用', en: 'Free for all customers' },
  subscription: { zh: '需要订阅', en: 'Requires subscription' },
});
export type EngineAccess = ValueOf<typeof EngineAccess>;

/** The state of a subscription by time. In the first three the capability works. */
export const SubscriptionState = enumeration('subscriptionState', '订阅状态', 'Subscription', {
  trial: { zh: '试用中', en: 'Trial' },
  active: { zh: '生效中', en: 'Active' },
  grace: { zh: '宽限期', en: 'Grace days' },
  stopped: { zh: '已停止', en: 'Stopped' },
  expired: { zh: '已到期', en: 'Expired' },
});
export type SubscriptionState = ValueOf<typeof SubscriptionState>;
