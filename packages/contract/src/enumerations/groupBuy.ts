import { enumeration, type ValueOf } from './enumeration.ts';

/** What becomes of the price of a code that nobody redeemed in time. */
export const CodeExpiry = enumeration('codeExpiry', '过期处理', 'On expiry', {
  refund: { zh: '退回买方', en: 'Refund the buyer' },
  keep: { zh: '归卖方', en: 'The seller keeps it' },
});
export type CodeExpiry = ValueOf<typeof CodeExpiry>;

export const RedeemCodeState = enumeration('redeemCodeState', '兑换码状态', 'Code state', {
  unused: { zh: '未兑换', en: 'Unused' },
  redeeming: { zh: '兑换中', en: 'Redeeming' },
  redeemed: { zh: '已兑换', en: 'Redeemed' },
  voided: { zh: '已作废', en: 'Voided' },
  expired: { zh: '已过期', en: 'Expired' },
});
export type RedeemCodeState = ValueOf<typeof RedeemCodeState>;

/** Whether the codes of a batch exist; of one that failed the price went back. */
export const CodeBatchState = enumeration('codeBatchState', '发码状态', 'Issuing', {
  issuing: { zh: '生成中', en: 'Issuing' },
  issued: { zh: '已发码', en: 'Issued' },
  failed: { zh: '生成失败', en: 'Failed' },
});
export type CodeBatchState = ValueOf<typeof CodeBatchState>;
