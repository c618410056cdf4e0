import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('autoRenewals');

export const templateNotFound = refusal.notFound(2020, 'templateNotFound', '签约模板不存在', 'Template not found', 404);
export const offerNotFound = refusal.notFound(
  2021,
  'offerNotFound',
  '自动续费套餐不存在或已停用',
  'Auto-renew package not found',
  404,
);
export const contractNotFound = refusal.notFound(2022, 'contractNotFound', '签约不存在', 'Contract not found', 404);
export const signedContractsExist = refusal.conflict(
  2020,
  'signedContractsExist',
  '存在签约记录',
  'Signed contracts exist',
);
export const templateUsed = refusal.conflict(
  2021,
  'templateUsed',
  '有自动续费套餐在使用此模板',
  'Auto-renew packages use this template',
);
export const offeredAlready = refusal.conflict(
  2022,
  'offeredAlready',
  '该套餐已开通自动续费',
  'This package is offered for auto-renewal already',
);
export const cardRenewsAlready = refusal.conflict(
  2023,
  'cardRenewsAlready',
  '此卡已签约自动续费',
  'The card is renewed by another contract',
);
export const contractEnded = refusal.conflict(2024, 'contractEnded', '签约已解除', 'The contract has ended');
export const notChargeableNow = refusal.conflict(
  2025,
  'notChargeableNow',
  '现在不能扣款：{reason}',
  'Cannot be charged now: {reason}',
);
export const nothingToSkip = refusal.conflict(
  2026,
  'nothingToSkip',
  '没有待扣的一期',
  'No charge is waiting to be skipped',
);
export const renewPriceMoved = refusal.conflict(
  2027,
  'renewPriceMoved',
  '价格已更新，请刷新后重新签约',
  'The price has changed; refresh and sign again',
);
export const cardNotRenewable = refusal.conflict(
  2028,
  'cardNotRenewable',
  '此卡不能签约：{reason}',
  'The card cannot be signed for: {reason}',
);
export const planTaken = refusal.conflict(
  2029,
  'planTaken',
  '该商户已登记此模板 ID',
  'This plan of the merchant is registered already',
);
export const ownTemplatesOnly = refusal.forbidden(
  2020,
  'ownTemplatesOnly',
  '只能操作本客户的签约模板',
  'Only templates of your own customer',
);
export const ownOffersOnly = refusal.forbidden(
  2021,
  'ownOffersOnly',
  '只能操作本客户公众号的自动续费套餐',
  'Only auto-renew packages of your own accounts',
);
export const ownContractsOnly = refusal.forbidden(
  2022,
  'ownContractsOnly',
  '只能操作本客户公众号的签约',
  'Only contracts of your own accounts',
);
export const notYourMerchant = refusal.invalid(
  2020,
  'notYourMerchant',
  '请选择本客户启用中的微信商户',
  'Choose an enabled WeChat merchant of your own',
);
export const belowContractPrices = refusal.invalid(
  2021,
  'belowContractPrices',
  '低于在用的价格 {price}',
  'Below a price in use, {price}',
);
export const leadTooShort = refusal.invalid(
  2022,
  'leadTooShort',
  '微信支付要求至少提前 {days} 天通知',
  'WeChat Pay wants at least {days} days of notice',
);
export const aboveTemplateMax = refusal.invalid(
  2023,
  'aboveTemplateMax',
  '超过模板的单次上限 {most}',
  'Above the template’s maximum per charge, {most}',
);
export const belowReserve = refusal.invalid(2024, 'belowReserve', '不能低于底价 {least}', 'Not below {least}');
export const notListed = refusal.invalid(
  2025,
  'notListed',
  '请选择本客户公众号中上架的套餐',
  'Choose a listed package of your own accounts',
);
export const templateNotUsable = refusal.invalid(
  2026,
  'templateNotUsable',
  '模板不可用或周期与套餐有效期不符',
  'The template cannot be used, or its period is not that of the package',
);
export const onlyMainPackages = refusal.invalid(
  2027,
  'onlyMainPackages',
  '加油包不能自动续费',
  'Add-ons are not renewed',
);
