import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('groupBuys');

export const stepBelowReserve = refusal.invalid(
  2180,
  'stepBelowReserve',
  '价格不能低于底价 {x}',
  'Price must not be below the floor {x}',
);
export const buyerNotAChild = refusal.invalid(
  2181,
  'buyerNotAChild',
  '买方须为直属下级，且与套餐同币种',
  'The buyer must be a direct child with the currency of the offer',
);
export const tooFewCodes = refusal.invalid(
  2182,
  'tooFewCodes',
  '该团购至少购买 {least} 个',
  'At least {least} codes of this offer',
);
export const productNotOffered = refusal.invalid(
  2183,
  'productNotOffered',
  '产品不存在：{code}',
  'Unknown product: {code}',
);
export const groupBuyOfferNotFound = refusal.notFound(
  2180,
  'groupBuyOfferNotFound',
  '团购套餐不存在',
  'Offer not found',
);
export const codeBatchNotFound = refusal.notFound(
  2181,
  'codeBatchNotFound',
  '发码批次不存在',
  'Batch of codes not found',
);
export const codeNotFound = refusal.notFound(2182, 'codeNotFound', '兑换码不存在', 'Code not found');
export const offerIsOff = refusal.conflict(2180, 'offerIsOff', '团购套餐已停用', 'The offer is disabled');
export const codeUsed = refusal.conflict(2181, 'codeUsed', '兑换码已使用', 'Code already redeemed');
export const codeVoided = refusal.conflict(2182, 'codeVoided', '兑换码已作废', 'The code is void');
export const codeExpired = refusal.conflict(2183, 'codeExpired', '兑换码已过期', 'The code has expired');
/** The code stays unused. */
export const cardCannotTake = refusal.conflict(
  2184,
  'cardCannotTake',
  '此卡不能开通该套餐：{reason}',
  'The card cannot take the package: {reason}',
);
export const cardLimitReached = refusal.conflict(
  2185,
  'cardLimitReached',
  '每卡限兑 {most} 个，此卡已达上限',
  'A card takes at most {most} codes of this offer',
);
export const codesNotReady = refusal.conflict(2186, 'codesNotReady', '兑换码尚未生成', 'The codes are not issued yet');
export const codesTaken = refusal.conflict(
  2187,
  'codesTaken',
  '兑换码已下载过，不再提供',
  'The codes were taken before and are not shown again',
);
export const nothingToVoid = refusal.conflict(2188, 'nothingToVoid', '没有可作废的兑换码', 'No unused codes to void');
export const priceMoved = refusal.conflict(
  2189,
  'codePriceMoved',
  '价格已更新，请重新下单',
  'Price has changed, order again',
);
export const tooManyWrongCodes = refusal.tooMany(
  2180,
  'tooManyWrongCodes',
  '错误兑换码过多，请 {minutes} 分钟后再试',
  'Too many wrong codes; try again in {minutes} minutes',
);
