import { enumeration, type ValueOf } from './enumeration.ts';

export const MessageState = enumeration('messageState', '消息状态', 'Message state', {
  draft: { zh: '草稿', en: 'Draft' },
  sent: { zh: '已发送', en: 'Sent' },
  recalled: { zh: '已撤回', en: 'Recalled' },
  deleted: { zh: '已删除', en: 'Deleted' },
});
export type MessageState = ValueOf<typeof MessageState>;

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
