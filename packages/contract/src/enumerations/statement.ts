import { enumeration, type ValueOf } from './enumeration.ts';
import { PaymentProvider } from './paymentRoute.ts';

/** How a provider's statement of a day stands. */
export const StatementState = enumeration('statementState', '账单状态', 'Statement', {
  waiting: { zh: '待获取', en: 'Waiting' },
  matched: { zh: '已对平', en: 'Matched' },
  differs: { zh: '有差异', en: 'Differences' },
  /** The provider did not give it for a month. */
  lost: { zh: '未取得', en: 'Not obtained' },
});
export type StatementState = ValueOf<typeof StatementState>;

export const StatementLineKind = enumeration('statementLineKind', '类型', 'Kind', {
  payment: { zh: '收款', en: 'Payment' },
  refund: { zh: '退款', en: 'Refund' },
});
export type StatementLineKind = ValueOf<typeof StatementLineKind>;

/** Where a statement and our records do not agree. */
export const StatementDifferenceKind = enumeration('statementDifferenceKind', '差异类型', 'Difference', {
  missingHere: { zh: '平台缺少', en: 'Missing here' },
  missingThere: { zh: '渠道缺少', en: 'Missing there' },
  amount: { zh: '金额不一致', en: 'Amount differs' },
  currency: { zh: '币种不一致', en: 'Currency differs' },
  state: { zh: '状态不一致', en: 'State differs' },
  twice: { zh: '重复入账', en: 'Twice' },
});
export type StatementDifferenceKind = ValueOf<typeof StatementDifferenceKind>;

/** How a difference ended. */
export const DifferenceSolution = enumeration('differenceSolution', '处理结果', 'Solution', {
  explained: { zh: '已说明', en: 'Explained' },
  /** A later statement, or another one of the same day. */
  laterFile: { zh: '后续账单已对平', en: 'Solved by a later statement' },
  /** What the provider said of the payment or refund afterwards. */
  laterAnswer: { zh: '后续查询已对平', en: 'Solved by a later answer' },
});
export type DifferenceSolution = ValueOf<typeof DifferenceSolution>;

/** The screen where merchants of a provider are kept; its permissions hold for their statements. */
export const merchantScreenOf = (provider: PaymentProvider): 'merchantList' | 'aLiPayConfig' | 'otherPaymentConfig' =>
  provider === PaymentProvider.values.wechat
    ? 'merchantList'
    : provider === PaymentProvider.values.aliPay
      ? 'aLiPayConfig'
      : 'otherPaymentConfig';
