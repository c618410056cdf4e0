import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('subAccounts');

export const channelNotFound = refusal.notFound(2150, 'channelNotFound', '连连商户不存在', 'Channel not found', 404);
export const subAccountNotFound = refusal.notFound(
  2151,
  'subAccountNotFound',
  '子账户不存在',
  'Sub-account not found',
  404,
);
export const platformChannelsOnly = refusal.forbidden(
  2150,
  'platformChannelsOnly',
  '仅平台自己的连连商户可以分账',
  'Only channels of the platform itself split payments',
);
export const notSplitFor = refusal.invalid(
  2150,
  'notSplitFor',
  '请选择平台的下级客户',
  'Choose a customer below the platform',
);
export const codeRefused = refusal.invalid(
  2152,
  'codeRefused',
  '连连未接受验证码：{reason}',
  'Lianlian did not accept the code: {reason}',
);
export const lianlianRefused = refusal.conflict(
  2150,
  'lianlianRefused',
  '连连未受理：{reason}',
  'Lianlian did not accept it: {reason}',
);
export const hasSubAccount = refusal.conflict(
  2151,
  'hasSubAccount',
  '该客户在此商户已有子账户',
  'The customer has a sub-account at this merchant',
);
export const noCodeAwaited = refusal.conflict(
  2152,
  'noCodeAwaited',
  '该子账户不在等待验证码，请刷新',
  'The sub-account waits for no code; reload',
);
export const subAccountNotOpen = refusal.conflict(
  2153,
  'subAccountNotOpen',
  '子账户正常后才能按分润分账',
  'Payments are split for an open sub-account only',
);
export const moneyUnderWay = refusal.conflict(
  2154,
  'moneyUnderWay',
  '有分账付款未结束或待退款，暂不能销户',
  'Split payments or refunds are under way; it cannot be closed now',
);
export const splitKeepsPackage = refusal.conflict(
  2155,
  'splitKeepsPackage',
  '付款已按原套餐分账，不能换套餐，请退款',
  'The payment was split for its package; refund it instead of replacing it',
);
