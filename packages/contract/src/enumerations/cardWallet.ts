import { enumeration, type ValueOf } from './enumeration.ts';

/** Where money on a card came from; the names are those of the ledger's accounts. */
export const CardWallet = enumeration('cardWallet', '余额来源', 'Source of the balance', {
  walletPaid: { zh: '充值余额', en: 'Recharged' },
  walletGift: { zh: '赠送余额', en: 'Gifts' },
  walletPreload: { zh: '预存余额', en: 'Preloaded' },
});
export type CardWallet = ValueOf<typeof CardWallet>;

/** Why the balance of a card may be cleared. */
export const ClearingReason = enumeration('clearingReason', '清理原因', 'Reason for clearing', {
  cancelled: { zh: '已销户', en: 'Cancelled' },
  moved: { zh: '已回收或改属', en: 'Left its payer' },
  idle: { zh: '长期未用', en: 'Idle' },
});
export type ClearingReason = ValueOf<typeof ClearingReason>;

/** What keeps the balance of a card from being cleared for now. */
export const ClearingBlock = enumeration('clearingBlock', '暂不能清理', 'Blocked by', {
  openOrder: { zh: '订购中', en: 'Open order' },
  openClearing: { zh: '清理中', en: 'Open clearing' },
});
export type ClearingBlock = ValueOf<typeof ClearingBlock>;

export const ClearingState = enumeration('clearingState', '清理状态', 'State', {
  pending: { zh: '待审批', en: 'Awaiting approval' },
  running: { zh: '清理中', en: 'Clearing' },
  done: { zh: '已完成', en: 'Done' },
  rejected: { zh: '已驳回', en: 'Rejected' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
});
export type ClearingState = ValueOf<typeof ClearingState>;
