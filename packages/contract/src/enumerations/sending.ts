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

/** How a customer's messages are paid. */
export const SmsChargingMode = enumeration('smsChargingMode', '短信计费方式', 'SMS charging', {
  shortMessagePackage: { value: 1, zh: '短信套餐', en: 'SMS package' },
  anjiaoCharging: { value: 2, zh: '按条计费', en: 'Per message' },
  notConfigured: { value: 3, zh: '未配置', en: 'Not configured' },
});
export type SmsChargingMode = ValueOf<typeof SmsChargingMode>;
