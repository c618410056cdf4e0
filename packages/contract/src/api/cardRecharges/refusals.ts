import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('cardRecharges');

export const tierNotFound = refusal.notFound(2270, 'tierNotFound', '充值档位不存在或已停用', 'Tier not offered', 404);
export const topUpNotFound = refusal.notFound(2271, 'topUpNotFound', '充值订单不存在', 'Top-up not found', 404);
export const ownTiersOnly = refusal.forbidden(
  2270,
  'ownTiersOnly',
  '只有承担赠送的客户自己和平台可以修改',
  'Only the customer that pays the bonus, or the platform, changes it',
  403,
);
export const tierTaken = refusal.invalid(
  2270,
  'tierTaken',
  '该范围已有同金额的档位',
  'A tier of this amount exists in this scope',
);
export const firstTierTaken = refusal.invalid(
  2271,
  'firstTierTaken',
  '每个范围只能有一个首充档位',
  'Only one first-recharge tier per scope',
);
export const amountOutOfRange = refusal.invalid(
  2272,
  'amountOutOfRange',
  '金额须为 {least} 至 {most}',
  'Between {least} and {most}',
);
export const bonusNotBelowAmount = refusal.invalid(
  2273,
  'bonusNotBelowAmount',
  '赠送须小于充值金额',
  'The bonus must be below the amount',
);
export const scopeMissing = refusal.invalid(
  2274,
  'scopeMissing',
  '请选择公众号或产品',
  'Choose a public account or a product',
);
export const notOfOwner = refusal.invalid(
  2275,
  'notOfOwner',
  '该公众号不属于承担赠送的客户',
  'This account does not belong to the customer that pays the bonus',
);
export const ownerNotYours = refusal.invalid(
  2276,
  'ownerNotYours',
  '请选择可由您设置的客户',
  'Choose a customer whose tiers you may set',
);
export const productNotOfOwner = refusal.invalid(
  2277,
  'productNotOfOwner',
  '该客户没有此产品',
  'This customer does not have the product',
);
export const windowWrong = refusal.invalid(
  2278,
  'windowWrong',
  '结束时间须晚于开始时间',
  'It must end after it begins',
);
export const stepDoesNotFit = refusal.invalid(
  2279,
  'stepDoesNotFit',
  '最高金额与最低金额之差须为步长的整数倍',
  'The most must be whole steps above the least',
);
export const notAnAmount = refusal.invalid(
  2280,
  'notAnAmount',
  '请输入 {least} 至 {most}，每档 {step}',
  'Enter {least} to {most} in steps of {step}',
);
export const tierMoved = refusal.conflict(
  2270,
  'tierMoved',
  '充值档位已更新，请重新选择',
  'The tier has changed; choose again',
);
export const cardCancelled = refusal.conflict(
  2271,
  'cardCancelled',
  '卡已销户，不能充值',
  'The card is cancelled and cannot be topped up',
);
export const firstTaken = refusal.conflict(
  2272,
  'firstTaken',
  '首充优惠已使用',
  'The first-recharge offer has been used for this card',
);
