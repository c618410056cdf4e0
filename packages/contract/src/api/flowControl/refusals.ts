import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('flowControl');

export const flowInState = refusal.conflict(
  2480,
  'flowStrategyInState',
  '策略已是「{state}」',
  'The strategy is already “{state}”',
);
export const flowNeedsSecond = refusal.conflict(
  2481,
  'flowNeedsSecond',
  '策略管控 {cards} 张卡且未试运行满 24 小时，须由另一账号确认启用',
  'It governs {cards} cards and was not in shadow for 24 hours; another account must confirm',
);
export const flowNotPaused = refusal.conflict(
  2482,
  'flowStrategyNotPaused',
  '策略没有被熔断',
  'The strategy was not paused by its brake',
);
export const flowActionsGone = refusal.conflict(
  2483,
  'flowActionsGone',
  '没有通道支持：{actions}，请先修改规则',
  'No carrier account supports {actions}; change the rules first',
);
