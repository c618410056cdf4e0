import { enumeration, type ValueOf } from './enumeration.ts';
import { PaymentMethod } from './payment.ts';

const { bank, profitDeduction } = PaymentMethod.members;

/** How money reached a balance, or left it. The first two are payment methods; online ones come with their providers. */
export const RechargeMethod = enumeration('rechargeMethod', '充值方式', 'Recharge method', {
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
});
export type RechargeState = ValueOf<typeof RechargeState>;
