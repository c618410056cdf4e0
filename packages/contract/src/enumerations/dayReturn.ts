import { enumeration, type ValueOf } from './enumeration.ts';

/** How far a customer's nightly cash-out is. `solved`: it failed, and a later attempt succeeded. */
export const DayReturnState = enumeration('dayReturnState', '日返状态', 'State', {
  due: { zh: '待处理', en: 'Due' },
  waiting: { zh: '等待收款账户生效', en: 'Waiting for the receiver' },
  underway: { zh: '提现中', en: 'Cashing out' },
  done: { zh: '已到账', en: 'Arrived' },
  carried: { zh: '并入次日', en: 'Carried over' },
  failed: { zh: '失败', en: 'Failed' },
  solved: { zh: '已解决', en: 'Solved' },
  manual: { zh: '转手动提现', en: 'By hand' },
});
export type DayReturnState = ValueOf<typeof DayReturnState>;

/** Where it failed. */
export const DayReturnStep = enumeration('dayReturnStep', '失败环节', 'Step failed', {
  release: { zh: '发起提现', en: 'Asking' },
  review: { zh: '审核', en: 'Review' },
  transfer: { zh: '转账', en: 'Transfer' },
});
export type DayReturnStep = ValueOf<typeof DayReturnStep>;

/** Why it failed. It holds what occurs. */
export const DayReturnReason = enumeration('dayReturnReason', '失败原因', 'Reason', {
  noReceiver: { zh: '没有收款账户', en: 'No receiver' },
  notOffered: { zh: '提现方式未开放', en: 'Method not offered' },
  limit: { zh: '超过限额', en: 'Over the limit' },
  rejected: { zh: '审核驳回', en: 'Rejected' },
  cancelled: { zh: '已撤销', en: 'Cancelled' },
  provider: { zh: '渠道未付成', en: 'Provider' },
});
export type DayReturnReason = ValueOf<typeof DayReturnReason>;
