import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('orders');

export const soldBelowReserve = refusal.conflict(
  1802,
  'soldBelowReserve',
  '该套餐的售价低于底价，暂不能订购，请联系上级',
  'The package is priced below its reserve price and cannot be ordered; contact your supplier',
);
export const administratorsDoNotOrder = refusal.forbidden(
  1821,
  'administratorsDoNotOrder',
  '管理员不能订购套餐',
  'Administrators cannot order packages',
);
/** The customer's own number stands for one order for ever. */
export const outOrderNoTaken = refusal.conflict(
  1824,
  'outOrderNoTaken',
  '外部订单号 {outOrderNo} 已用于内容不同的订单，请换一个单号',
  'The number {outOrderNo} stands for an order with other contents; use another number',
);
export const severalCardsNamed = refusal.conflict(
  1825,
  'severalCardsNamed',
  '该号码对应多张卡，请输入完整的 ICCID',
  'Several cards have this number; enter the whole ICCID',
);
export const nothingToReverse = refusal.conflict(
  1826,
  'nothingToReverse',
  '该充值已撤回，或已全部使用',
  'The recharge was reversed before, or is spent',
);
export const reversalTooLate = refusal.conflict(
  1827,
  'reversalTooLate',
  '充值超过 24 小时，不能撤回',
  'A recharge cannot be reversed after 24 hours',
);
export const walletsMoved = refusal.conflict(
  1828,
  'walletsMoved',
  '卡余额在预检后有变动，请重新预检',
  'Balances of the cards have moved since the preview; preview again',
);
export const tooManyToClear = refusal.invalid(
  1829,
  'tooManyToClear',
  '一次最多清理 {max} 张卡，请缩小筛选范围',
  'At most {max} cards per clearing; narrow the filter',
);
export const severalCurrencies = refusal.conflict(
  1823,
  'severalCurrencies',
  '所选卡的套餐以不同币种付款，请分别退订',
  'The packages were paid in different currencies; unsubscribe them separately',
);
/** The price for one card at this moment, and the most the caller would pay. */
export const priceAboveMost = refusal.conflict(
  2400,
  'priceAboveMost',
  '价格为 {price}，高于所限 {most}，未下单',
  'The price is {price}, above the limit of {most}; nothing was ordered',
);
/** `reason` is the switch that is off. */
export const packageNotOrderable = refusal.conflict(
  1822,
  'packageNotOrderable',
  '套餐当前不能订购：{reason}',
  'Cannot be ordered now: {reason}',
);
