import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('payments');

export const collectingAccountNotFound = refusal.notFound(
  1751,
  'collectingAccountNotFound',
  '收款账户不存在',
  'Collecting account not found',
  404,
);
export const ownAccountsOnly = refusal.forbidden(
  1751,
  'ownAccountsOnly',
  '只能维护本方的收款账户',
  'Only your own collecting accounts can be changed',
);
export const leastAboveMost = refusal.invalid(
  1751,
  'leastAboveMost',
  '单笔上限不能小于单笔下限',
  'The most per transfer cannot be below the least',
);
export const leastAboveDay = refusal.invalid(
  1752,
  'leastAboveDay',
  '每日累计上限不能小于单笔下限',
  'The sum of a day cannot be below the least per transfer',
);
export const currencyOfChildren = refusal.invalid(
  1753,
  'currencyOfChildren',
  '下级的币种为 {currency}',
  'Your children pay in {currency}',
);
export const notPaidInto = refusal.invalid(
  1754,
  'notPaidInto',
  '该下级不向此账户付款',
  'This child does not pay into this account',
);
export const duplicateCollectingAccount = refusal.conflict(
  1751,
  'duplicateCollectingAccount',
  '该账号已登记',
  'This account number is registered',
);
export const tooManyCollectingAccounts = refusal.conflict(
  1752,
  'tooManyCollectingAccounts',
  '每个币种最多 {most} 个收款账户',
  'At most {most} collecting accounts per currency',
);
export const collectingAccountDisabled = refusal.conflict(
  1753,
  'collectingAccountDisabled',
  '该账户已停用，请先启用',
  'This account is disabled; enable it first',
);
export const alreadyInUse = refusal.conflict(1754, 'alreadyInUse', '该账户正在使用', 'This account is in use already');
export const routeMoved = refusal.conflict(
  1755,
  'routeMoved',
  '现用账户已变更为 {account}，请刷新',
  'The account in use is now {account}; reload',
);
export const switchInstead = refusal.conflict(
  1756,
  'switchInstead',
  '改变现用账户请用「切换」并说明原因',
  'To change the account in use, switch and give a reason',
);
export const merchantRoutedAlready = refusal.conflict(
  1757,
  'merchantRoutedAlready',
  '该商户已在此路由中',
  'This merchant is in this route already',
);
export const currencyNotTaken = refusal.invalid(
  1755,
  'currencyNotTaken',
  '该商户只收 {currencies}',
  'This merchant only takes {currencies}',
);
export const providerNotOffered = refusal.conflict(
  1758,
  'providerNotOffered',
  '请先配置支付商户',
  'Configure a payment merchant first',
);
export const noMerchantTakes = refusal.conflict(
  1759,
  'noMerchantTakes',
  '没有商户可收此金额：{reason}',
  'No merchant takes this amount: {reason}',
);
export const paymentNotFound = refusal.notFound(1752, 'paymentNotFound', '支付单不存在', 'Payment not found', 404);
export const refundNotFound = refusal.notFound(1780, 'refundNotFound', '退款不存在', 'Refund not found', 404);
export const collectorDecides = refusal.forbidden(
  1780,
  'collectorDecides',
  '只能由收款方处理',
  'Only the one who collects can decide this',
);
export const anotherConfirms = refusal.forbidden(
  1781,
  'anotherConfirms',
  '须由另一人确认',
  'Another person has to confirm it',
);
export const nothingToReturn = refusal.conflict(
  1780,
  'nothingToReturn',
  '该支付单没有可退回的款项',
  'Nothing of this payment can be returned',
);
export const refundMoved = refusal.conflict(
  1781,
  'refundMoved',
  '该退款的状态已变化，请刷新',
  'The state of this refund has changed; reload',
);
