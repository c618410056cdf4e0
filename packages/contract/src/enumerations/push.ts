import { enumeration, type ValueOf } from './enumeration.ts';

/** Events sent to customers' systems. The first five are the specification's; `order_result` and `usage_reminder` are additions. */
export const PushEvent = enumeration('pushEvent', '推送事件', 'Push event', {
  sim_state_change: { zh: '卡状态变更', en: 'SIM state change' },
  sms_mo_received: { zh: '收到上行短信', en: 'SMS received from the card' },
  sms_mt_result: { zh: '下行短信结果', en: 'SMS delivery result' },
  package_activation_expiry_info: { zh: '套餐生效与到期', en: 'Package activation and expiry' },
  esim_card_number_change: { zh: 'eSIM码号变更', en: 'eSIM number change' },
  order_result: { zh: '订单结果', en: 'Order result' },
  usage_reminder: { zh: '用量提醒', en: 'Usage reminder' },
});
export type PushEvent = ValueOf<typeof PushEvent>;

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
