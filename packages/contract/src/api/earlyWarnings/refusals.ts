import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('earlyWarnings');

export const warningRuleNotFound = refusal.notFound(
  2640,
  'warningRuleNotFound',
  '预警规则不存在',
  'The warning rule does not exist',
  404,
);
export const duplicateWarningRule = refusal.invalid(
  2640,
  'duplicateWarningRule',
  '已有同名的预警规则',
  'A warning rule with this name already exists',
);
export const warningRuleInState = refusal.conflict(
  2640,
  'warningRuleInState',
  '规则已是「{state}」',
  'The rule is already “{state}”',
);
export const warningRuleIsOff = refusal.conflict(
  2641,
  'warningRuleIsOff',
  '规则未启用，没有可静默的通知',
  'The rule is off; there is nothing to silence',
);
export const warningEventNotFound = refusal.notFound(
  2641,
  'warningEventNotFound',
  '预警事件不存在',
  'The warning event does not exist',
  404,
);
export const warningEventHandled = refusal.conflict(
  2642,
  'warningEventHandled',
  '事件已是「{state}」',
  'The event is already “{state}”',
);
export const tooManyWarningRules = refusal.conflict(
  2643,
  'tooManyWarningRules',
  '一个客户最多 {most} 条预警规则',
  'A customer has at most {most} warning rules',
);
