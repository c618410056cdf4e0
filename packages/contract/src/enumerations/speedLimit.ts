import { enumeration, type ValueOf } from './enumeration.ts';

/** How the speed of a card stands under the rules that limit it; «limited» only once its carrier has confirmed. */
export const SpeedState = enumeration('speedState', '限速状态', 'Limit', {
  free: { zh: '未限速', en: 'Not limited' },
  shadow: { zh: '仅试运行', en: 'Shadow only' },
  waiting: { zh: '待运营商确认', en: 'Waiting for the carrier' },
  limited: { zh: '已限速', en: 'Limited' },
  refused: { zh: '下发失败', en: 'Failed' },
});
export type SpeedState = ValueOf<typeof SpeedState>;

/** Which of several limits on a card gives its speed. */
export const SpeedGovernor = enumeration('speedGovernor', '生效依据', 'Governed by', {
  assignment: { zh: '本限速', en: 'This limit' },
  other: { zh: '其他限速', en: 'Another limit' },
  strategy: { zh: '流控策略', en: 'A flow strategy' },
  exception: { zh: '客户例外', en: 'The customer’s exception' },
  manual: { zh: '人工限速', en: 'A limit set by hand' },
  exempt: { zh: '已豁免', en: 'Exempt' },
  lifted: { zh: '已人工解除', en: 'Lifted by hand' },
});
export type SpeedGovernor = ValueOf<typeof SpeedGovernor>;
