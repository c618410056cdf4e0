import { enumeration, type ValueOf } from './enumeration.ts';
import { OtherPaymentChannel } from './payment.ts';

/**
 * Through whom money of a route is collected. It holds what exists. Numbers below 10 are the specification's other channels, those
 * of WeChat Pay and Alipay are ours.
 */
export const PaymentProvider = enumeration('paymentProvider', '收款渠道', 'Provider', {
  wechat: { value: 11, zh: '微信支付', en: 'WeChat Pay' },
  aliPay: { value: 12, zh: '支付宝', en: 'Alipay' },
  lianlian: OtherPaymentChannel.members.lianlian,
  stripe: OtherPaymentChannel.members.stripe,
  paypal: OtherPaymentChannel.members.paypal,
  payssion: OtherPaymentChannel.members.payssion,
  bankTransfer: OtherPaymentChannel.members.bankTransfer,
});
export type PaymentProvider = ValueOf<typeof PaymentProvider>;

const { aliPay, bankTransfer, lianlian, payssion, paypal, stripe, wechat } = PaymentProvider.values;
/** The specification's other channels, without the bank, whose accounts are entered with the routes. */
export const OTHER_PROVIDERS = [stripe, paypal, payssion, lianlian] as const;
/** Through whom a route may lead: those whose accounts can be entered. */
export const ROUTED_PROVIDERS: readonly PaymentProvider[] = [bankTransfer, wechat, aliPay, ...OTHER_PROVIDERS];

/** What is paid for. */
export const PaymentScene = enumeration('paymentScene', '付款场景', 'Scene', {
  balanceRecharge: { zh: '余额充值', en: 'Balance recharge' },
  packageOrder: { zh: '公众号订购', en: 'Package order' },
  /** Taken under a contract; its merchant is the contract's, no route is asked. */
  autoRenewal: { zh: '自动续费', en: 'Auto-renewal' },
});
export type PaymentScene = ValueOf<typeof PaymentScene>;

/** Whose account the children of a customer pay into. */
export const RouteCoverage = enumeration('routeCoverage', '收款来源', 'Coverage', {
  own: { zh: '本方账户', en: 'Own account' },
  inherited: { zh: '继承', en: 'Inherited' },
  hole: { zh: '缺口', en: 'Hole' },
  idle: { zh: '无人付款', en: 'No payers' },
});
export type RouteCoverage = ValueOf<typeof RouteCoverage>;

/** Why an account is not the one to pay into. */
export const PassedOver = enumeration('passedOver', '跳过原因', 'Why passed over', {
  disabled: { zh: '已停用', en: 'Disabled' },
  belowLeast: { zh: '低于单笔下限', en: 'Below the least per transfer' },
  aboveMost: { zh: '高于单笔上限', en: 'Above the most per transfer' },
  dayFull: { zh: '超出当日累计上限', en: 'Beyond the sum of the day' },
  merchantFull: { zh: '超出商户日限额', en: 'Beyond the daily limit of the merchant' },
});
export type PassedOver = ValueOf<typeof PassedOver>;

export const RouteChangeKind = enumeration('routeChangeKind', '路由变更', 'Route change', {
  added: { zh: '新增账户', en: 'Account added' },
  edited: { zh: '编辑账户', en: 'Account edited' },
  enabled: { zh: '启用账户', en: 'Account enabled' },
  disabled: { zh: '停用账户', en: 'Account disabled' },
  switched: { zh: '切换', en: 'Switched' },
  /** By the platform, because the merchant in use did not answer. */
  automatic: { zh: '自动切换', en: 'Switched automatically' },
  raised: { zh: '备用上移', en: 'Backup moved up' },
});
export type RouteChangeKind = ValueOf<typeof RouteChangeKind>;

/** Whose merchant gets the money: the platform's, which books it, or the seller's own, whose balance then pays for it. */
export const CollectedBy = enumeration('collectedBy', '收款方式', 'Collected by', {
  platform: { zh: '平台代收', en: 'Platform' },
  self: { zh: '自收', en: 'Owner' },
});
export type CollectedBy = ValueOf<typeof CollectedBy>;
