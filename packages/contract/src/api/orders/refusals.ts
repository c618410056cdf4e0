import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('orders');

export const soldBelowReserve = refusal.conflict(
  1802,
  'soldBelowReserve',
  '该套餐的售价低于底价，暂不能订购，请联系上级',
  'The package is priced below its reserve price and cannot be ordered; contact your supplier',
);
