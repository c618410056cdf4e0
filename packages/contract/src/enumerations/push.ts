import { enumeration, type ValueOf } from './enumeration.ts';

/** `suspended`: by the program, since its address has not answered for days. */
export const PushState = enumeration('pushState', '状态', 'State', {
  on: { zh: '启用', en: 'On' },
  off: { zh: '已暂停', en: 'Paused' },
  suspended: { zh: '已挂起', en: 'Suspended' },
});
export type PushState = ValueOf<typeof PushState>;

/** `failed`: at least one attempt failed and another follows. */
export const DeliveryState = enumeration('deliveryState', '推送状态', 'Delivery', {
  waiting: { zh: '待推送', en: 'Waiting' },
  failed: { zh: '失败待重试', en: 'Failed, will retry' },
  sent: { zh: '已送达', en: 'Delivered' },
  givenUp: { zh: '已放弃', en: 'Given up' },
  skipped: { zh: '已跳过', en: 'Skipped' },
});
export type DeliveryState = ValueOf<typeof DeliveryState>;
