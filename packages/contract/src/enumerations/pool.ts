import { enumeration, type ValueOf } from './enumeration.ts';

/** What a card brings to its pool in the cycle it joins; from the next cycle on it always brings its whole allowance. */
export const ContributionRule = enumeration('contributionRule', '贡献规则', 'Contribution', {
  full: { zh: '当期全额', en: 'Whole at once' },
  byDay: { zh: '按日折算', en: 'By day' },
  nextCycle: { zh: '下期起', en: 'From the next cycle' },
});
export type ContributionRule = ValueOf<typeof ContributionRule>;

export const PoolState = enumeration('poolState', '状态', 'State', {
  enabled: { zh: '启用', en: 'Enabled' },
  closed: { zh: '已关闭', en: 'Closed' },
});
export type PoolState = ValueOf<typeof PoolState>;

/** Whether a card is in its pool now, or was in it during the running cycle. */
export const MembershipState = enumeration('membershipState', '在池状态', 'Membership', {
  in: { zh: '在池', en: 'In the pool' },
  left: { zh: '本期移出', en: 'Left this cycle' },
});
export type MembershipState = ValueOf<typeof MembershipState>;

/** What of its pool stopped a card. */
export const PoolStop = enumeration('poolStop', '卡池停机', 'Stopped by', {
  quota: { zh: '配额用尽', en: 'Quota used up' },
  cap: { zh: '达到单卡上限', en: 'Card cap reached' },
});
export type PoolStop = ValueOf<typeof PoolStop>;

/** Cards moved from one pool into another, by one that asked. */
export const TransferState = enumeration('transferState', '状态', 'State', {
  scheduled: { zh: '待生效', en: 'Scheduled' },
  running: { zh: '转移中', en: 'Moving' },
  done: { zh: '已转移', en: 'Moved' },
  undone: { zh: '已撤销', en: 'Undone' },
});
export type TransferState = ValueOf<typeof TransferState>;

/** How a pool stands in the monitor, worst first. */
export const PoolRisk = enumeration('poolRisk', '风险', 'Risk', {
  exhausted: { zh: '已用尽', en: 'Used up' },
  soon: { zh: '即将用尽', en: 'Runs out soon' },
  early: { zh: '提前用尽', en: 'Runs out early' },
  stale: { zh: '读数过旧', en: 'Stale' },
  tooEarly: { zh: '数据不足', en: 'Too early' },
  lasts: { zh: '充足', en: 'Lasts' },
});
export type PoolRisk = ValueOf<typeof PoolRisk>;
