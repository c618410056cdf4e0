import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('miniPrograms');

export const programRouteNotFound = refusal.notFound(
  2380,
  'programRouteNotFound',
  '小程序支付配置不存在',
  'Mini-program payment not found',
  404,
);
export const programRouteTaken = refusal.conflict(
  2380,
  'programRouteTaken',
  '该小程序已有此类型的支付配置',
  'This mini-program has a payment of this type already',
);
/** Whose mini-programs these are is decided by the platform. */
export const programsNotRun = refusal.forbidden(
  2380,
  'programsNotRun',
  '小程序由运营小程序业务的客户和平台配置',
  'Mini-programs are set up by the customer that runs them and by the platform',
);
export const secretMissing = refusal.invalid(
  2380,
  'secretMissing',
  '首次接入须填写 AppSecret',
  'Needed when a mini-program is connected',
);
export const merchantUnusable = refusal.invalid(
  2381,
  'merchantUnusable',
  '请选择本方的微信支付商户',
  'Choose a WeChat merchant of your own',
);
export const backupOfAnother = refusal.invalid(
  2382,
  'backupOfAnother',
  '备用商户须与主商户同属一方，且不是同一商户',
  'The backup must be another merchant of the same owner',
);
export const nobodySignedIn = refusal.conflict(
  2381,
  'nobodySignedIn',
  '尚无用户登录过该小程序，请先在微信中打开一次再测试',
  'Nobody has opened this mini-program yet; open it once in WeChat, then test',
);
