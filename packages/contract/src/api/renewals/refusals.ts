import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('renewals');

/** The reason is what the rule says to whoever orders. */
export const renewalForbidden = refusal.conflict(
  2550,
  'renewalForbidden',
  '不可续费：{reason}',
  'No renewal: {reason}',
);
export const ruleNotFound = refusal.notFound(
  2550,
  'renewalRuleNotFound',
  '续费规则不存在',
  'The renewal rule does not exist',
  404,
);
export const duplicateRule = refusal.invalid(
  2550,
  'duplicateRenewalRule',
  '已有同名的续费规则',
  'A renewal rule with this name already exists',
);
export const ruleIsOn = refusal.conflict(
  2551,
  'renewalRuleIsOn',
  '规则正在启用，请先转为试运行或停用再修改',
  'The rule is on; set it to shadow or off before changing it',
);
export const ruleInState = refusal.conflict(
  2552,
  'renewalRuleInState',
  '规则已是「{state}」',
  'The rule is already “{state}”',
);
export const secondForRule = refusal.conflict(
  2553,
  'secondPersonForRenewalRule',
  '涉及 {cards} 张卡且未试运行满 24 小时，须由另一账号确认启用',
  'It concerns {cards} cards and was not in shadow for 24 hours; another account must confirm',
);
export const ruleIsOver = refusal.conflict(
  2554,
  'renewalRuleIsOver',
  '规则的有效期已过',
  'The period of the rule is over',
);
