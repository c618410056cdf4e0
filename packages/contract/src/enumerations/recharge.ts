import { enumeration, type ValueOf } from './enumeration.ts';
import { OtherPaymentChannel, PaymentMethod } from './payment.ts';
import { PaymentProvider } from './paymentRoute.ts';

const { wechat, aliPay, bank, profitDeduction } = PaymentMethod.members;
const { lianlian, stripe, paypal, payssion } = OtherPaymentChannel.members;

/** How money reached a balance, or left it. The first four are payment methods; the other channels' numbers are ours. */
export const RechargeMethod = enumeration('rechargeMethod', '充值方式', 'Recharge method', {
  wechat,
  aliPay,
  bank,
  profitDeduction,
  parentBalance: { value: 5, zh: '上级余额划转', en: 'Parent’s balance' },
  deduction: { value: 6, zh: '余额扣减', en: 'Deduction' },
  stripe: { ...stripe, value: 7 },
  paypal: { ...paypal, value: 8 },
  payssion: { ...payssion, value: 9 },
  lianlian: { ...lianlian, value: 10 },
});
export type RechargeMethod = ValueOf<typeof RechargeMethod>;

const { values } = RechargeMethod;
/** The methods by which one pays at a provider, and the provider of each. */
export const ONLINE_METHODS = [
  values.wechat,
  values.aliPay,
  values.stripe,
  values.paypal,
  values.payssion,
  values.lianlian,
] as const;
export type OnlineMethod = (typeof ONLINE_METHODS)[number];
export const PROVIDER_OF_METHOD = {
  [values.wechat]: PaymentProvider.values.wechat,
  [values.aliPay]: PaymentProvider.values.aliPay,
  [values.stripe]: PaymentProvider.values.stripe,
  [values.paypal]: PaymentProvider.values.paypal,
  [values.payssion]: PaymentProvider.values.payssion,
  [values.lianlian]: PaymentProvider.values.lianlian,
} as const satisfies Readonly<Record<OnlineMethod, PaymentProvider>>;

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
