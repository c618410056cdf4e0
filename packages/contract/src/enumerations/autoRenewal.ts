import { enumeration, type ValueOf } from './enumeration.ts';

/** Whether an end user has agreed to be charged, and whether the last charge failed past its retries. */
export const SigningState = enumeration('signingState', '签约状态', 'Signing state', {
  unsigned: { value: 0, zh: '未签约', en: 'Not signed' },
  signed: { value: 1, zh: '已签约', en: 'Signed' },
  overdue: { value: 2, zh: '已逾期', en: 'Overdue' },
});
export type SigningState = ValueOf<typeof SigningState>;

/** How far the charge of a period is. */
export const RenewalChargeState = enumeration('renewalChargeState', '扣款状态', 'Charge', {
  waiting: { zh: '待通知', en: 'To be announced' },
  announced: { zh: '待扣款', en: 'Due' },
  charging: { zh: '扣款中', en: 'Being charged' },
  paid: { zh: '已扣款', en: 'Paid' },
  failed: { zh: '扣款失败', en: 'Failed' },
  skipped: { zh: '已跳过', en: 'Skipped' },
});
export type RenewalChargeState = ValueOf<typeof RenewalChargeState>;

/** Who ended a contract. */
export const ContractEnder = enumeration('contractEnder', '解约方', 'Ended by', {
  user: { zh: '用户', en: 'User' },
  us: { zh: '商户', en: 'Seller' },
  provider: { zh: '支付渠道', en: 'Provider' },
});
export type ContractEnder = ValueOf<typeof ContractEnder>;
