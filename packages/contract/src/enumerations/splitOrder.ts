import { enumeration, type ValueOf } from './enumeration.ts';

export const ProfitReceiverKind = enumeration('profitReceiverKind', '接收方类型', 'Receiver kind', {
  merchant: { zh: '微信商户', en: 'WeChat merchant' },
  person: { zh: '个人（openid）', en: 'Person (openid)' },
});
export type ProfitReceiverKind = ValueOf<typeof ProfitReceiverKind>;

export const ProfitReceiverState = enumeration('profitReceiverState', '登记状态', 'Registration', {
  registered: { zh: '已登记', en: 'Registered' },
  /** WeChat says that it knows no such receiver of the merchant. */
  lost: { zh: '微信已解除', en: 'Dropped by WeChat' },
  removed: { zh: '已移除', en: 'Removed' },
});
export type ProfitReceiverState = ValueOf<typeof ProfitReceiverState>;

export const SplitPartState = enumeration('splitPartState', '分账状态', 'Split', {
  held: { zh: '分账中', en: 'Under way' },
  paid: { zh: '微信已付', en: 'Paid by WeChat' },
  /** Withdrawable like other profit. */
  left: { zh: '未分账', en: 'Not split' },
});
export type SplitPartState = ValueOf<typeof SplitPartState>;
