import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('splitOrders');

export const merchantNotFound = refusal.notFound(
  2350,
  'splitMerchantNotFound',
  '微信商户不存在',
  'Merchant not found',
  404,
);
export const receiverNotFound = refusal.notFound(
  2351,
  'profitReceiverNotFound',
  '分账接收方不存在',
  'Receiver not found',
  404,
);
export const platformMerchantsOnly = refusal.forbidden(
  2350,
  'splitPlatformMerchantsOnly',
  '仅平台自己的微信商户可以分账',
  'Only merchants of the platform itself split payments',
);
export const notReceiver = refusal.invalid(
  2350,
  'notProfitReceiver',
  '请选择平台的下级客户',
  'Choose a customer below the platform',
);
export const wrongAccount = refusal.invalid(
  2351,
  'wrongReceiverAccount',
  '商户号为 8 至 10 位数字；openid 为 20 至 64 位字母、数字、- 或 _',
  'A merchant number has 8 to 10 digits; an openid has 20 to 64 letters, digits, - or _',
);
export const ownAccount = refusal.invalid(
  2352,
  'ownReceiverAccount',
  '接收方不能是出资商户自己',
  'A merchant cannot split to itself',
);
export const wechatRefused = refusal.conflict(
  2350,
  'wechatRefused',
  '微信支付未受理：{reason}',
  'WeChat Pay did not accept it: {reason}',
);
export const hasReceiver = refusal.conflict(
  2351,
  'hasProfitReceiver',
  '该客户在此商户已有分账接收方',
  'The customer has a receiver at this merchant',
);
export const accountTaken = refusal.conflict(
  2352,
  'receiverAccountTaken',
  '该账户已登记给此商户的另一客户',
  'Another customer of this merchant is registered with this account',
);
export const splitUnderWay = refusal.conflict(
  2353,
  'splitUnderWay',
  '该接收方有分账未完成，请稍后再移除',
  'A split to this receiver is under way; remove it later',
);
