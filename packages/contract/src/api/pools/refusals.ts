import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('pools');

export const poolNotFound = refusal.notFound(2450, 'poolNotFound', '卡池不存在', 'Pool not found', 404);
export const poolCodeTaken = refusal.conflict(2450, 'poolCodeTaken', '卡池编码已存在', 'This pool code is in use');
export const poolNotEmpty = refusal.conflict(
  2451,
  'poolNotEmpty',
  '池内还有 {n} 张卡',
  '{n} {n|card is|cards are} still in the pool',
);
export const poolHasSubPools = refusal.conflict(
  2452,
  'poolHasSubPools',
  '还有 {n} 个启用的子池',
  '{n} {n|sub-pool is|sub-pools are} still enabled',
);
export const poolClosed = refusal.conflict(2453, 'poolClosed', '卡池已关闭', 'The pool is closed');
export const packageNotShared = refusal.invalid(
  2450,
  'packageNotShared',
  '仅可选择共享模式的月套餐',
  'Only monthly packages in shared mode',
);
export const accountNotOfPackage = refusal.invalid(
  2451,
  'accountNotOfPackage',
  '通道与套餐不符',
  'The carrier account does not go with the package',
);
export const ownerNotBelow = refusal.invalid(
  2452,
  'ownerNotBelow',
  '请选择本客户或下级客户',
  'Choose your customer or one below',
);
export const quotaOversold = refusal.invalid(
  2453,
  'quotaOversold',
  '子池配额合计 {asked} 超过可分配的 {limit}',
  'The quotas of the sub-pools add up to {asked}; {limit} may be given',
);
export const quotaFromAbove = refusal.forbidden(
  2450,
  'quotaFromAbove',
  '配额由上级设置',
  'The quota is set by the customer above',
  403,
);
export const tooDeep = refusal.invalid(2454, 'tooDeep', '子池最多 {most} 级', 'Sub-pools go {most} levels deep');
export const noQuotaFromAbove = refusal.conflict(
  2660,
  'noQuotaFromAbove',
  '此卡池没有由上级设置的配额',
  'No customer above sets a quota for this pool',
);
export const quotaNotMore = refusal.invalid(
  2660,
  'quotaNotMore',
  '申请的配额须大于当前的 {quota}',
  'Ask for more than the {quota} of now',
);
export const notInThisPool = refusal.notFound(
  2660,
  'notInThisPool',
  '所选的卡都不在该卡池',
  'None of the selected cards is in this pool',
  404,
);
export const poolsNotAlike = refusal.invalid(
  2680,
  'poolsNotAlike',
  '两个卡池的通道、套餐或账期日不同',
  'The pools differ in carrier account, package or cycle day',
);
export const targetNotBelow = refusal.invalid(
  2681,
  'targetNotBelow',
  '目标卡池须属于同一客户或其下级',
  'The target belongs to the same customer or one below',
);
export const samePool = refusal.invalid(2682, 'samePool', '请选择另一个卡池', 'Choose another pool');
export const tooManyToMove = refusal.invalid(
  2683,
  'tooManyToMove',
  '一次最多转移 {most} 张卡',
  'At most {most} cards move at once',
);
export const noneToMove = refusal.conflict(
  2680,
  'noneToMove',
  '所选的卡都不能转移',
  'None of the selected cards can move',
);
export const transferNotFound = refusal.notFound(2680, 'transferNotFound', '转移记录不存在', 'Transfer not found', 404);
export const transferBegun = refusal.conflict(
  2681,
  'transferBegun',
  '转移已生效或已结束，不能撤销',
  'The transfer has begun or is over and cannot be undone',
);
