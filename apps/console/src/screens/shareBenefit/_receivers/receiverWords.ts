import { text } from '@cardinal/primitives/text.ts';

export const receiverWords = {
  account: text('收款账户号码', 'Account no.'),
  add: text('新增收款账户', 'Add receiving account'),
  method: text('提现方式', 'Method'),
  holder: text('收款人', 'Receiver'),
  bank: text('开户银行', 'Bank'),
  branch: text('开户支行', 'Branch'),
  least: text('最低提现金额', 'Minimum'),
  most: text('单笔限额', 'Limit for one'),
  dayMost: text('当日限额', 'Daily limit'),
  reviewFrom: text('审核金额', 'Reviewed from'),
  twoFrom: text('双人审核金额', 'By two from'),
  fee: text('手续费率（%）', 'Fee (%)'),
  tax: text('税率（%）', 'Tax (%)'),
  paused: text('暂停转账', 'Transfers paused'),
};
