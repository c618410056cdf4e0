import { text } from '@cardinal/primitives/text.ts';

/** What is said of recharges in the list, its forms and its sheet. */
export const rechargeWords = {
  bank: text('录入银行转账', 'Enter bank transfer'),
  transfer: text('余额划转', 'Transfer balance'),
  deduction: text('录入扣减', 'Enter deduction'),
  profit: text('分润转余额', 'Profit to balance'),
  online: text('在线充值', 'Recharge online'),
  continue: text('继续支付', 'Continue to pay'),
  voucher: text('银行凭证', 'Bank voucher'),
  transferTo: text('转账到哪里', 'Where to transfer'),
};
