import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('usageReminders');

export const reminderNotFound = refusal.notFound(
  2620,
  'usageReminderNotFound',
  '提醒规则不存在',
  'The reminder does not exist',
  404,
);
export const duplicateReminder = refusal.invalid(
  2620,
  'duplicateUsageReminder',
  '已有同名的提醒规则',
  'A reminder with this name already exists',
);
export const reminderIsOn = refusal.conflict(
  2620,
  'usageReminderIsOn',
  '规则正在启用，请先停用再修改',
  'The reminder is on; switch it off before changing it',
);
export const reminderInState = refusal.conflict(
  2621,
  'usageReminderInState',
  '规则已是「{state}」',
  'The reminder is already “{state}”',
);
export const messageNotFound = refusal.notFound(
  2621,
  'usageReminderMessageNotFound',
  '发送记录不存在',
  'The sent reminder does not exist',
  404,
);
export const notRetried = refusal.conflict(
  2622,
  'usageReminderNotRetried',
  '只有因没有可接收账号而失败的提醒可以重发',
  'Only what failed because nobody may read reminders is sent again',
);
