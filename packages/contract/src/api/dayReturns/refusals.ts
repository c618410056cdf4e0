import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('dayReturns');

export const dayReturnNotFound = refusal.notFound(
  2120,
  'dayReturnNotFound',
  '日返记录不存在',
  'Day return not found',
  404,
);
export const dayReturnMoved = refusal.conflict(
  2120,
  'dayReturnMoved',
  '该日返已处理，请刷新',
  'This day return has been handled; reload',
);
export const newerDayReturn = refusal.conflict(
  2121,
  'newerDayReturn',
  '之后的日返已包含这笔金额，请处理最新一条',
  'A later day return includes this amount; handle the latest one',
);
