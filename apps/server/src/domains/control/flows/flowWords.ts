import { actionText, type FlowRule, thresholdText } from '@cardinal/contract/api/control/flowRules.ts';
import { FlowNotify } from '@cardinal/contract/enumerations/control.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { type Language, say, text } from '@cardinal/primitives/text.ts';

const words = {
  limit: text('{action}「{name}」', '{action} by “{name}”'),
  notify: text('（{ways}）', ' ({ways})'),
  ways: text('、', ', '),
};

/** «80% → 提醒（短信）». `limits` are the names of speed-limit strategies. */
export function ruleText(rule: FlowRule, limits: ReadonlyMap<string, { name: string }>, language: Language): string {
  const action = say(actionText(rule), language);
  const name = rule.limitStrategyId === null ? undefined : limits.get(rule.limitStrategyId)?.name;
  const done = name === undefined ? action : say(words.limit, language, { action, name });
  const ways = rule.notify.map((way) => say(FlowNotify.labelOf(way), language)).join(say(words.ways, language));
  const told = ways === '' ? '' : say(words.notify, language, { ways });
  return `${say(thresholdText(rule), language)} → ${done}${told}`;
}

export const rulesText = (
  rules: readonly FlowRule[],
  limits: ReadonlyMap<string, { name: string }>,
  language: Language,
): string => rules.map((rule) => ruleText(rule, limits, language)).join(language === 'en' ? '; ' : '；');

const why = {
  nothing: text('未达到任何规则的阈值', 'No threshold is reached'),
  remind: text('达到 {rules}，只提醒', '{rules} reached: a reminder only'),
  acts: text('达到 {rules}，动作：{action}', '{rules} reached: {action}'),
  strictest: text('达到 {rules}，取最严的动作：{action}', '{rules} reached; the strictest action: {action}'),
};

/** Why a usage is answered by this action. */
export function whyText(fired: readonly FlowRule[], action: ControlAction | null, language: Language): string {
  if (action === null) return say(why.nothing, language);
  const rules = fired.map((rule) => say(thresholdText(rule), language)).join(say(words.ways, language));
  if (action === ControlAction.values.NO_CONTROL) return say(why.remind, language, { rules });
  const acting = fired.filter((rule) => rule.action !== ControlAction.values.NO_CONTROL);
  return say(acting.length > 1 ? why.strictest : why.acts, language, {
    rules,
    action: say(ControlAction.labelOf(action), language),
  });
}
