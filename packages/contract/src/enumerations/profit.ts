import { enumeration, type ValueOf } from './enumeration.ts';

/** When what was earned may be used. */
export const ReleaseRule = enumeration('releaseRule', '解冻规则', 'Release', {
  realTime: { zh: '实时', en: 'At once' },
  daily: { zh: '次日', en: 'The next day' },
  afterDays: { zh: '若干天后', en: 'After some days' },
  linearByDay: { zh: '按天线性', en: 'Day by day' },
});
export type ReleaseRule = ValueOf<typeof ReleaseRule>;

export const ProfitEntryKind = enumeration('profitEntryKind', '类型', 'Kind', {
  sale: { zh: '销售', en: 'Sale' },
  reversal: { zh: '退订冲回', en: 'Reversal' },
});
export type ProfitEntryKind = ValueOf<typeof ProfitEntryKind>;

export const ProfitEntryState = enumeration('profitEntryState', '分润状态', 'Profit state', {
  frozen: { zh: '冻结', en: 'Frozen' },
  released: { zh: '已解冻', en: 'Released' },
  reversed: { zh: '已冲回', en: 'Reversed' },
  /** By the provider, when it was paid: never withdrawable here. */
  paidOut: { zh: '源头已付', en: 'Paid at the source' },
});
export type ProfitEntryState = ValueOf<typeof ProfitEntryState>;
