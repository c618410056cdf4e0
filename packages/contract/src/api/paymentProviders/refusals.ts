import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('paymentProviders');

export const merchantNotFound = refusal.notFound(1551, 'merchantNotFound', '商户不存在', 'Merchant not found', 404);
export const ownMerchantsOnly = refusal.forbidden(
  1551,
  'ownMerchantsOnly',
  '只能维护本方的商户',
  'Only your own merchants can be changed',
);
export const merchantNameTaken = refusal.invalid(1551, 'merchantNameTaken', '商户名称已存在', 'Name already exists');
export const merchantNumberTaken = refusal.invalid(
  1552,
  'merchantNumberTaken',
  '该商户号已接入',
  'This merchant number is connected already',
);
export const credentialInvalid = refusal.invalid(
  1553,
  'credentialInvalid',
  '凭据有误：{reason}',
  'Credential not usable: {reason}',
);
export const targetNotAllowed = refusal.invalid(
  1554,
  'targetNotAllowed',
  '目标地址不允许：应为 https（http 仅限本机）',
  'Target address is not allowed: it must be https (http only on this machine)',
);
export const providerAddressFixed = refusal.invalid(
  1555,
  'providerAddressFixed',
  '生产环境不能修改支付渠道的地址',
  'The address of the provider cannot be changed in production',
);
export const nobodyPaysEnterprise = refusal.forbidden(
  1552,
  'nobodyPaysEnterprise',
  '企业客户没有下级，无需收款商户',
  'An enterprise has no children who could pay it',
);
export const merchantRefused = refusal.conflict(
  1551,
  'merchantRefused',
  '商户未通过测试，没有保存：{reason}',
  'The merchant failed the test and was not saved: {reason}',
);
export const merchantHasPayments = refusal.conflict(
  1552,
  'merchantHasPayments',
  '该商户已有支付记录，只能停用',
  'This merchant has payments; it can only be disabled',
);
export const providerGaveNothing = refusal.conflict(
  1555,
  'providerGaveNothing',
  '支付渠道没有返回：{reason}',
  'The provider gave nothing: {reason}',
);
export const merchantPaysOut = refusal.conflict(
  1554,
  'merchantPaysOut',
  '该商户是提现的付款商户，请先在收款配置中更换',
  'This merchant pays cash-outs; choose another in the cash-out rules first',
);
export const merchantRouted = refusal.conflict(
  1553,
  'merchantRouted',
  '该商户在支付路由中使用，请先停用其路由',
  'This merchant is used by payment routes; disable those first',
);
