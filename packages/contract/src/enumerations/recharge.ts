import { enumeration, type ValueOf } from './enumeration.ts';
import { PaymentMethod } from './payment.ts';

const { wechat, aliPay, bank, profitDeduction } = PaymentMethod.members;

/** How money reached a balance, or left it. The first four are payment methods. */
export const RechargeMethod = enumeration('rechargeMethod', '充值方式', 'Recharge method', {
  wechat,
  aliPay,
  bank,
  profitDeduction,
  parentBalance: { value: 5, zh: '上级余额划转', en: 'Parent’s balance' },
  deduction: { value: 6, zh: '余额扣减', en: 'Deduction' },
});
export type RechargeMethod = ValueOf<typeof RechargeMethod>;

/** Money has moved when it is passed, and only then. */
export const RechargeState = enumeration('rechargeState', '审核状态', 'Review', {
  pending: { zh: '待审核', en: 'Pending' },
  passed: { zh: '已入账', en: 'Posted' },
  rejected: { zh: '已驳回', en: 'Rejected' },
  voided: { zh: '已作废', en: 'Voided' },
  /** Online: until the provider says that it is paid. */
  paying: { zh: '待支付', en: 'To be paid' },
  /** Online: paid, and whoever collected it is short of the balance it owes for it. */
  held: { zh: '已支付待入账', en: 'Paid, not posted yet' },
  closed: { zh: '未支付已关闭', en: 'Closed unpaid' },
});
export type RechargeState = ValueOf<typeof RechargeState>;
