import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('speedLimits');

export const speedLimitNotFound = refusal.notFound(
  2570,
  'speedLimitNotFound',
  '限速不存在',
  'The speed limit does not exist',
  404,
);
export const duplicateSpeedLimit = refusal.invalid(
  2570,
  'duplicateSpeedLimit',
  '已有同名的限速',
  'A speed limit with this name already exists',
);
export const speedLimitIsOn = refusal.conflict(
  2571,
  'speedLimitIsOn',
  '限速正在启用，请先转为试运行或停用再修改',
  'The speed limit is on; set it to shadow or off before changing it',
);
export const speedLimitInState = refusal.conflict(
  2572,
  'speedLimitInState',
  '限速已是「{state}」',
  'The speed limit is already “{state}”',
);
export const speedLimitNeedsSecond = refusal.conflict(
  2573,
  'speedLimitNeedsSecond',
  '范围内有 {cards} 张卡且未试运行满 24 小时，须由另一账号确认启用',
  'It covers {cards} cards and was not in shadow for 24 hours; another account must confirm',
);
export const speedLimitNotPaused = refusal.conflict(
  2574,
  'speedLimitNotPaused',
  '限速没有被熔断',
  'The speed limit was not paused by its brake',
);
export const speedsNotOffered = refusal.conflict(
  2575,
  'speedsNotOffered',
  '通道不支持这些速率：{speeds} kbps，请先修改',
  'The carrier account does not offer {speeds} kbps; change it first',
);
export const noSuchCards = refusal.conflict(
  2576,
  'noSuchLimitedCards',
  '选中的卡没有可处理的',
  'Nothing can be done for the cards selected',
);
export const limitTemplateGone = refusal.conflict(
  2577,
  'limitTemplateGone',
  '限速策略已停用或删除，请先修改',
  'Its limit strategy is disabled or gone; change it first',
);
