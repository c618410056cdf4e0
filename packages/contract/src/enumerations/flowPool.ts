import { enumeration, type ValueOf } from './enumeration.ts';

/** How a flow pool stands by what it was filled with. */
export const FlowPoolState = enumeration('flowPoolState', '状态', 'State', {
  notStarted: { zh: '未开始', en: 'Not started' },
  inUse: { zh: '使用中', en: 'In use' },
  exhausted: { zh: '已用尽', en: 'Used up' },
  expired: { zh: '已到期', en: 'Expired' },
  closed: { zh: '已关闭', en: 'Closed' },
});
export type FlowPoolState = ValueOf<typeof FlowPoolState>;
