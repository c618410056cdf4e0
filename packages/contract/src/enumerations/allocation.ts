import { enumeration, type ValueOf } from './enumeration.ts';

export const AllocationDirection = enumeration('allocationDirection', '方向', 'Direction', {
  allocate: { zh: '划拨', en: 'Allocated' },
  recover: { zh: '回收', en: 'Recovered' },
});
export type AllocationDirection = ValueOf<typeof AllocationDirection>;

export const AllocationState = enumeration('allocationState', '状态', 'State', {
  running: { zh: '进行中', en: 'Running' },
  done: { zh: '已完成', en: 'Done' },
  partial: { zh: '部分失败', en: 'Partly failed' },
  failed: { zh: '失败', en: 'Failed' },
  reversed: { zh: '已冲回', en: 'Reversed' },
});
export type AllocationState = ValueOf<typeof AllocationState>;

/** What became of a card of an allocation. */
export const AllocationResult = enumeration('allocationResult', '结果', 'Result', {
  waiting: { zh: '待处理', en: 'Waiting' },
  done: { zh: '成功', en: 'Done' },
  skipped: { zh: '跳过', en: 'Skipped' },
  failed: { zh: '失败', en: 'Failed' },
  dropped: { zh: '未执行', en: 'Not run' },
});
export type AllocationResult = ValueOf<typeof AllocationResult>;
