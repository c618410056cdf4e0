import { enumeration, type ValueOf } from './enumeration.ts';

/** Whether a tier is offered now. */
export const TierState = enumeration('tierState', '状态', 'State', {
  offered: { zh: '生效中', en: 'Offered' },
  waiting: { zh: '未开始', en: 'Not begun' },
  over: { zh: '已过期', en: 'Over' },
  off: { zh: '已停用', en: 'Disabled' },
});
export type TierState = ValueOf<typeof TierState>;

/** What became of what is added to a top-up. */
export const BonusState = enumeration('bonusState', '赠送', 'Bonus', {
  none: { zh: '无', en: 'None' },
  promised: { zh: '待支付', en: 'When paid' },
  given: { zh: '已到账', en: 'Given' },
  waiting: { zh: '待补发', en: 'Owed' },
  lost: { zh: '首充已使用', en: 'First recharge used' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
});
export type BonusState = ValueOf<typeof BonusState>;

/** Whether a card that was stopped for arrears runs again after a top-up. */
export const TopUpRestart = enumeration('topUpRestart', '复机', 'Restart', {
  none: { zh: '无需', en: 'Not needed' },
  asked: { zh: '复机中', en: 'Being restarted' },
  done: { zh: '已复机', en: 'Running again' },
  others: { zh: '另有停机原因', en: 'Stopped for other reasons' },
  byHand: { zh: '等待商家复机', en: 'Restarted by the seller' },
  refused: { zh: '未能复机', en: 'Not restarted' },
});
export type TopUpRestart = ValueOf<typeof TopUpRestart>;
