import { text } from '@cardinal/primitives/text.ts';

/** What is said of a customer's money in more than one place. */
export const moneyWords = {
  balance: text('余额', 'Balance'),
  creditLimit: text('信用额度', 'Credit limit'),
  creditUsed: text('已用额度', 'Credit used'),
  spendable: text('可用额度', 'Spendable'),
  frozen: text('冻结', 'Frozen'),
  profit: text('可提现分润', 'Profit'),
  amount: text('金额', 'Amount'),
};
