import { enumeration, type ValueOf } from './enumeration.ts';

/** Results of messages: SMS and reminders. Notices have their own set. */
export const SendResult = enumeration('sendResult', '发送结果', 'Send result', {
  sending: { value: 0, zh: '发送中', en: 'Sending' },
  success: { value: 1, zh: '成功', en: 'Succeeded' },
  fail: { value: 2, zh: '失败', en: 'Failed' },
  unknown: { value: 3, zh: '未知', en: 'Unknown' },
});
export type SendResult = ValueOf<typeof SendResult>;

/** Results of notices: console and WeChat templates. */
export const NoticeSendResult = enumeration('noticeSendResult', '通知发送结果', 'Notice send result', {
  success: { zh: '成功', en: 'Succeeded' },
  fail: { zh: '失败', en: 'Failed' },
  unknown: { zh: '未知', en: 'Unknown' },
  going: { zh: '进行中', en: 'In progress' },
});
export type NoticeSendResult = ValueOf<typeof NoticeSendResult>;

export const MessageState = enumeration('messageState', '消息状态', 'Message state', {
  draft: { zh: '草稿', en: 'Draft' },
  sent: { zh: '已发送', en: 'Sent' },
  recalled: { zh: '已撤回', en: 'Recalled' },
  deleted: { zh: '已删除', en: 'Deleted' },
});
export type MessageState = ValueOf<typeof MessageState>;

/** How a customer's messages are paid. */
export const SmsChargingMode = enumeration('smsChargingMode', '短信计费方式', 'SMS charging', {
  shortMessagePackage: { value: 1, zh: '短信套餐', en: 'SMS package' },
  anjiaoCharging: { value: 2, zh: '按条计费', en: 'Per message' },
  notConfigured: { value: 3, zh: '未配置', en: 'Not configured' },
});
export type SmsChargingMode = ValueOf<typeof SmsChargingMode>;

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
