import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('operationStrategies');

export const strategyNotFound = refusal.notFound(
  2430,
  'operationStrategyNotFound',
  '运营策略不存在',
  'The operation strategy does not exist',
  404,
);
export const duplicateStrategy = refusal.invalid(
  2430,
  'duplicateOperationStrategy',
  '已有同名的运营策略',
  'An operation strategy with this name already exists',
);
export const strategyIsOn = refusal.conflict(
  2431,
  'operationStrategyIsOn',
  '策略正在启用，请先转为试运行或停用再修改',
  'The strategy is on; set it to shadow or off before changing it',
);
export const alreadyInState = refusal.conflict(
  2432,
  'operationStrategyInState',
  '策略已是「{state}」',
  'The strategy is already “{state}”',
);
export const secondPersonNeeded = refusal.conflict(
  2433,
  'secondPersonNeeded',
  '范围内有 {cards} 张卡且未试运行满 24 小时，须由另一账号确认启用',
  'It covers {cards} cards and was not in shadow for 24 hours; another account must confirm',
);
export const notPaused = refusal.conflict(
  2434,
  'operationStrategyNotPaused',
  '策略没有被熔断',
  'The strategy was not paused by its brake',
);
export const noExistingCards = refusal.conflict(
  2435,
  'existingNotOffered',
  '该触发条件只对新发生的事件生效',
  'This trigger acts on new events only',
);
export const noAccountCanStop = refusal.conflict(
  2436,
  'noAccountCanStop',
  '范围内的通道都不能执行该动作',
  'No carrier account in scope can carry out this action',
);
