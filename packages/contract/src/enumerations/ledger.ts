import { enumeration, type ValueOf } from './enumeration.ts';

/** Who owns a ledger account. */
export const LedgerOwner = enumeration('ledgerOwner', '账户归属', 'Account owner', {
  customer: { zh: '客户', en: 'Customer' },
  platform: { zh: '平台', en: 'Platform' },
  card: { zh: '卡', en: 'Card' },
  endUser: { zh: '终端用户', en: 'End user' },
});
export type LedgerOwner = ValueOf<typeof LedgerOwner>;

export const LedgerAccountKind = enumeration('ledgerAccountKind', '账户类型', 'Account kind', {
  balance: { zh: '余额', en: 'Balance' },
  frozen: { zh: '冻结', en: 'Frozen' },
  profitFrozen: { zh: '冻结分润', en: 'Frozen profit' },
  profit: { zh: '可提现分润', en: 'Withdrawable profit' },
  payable: { zh: '应付', en: 'Payable' },
  receivable: { zh: '应收', en: 'Receivable' },
  walletPaid: { zh: '钱包（充值）', en: 'Wallet, paid' },
  walletGift: { zh: '钱包（赠送）', en: 'Wallet, gift' },
  walletPreload: { zh: '钱包（预存）', en: 'Wallet, preloaded' },
  clearing: { zh: '支付清算', en: 'Clearing' },
  revenue: { zh: '收入', en: 'Revenue' },
  fee: { zh: '手续费', en: 'Fees' },
});
export type LedgerAccountKind = ValueOf<typeof LedgerAccountKind>;

/** What a transaction is for. How it posts (hold, settle, release, reverse) is its step. */
export const LedgerTransactionKind = enumeration('ledgerTransactionKind', '交易类型', 'Transaction kind', {
  sale: { zh: '销售', en: 'Sale' },
  refund: { zh: '退款', en: 'Refund' },
  recharge: { zh: '充值', en: 'Recharge' },
  transfer: { zh: '划转', en: 'Transfer' },
  deduction: { zh: '扣费', en: 'Deduction' },
  profitRelease: { zh: '分润解冻', en: 'Profit release' },
  /** Paid out by the provider of the payment, or taken back. */
  profitSplit: { zh: '渠道分账', en: 'Split by the provider' },
  cashOut: { zh: '提现', en: 'Cash-out' },
  providerFee: { zh: '渠道手续费', en: 'Provider fee' },
  correction: { zh: '调账', en: 'Correction' },
});
export type LedgerTransactionKind = ValueOf<typeof LedgerTransactionKind>;
