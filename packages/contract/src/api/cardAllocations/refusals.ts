import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('cardAllocations');

export const allocationNotFound = refusal.notFound(
  2700,
  'allocationNotFound',
  '划拨单不存在',
  'The allocation does not exist',
  404,
);
export const priceBelowReserve = refusal.invalid(
  2700,
  'cardPriceBelowReserve',
  '不能低于该产品的底价 {least}',
  'At least {least}, the minimum for this product',
);
export const cardsSold = refusal.conflict(
  2700,
  'cardsSoldSince',
  '已有 {n} 张卡产生订单，不能冲回',
  '{n} {n|card has|cards have} orders since; the allocation cannot be reversed',
);
export const reversedTooLate = refusal.conflict(
  2701,
  'allocationReversedTooLate',
  '划拨超过 {days} 天，不能冲回',
  'An allocation can be reversed within {days} days',
);
