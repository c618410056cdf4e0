import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('engines');

export const engineNotSubscribed = refusal.forbidden(
  721,
  'engineNotSubscribed',
  '引擎未开通或已到期',
  'Engine not subscribed or expired',
);
export const engineCardsExceeded = refusal.conflict(
  721,
  'engineCardsExceeded',
  '引擎订阅本月还可用于 {left} 张卡，本次新增 {more} 张',
  'The engine subscription covers {left} more {left|card|cards} this month; this adds {more}',
);
export const trialGrantedBefore = refusal.conflict(
  722,
  'trialGrantedBefore',
  '该客户已试用过此引擎；确需再次试用请勾选「再次试用」',
  'This customer has already tried this engine. Tick “Try again” to grant another trial.',
);
export const engineRunsAlready = refusal.conflict(
  723,
  'engineRunsAlready',
  '该客户的此引擎正在使用中',
  'The engine is already active for this customer',
);
export const engineOffShelf = refusal.conflict(724, 'engineOffShelf', '引擎未上架', 'Engine not published');
export const subscriptionEnded = refusal.conflict(725, 'subscriptionEnded', '订阅已结束', 'Subscription already ended');
export const engineUnitInUse = refusal.conflict(
  726,
  'engineUnitInUse',
  '有 {n} 个订阅正在使用，不能修改计费方式',
  '{n} {n|subscription|subscriptions} {n|runs|run}; how it is charged stays',
);
export const trialTooLong = refusal.invalid(
  721,
  'trialTooLong',
  '试用最长 {max} 天',
  'A trial can last at most {max} {max|day|days}',
);
export const belowParentPrice = refusal.invalid(
  722,
  'belowParentPrice',
  '不能低于其上级支付的 {x}',
  'Cannot be below the {x} its parent pays',
);
export const platformNeedsNoEngine = refusal.invalid(
  723,
  'platformNeedsNoEngine',
  '平台自身无需订阅引擎',
  'The platform itself does not subscribe to engines',
);
