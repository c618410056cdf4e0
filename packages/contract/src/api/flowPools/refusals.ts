import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('flowPools');

export const flowPoolNotFound = refusal.notFound(2520, 'flowPoolNotFound', '流量池不存在', 'Flow pool not found', 404);
export const flowPoolCodeTaken = refusal.conflict(
  2520,
  'flowPoolCodeTaken',
  '流量池编码已存在',
  'This pool code is in use',
);
export const flowPoolClosed = refusal.conflict(2521, 'flowPoolClosed', '流量池已关闭', 'The flow pool is closed');
export const flowPoolNotEmpty = refusal.conflict(
  2522,
  'flowPoolNotEmpty',
  '池内还有 {n} 张卡',
  '{n} {n|card is|cards are} still in the pool',
);
export const feedNotUnused = refusal.conflict(
  2523,
  'feedNotUnused',
  '仅可退订未生效的池套餐',
  'Only a pool package that has not begun can be given back',
);
export const feedNotFound = refusal.notFound(2524, 'feedNotFound', '池套餐不存在', 'Pool package not found', 404);
export const noAccountOfCarrier = refusal.invalid(
  2520,
  'noAccountOfCarrier',
  '通道不存在',
  'Carrier account not found',
);
export const ownerNotInTree = refusal.invalid(
  2521,
  'ownerNotInTree',
  '请选择本客户或下级客户',
  'Choose your customer or one below',
);
export const notForPools = refusal.invalid(
  2522,
  'notForPools',
  '该客户没有此流量池套餐',
  'The pool’s customer does not have this pool package',
);
export const otherCarrierThanPool = refusal.invalid(
  2523,
  'otherCarrierThanPool',
  '套餐的运营商或通道与流量池不符',
  'The package is of another carrier or carrier account than the pool',
);
export const unlimitedFeed = refusal.invalid(
  2524,
  'unlimitedFeed',
  '不限量的套餐不能为流量池订购',
  'A package without a limit cannot fill a pool',
);
