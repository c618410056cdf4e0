/** Ids in requests about rules that tell and what they told, and about transfers between pools. */
export const RULE_PLACES = {
  'earlyWarnings.id': 'warningRule',
  'earlyWarnings.receivers': 'account',
  'earlyWarnings.events.ruleId': 'warningRule',
  'earlyWarnings.handle.id': 'warningEvent',
  'warnSettings.id': 'warnSetting',
  'warnSettings.receivers': 'account',
  'warnSettings.events.ruleId': 'warnSetting',
  'usageReminders.id': 'usageReminder',
  'usageReminders.ruleId': 'usageReminder',
  'usageReminders.retry.id': 'usageReminderMessage',
  'usageReminders.messages.ruleId': 'usageReminder',
  'myPool.fromPoolId': 'cardPool',
  'myPool.toPoolId': 'cardPool',
  'myPool.ids': 'poolMember',
  'myPool.id': 'poolTransfer',
} as const;
