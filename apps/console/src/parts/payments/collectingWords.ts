import { text } from '@cardinal/primitives/text.ts';

/** What is said of a collecting account to its owner and to those who pay. */
export const collectingWords = {
  holder: text('户名', 'Account holder'),
  bank: text('开户行', 'Collecting bank'),
  branch: text('支行', 'Branch'),
  number: text('收款账号', 'Account number'),
  least: text('单笔下限', 'Least per transfer'),
  most: text('单笔上限', 'Most per transfer'),
  dayMost: text('每日累计上限', 'Most per day'),
  noLimit: text('留空不限。', 'Empty: without limit.'),
  note: text('给付款方的说明', 'Note to the payer'),
  remark: text('转账附言', 'Remark of the transfer'),
};
