import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('channelStatements');

export const channelStatementNotFound = refusal.notFound(
  2230,
  'channelStatementNotFound',
  '渠道对账单不存在',
  'Sales-channel statement not found',
);
export const channelDifferenceNotFound = refusal.notFound(
  2231,
  'channelDifferenceNotFound',
  '差异不存在',
  'Difference not found',
);
export const channelStatementNotWaiting = refusal.conflict(
  2230,
  'channelStatementNotWaiting',
  '该对账单当前不能执行此操作',
  'Not possible in the present state of the statement',
);
export const channelDifferenceDecided = refusal.conflict(
  2231,
  'channelDifferenceDecided',
  '差异 {number} 已处理',
  'Difference {number} is decided already',
);
/** The decision does not suit the kind of difference. */
export const decisionNotOffered = refusal.conflict(
  2232,
  'channelDecisionNotOffered',
  '差异 {number} 不能这样处理：{kind}',
  'Difference {number} cannot be decided this way: {kind}',
);
export const orderNotCreatable = refusal.conflict(
  2233,
  'channelOrderNotCreatable',
  '订单 {number} 不能补建：{reason}',
  'Order {number} cannot be created: {reason}',
);
export const orderStillOpen = refusal.conflict(
  2234,
  'channelOrderStillOpen',
  '订单 {number} 仍在订购中，请稍后再处理',
  'Order {number} is still under way; decide later',
);
