import { text } from '@cardinal/primitives/text.ts';

/** What is said of a customer's money in more than one place. */
export const moneyWords = {
  balance: text('余额', 'Balance'),
  creditLimit: text('信用额度', 'Credit limit'),
  creditUsed: text('已用额度', 'Credit used'),
  spendable: text('可用额度', 'Spendable'),
  frozen: text('冻结', 'Frozen'),
  profit: text('可提现分润', 'Withdrawable profit'),
  moneyIn: text('收入', 'In'),
  moneyOut: text('支出', 'Out'),
  postings: text('流水数', 'Postings'),
  reconcile: text('与账本核对', 'Reconcile with the ledger'),
  result: text('核对结果', 'Result of the check'),
  amount: text('金额', 'Amount'),
  money: text('资金', 'Money'),
  margin: text('毛利', 'Margin'),
  earned: text('分润', 'Profit'),
  unlisted: text(
    '其中 {amount} 来自本站点未列出的运营商，分润明细中不显示。',
    'Of this, {amount} is of carriers that this site does not list; the profit details leave it out.',
  ),
  nothingEarned: text('还没有分润', 'No profit yet'),
};
