import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('deductions');

export const tariffNotFound = refusal.notFound(
  2500,
  'tariffNotFound',
  '扣费配置不存在',
  'The tariff does not exist',
  404,
);
export const deductionNotFound = refusal.notFound(
  2501,
  'deductionNotFound',
  '扣费记录不存在',
  'The deduction does not exist',
  404,
);
export const notDirectChild = refusal.invalid(
  2500,
  'tariffForDirectOnly',
  '只能为直属下级客户配置',
  'Tariffs are for your own direct customers',
);
export const priceBelowOwn = refusal.invalid(
  2502,
  'tariffPriceBelowOwn',
  '单价不能低于上级向您收取的 {least}',
  'At least {least}, which you are charged yourself',
);
export const priceMissing = refusal.invalid(2503, 'tariffPriceMissing', '请填写单价', 'Enter the unit price');
export const fromPast = refusal.invalid(2504, 'tariffFromPast', '生效时间不能早于现在', 'It cannot begin in the past');
export const notInScope = refusal.invalid(2505, 'tariffScopeUnknown', '有不可选的项', 'Some of these cannot be chosen');
export const windowTooLong = refusal.invalid(
  2506,
  'rerateTooLong',
  '一次最多 {days} 天，且不晚于今天',
  'At most {days} days at once, none after today',
);
export const cannotStop = refusal.invalid(
  2507,
  'tariffCannotStop',
  '范围内的通道都不能停机',
  'No carrier account in scope can stop cards',
);
export const overlapping = refusal.conflict(
  2500,
  'overlappingTariffs',
  '与已启用的配置范围重叠：{name}',
  'It overlaps a tariff that is on: {name}',
);
export const notYourTariff = refusal.conflict(
  2501,
  'notYourTariff',
  '只有收费方可以修改此配置',
  'Only the customer who charges by it may change this tariff',
);
export const tariffInState = refusal.conflict(
  2502,
  'tariffInState',
  '配置已是「{state}」',
  'The tariff is already “{state}”',
);
export const walletPaysAlone = refusal.invalid(
  2740,
  'walletPaysAlone',
  '从卡余额扣费须为单卡按量，且有单价',
  'Cards pay themselves only where each is charged alone and at a price',
);
export const walletPaysAlready = refusal.conflict(
  2740,
  'walletPaysAlready',
  '范围内有卡已从卡余额向另一级付费',
  'Some of these cards already pay another level from their own balances',
);
