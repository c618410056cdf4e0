import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('cashOuts');

export const receiverNotFound = refusal.notFound(
  1901,
  'receiverNotFound',
  '收款账户不存在',
  'Receiving account not found',
  404,
);
export const cashOutNotFound = refusal.notFound(1902, 'cashOutNotFound', '提现单不存在', 'Cash-out not found', 404);
export const tooManyReceivers = refusal.conflict(
  1901,
  'tooManyReceivers',
  '收款账户最多 {most} 个',
  'At most {most} receiving accounts',
);
export const receiverInUse = refusal.conflict(
  1902,
  'receiverInUse',
  '该收款账户有未完成的提现（{cashOutNo}），完成后再试',
  'A cash-out to this account is not finished ({cashOutNo}); try again afterwards',
);
export const duplicateReceiver = refusal.invalid(
  1901,
  'duplicateReceiver',
  '该收款账户已存在',
  'This receiving account exists already',
);
export const methodNotOffered = refusal.invalid(
  1902,
  'methodNotOffered',
  '平台尚未开放该提现方式',
  'The platform does not offer this method yet',
);
export const belowLeast = refusal.invalid(
  1903,
  'belowLeast',
  '低于最低提现金额 {least} {currency}',
  'Below the minimum of {least} {currency}',
);
export const aboveMost = refusal.invalid(
  1904,
  'aboveMost',
  '超过单笔限额 {most} {currency}',
  'Above the limit of {most} {currency} for one cash-out',
);
export const aboveDay = refusal.invalid(
  1905,
  'aboveDay',
  '超过当日限额 {most} {currency}，今日还可提现 {left} {currency}',
  'Daily limit of {most} {currency} exceeded; {left} {currency} left today',
);
export const profitOutOfReach = refusal.conflict(
  1903,
  'profitOutOfReach',
  '可提现余额不足，当前可用 {available} {currency}',
  'Withdrawable profit is short ({available} {currency})',
);
export const nothingLeft = refusal.invalid(
  1906,
  'nothingLeft',
  '扣除手续费和税后没有可到账金额',
  'Nothing is left after fee and tax',
);
export const cannotCancel = refusal.conflict(
  1904,
  'cannotCancel',
  '当前状态不能撤销',
  'Cannot be cancelled in this state',
);
export const cannotRetry = refusal.conflict(
  1905,
  'cannotRetry',
  '只有失败且未重新提现的单据可以重试',
  'Only a failed cash-out that was not asked for again can be retried',
);
export const cashOutMoved = refusal.conflict(
  1906,
  'cashOutMoved',
  '该提现单已处理，请刷新',
  'This cash-out has been handled; reload',
);
export const notAtProvider = refusal.conflict(
  1907,
  'notAtProvider',
  '该提现单不在支付渠道处理中',
  'This cash-out is not at a provider',
);
export const ownCashOut = refusal.conflict(
  1908,
  'ownCashOut',
  '不能审核本客户的提现',
  'You cannot review your own customer’s cash-out',
);
export const passedByYou = refusal.conflict(
  1910,
  'passedByYou',
  '您已审核通过，须由另一人复核',
  'You have passed it; another person has to as well',
);
export const payerCannotConfirm = refusal.forbidden(
  1901,
  'payerCannotConfirm',
  '付款人不能复核',
  'Who recorded the payment cannot confirm it',
);
export const voucherRecorded = refusal.conflict(
  1909,
  'voucherRecorded',
  '该银行凭证号已用于提现 {cashOutNo}',
  'This bank voucher was used for cash-out {cashOutNo}',
);
export const platformDecides = refusal.forbidden(
  1902,
  'platformDecides',
  '只有平台可以处理',
  'Only the platform can do this',
);
export const noReceiverOfMethod = refusal.invalid(
  1907,
  'noReceiverOfMethod',
  '平台没有收款账户',
  'The platform has no receiving accounts',
);
export const needsMerchant = refusal.invalid(
  1908,
  'needsMerchant',
  '请选择平台的微信支付商户',
  'Choose a WeChat Pay merchant of the platform',
);
export const notACurrencyOfMethod = refusal.invalid(
  1909,
  'notACurrencyOfMethod',
  '微信提现只支持人民币',
  'Cash-outs by WeChat are in CNY only',
);
export const limitsOutOfOrder = refusal.invalid(
  1910,
  'limitsOutOfOrder',
  '不能小于最低提现金额',
  'Not below the minimum',
);
