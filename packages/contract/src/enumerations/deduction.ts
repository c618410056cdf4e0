import { enumeration, type ValueOf } from './enumeration.ts';

/** How the volume of a cycle is turned into what is charged. */
export const DeductionRounding = enumeration('deductionRounding', '计量方式', 'Metered', {
  exact: { zh: '按字节', en: 'To the byte' },
  wholeGb: { zh: '按整GB（不足1GB按1GB）', en: 'By each GB begun' },
});
export type DeductionRounding = ValueOf<typeof DeductionRounding>;

/** Whose money pays. */
export const DeductionPayer = enumeration('deductionPayer', '扣费对象', 'Paid from', {
  balance: { zh: '客户余额', en: 'Customer’s balance' },
  wallet: { zh: '卡余额', en: 'Each card’s own balance' },
});
export type DeductionPayer = ValueOf<typeof DeductionPayer>;

/** A tariff that waits was written and never switched on. */
export const TariffState = enumeration('tariffState', '状态', 'State', {
  draft: { zh: '未启用', en: 'Not yet on' },
  on: { zh: '启用', en: 'On' },
  off: { zh: '停用', en: 'Off' },
});
export type TariffState = ValueOf<typeof TariffState>;

export const DeductionState = enumeration('deductionState', '状态', 'State', {
  posted: { zh: '已入账', en: 'Posted' },
  waiting: { zh: '待余额', en: 'Waiting for balance' },
});
export type DeductionState = ValueOf<typeof DeductionState>;

/** A correction of earlier readings is an entry of its own. */
export const DeductionKind = enumeration('deductionKind', '类别', 'Kind', {
  charge: { zh: '扣费', en: 'Charge' },
  adjustment: { zh: '更正退回', en: 'Given back by a correction' },
});
export type DeductionKind = ValueOf<typeof DeductionKind>;

/** Where a figure that was charged by came from. */
export const FigureSource = enumeration('figureSource', '读数来源', 'Figure from', {
  reading: { zh: '运营商读数', en: 'Carrier reading' },
  package: { zh: '套餐变动', en: 'Package change' },
  pool: { zh: '流量池变动', en: 'Flow pool change' },
  rerating: { zh: '重新计费', en: 'Re-rating' },
  beginning: { zh: '启用前用量', en: 'Used before it was on' },
});
export type FigureSource = ValueOf<typeof FigureSource>;
