import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('packages');

export const specNotFound = refusal.notFound(
  1701,
  'specNotFound',
  '规格不存在',
  'The specification does not exist',
  404,
);
export const duplicateSpec = refusal.invalid(1701, 'duplicateSpec', '规格已存在', 'Specification already exists');
export const specInUse = refusal.conflict(
  1701,
  'specInUse',
  '规格已被 {n} 个套餐使用，只能修改名称和排序，或停用',
  'Used by {n} {n|package|packages}: only the name and the order can be changed; disable it instead',
);
