import type { BonusState, TopUpRestart } from '@cardinal/contract/enumerations/cardRecharge.ts';
import type { RefundRequestState, RetailProgress } from '@cardinal/contract/enumerations/retail.ts';
import type { Words } from './language.ts';

const w = (zh: string, en: string): Words => ({ zh, en });

export const words = {
  title: w('我的卡', 'My cards'),
  other: w('English', '中文'),
  loading: w('加载中', 'Loading'),
  again: w('重试', 'Try again'),
  back: w('返回', 'Back'),
  offline: w('网络不通，请检查后重试', 'No connection. Check your network and try again.'),
  gateLead: w('查用量、看套餐、买流量', 'Check usage, see packages, buy data'),
  gateNote: w(
    '用微信登录后，只显示您自己绑定的卡。',
    'After signing in with WeChat you see only the cards you have added.',
  ),
  signIn: w('微信登录', 'Sign in with WeChat'),
  signInFailed: w('登录未完成，请重试。', 'Sign-in was not completed. Please try again.'),
  gone: w('页面不存在或已停用', 'This page does not exist or is closed'),
  receive: w('确认收款', 'Accept your money'),
  receiveGone: w(
    '链接无效，或这笔收款已结束。请向付款方索取新的链接。',
    'This link is not valid, or the transfer has ended. Ask whoever pays you for a new one.',
  ),
  receiver: w('收款人', 'Receiver'),
  transferNo: w('提现单号', 'Number'),
  receiveUntil: w('确认截止', 'Accept before'),
  receiveNote: w('请用收款人本人的微信确认。', 'Accept it with the WeChat account of the receiver.'),
  receiveNotYet: w(
    '尚未确认收款。如微信提示账户不符，请用收款人本人的微信打开。',
    'Not accepted yet. If WeChat says the account does not match, open this page in the receiver’s WeChat.',
  ),
  receiveInWechat: w('请在微信中打开此页面', 'Open this page in WeChat'),
  receiveHow: w(
    '复制下面的链接，发到收款人的微信后点开。',
    'Copy the link below, send it to the receiver in WeChat and open it there.',
  ),
  copy: w('复制链接', 'Copy the link'),
  copied: w('已复制', 'Copied'),
  notCopied: w('复制失败，请长按链接复制', 'Not copied. Press and hold the link to copy it.'),
  receiveUnderway: w('微信正在处理，请稍候', 'WeChat is working on it'),
  received: w('已收款', 'Received'),
  receivedNote: w('款项已存入微信零钱。', 'The money is in your WeChat balance.'),
  notReceived: w('收款未成功', 'Not received'),
  notReceivedNote: w('转账已失败或撤销，请联系付款方。', 'The transfer failed or was cancelled. Ask whoever pays you.'),
  phone: w('客服电话 {phone}', 'Support {phone}'),
  addTitle: w('添加卡', 'Add a card'),
  addNote: w(
    '输入卡面上的 ICCID（19 或 20 位）或卡号。',
    'Enter the ICCID on the card (19 or 20 digits) or its number.',
  ),
  number: w('卡号', 'Card number'),
  numberWrong: w('请输入卡面上的完整号码', 'Enter the whole number on the card'),
  add: w('添加', 'Add'),
  addAnother: w('添加另一张卡', 'Add another card'),
  remove: w('移除此卡', 'Remove this card'),
  removeAsk: w(
    '移除后，此卡不再显示在这里；套餐和订单不受影响。',
    'The card is no longer shown here. Packages and orders stay.',
  ),
  used: w('本月已用', 'Used this month'),
  asOf: w('{age}更新', 'as of {age}'),
  noUsage: w('暂无用量数据', 'No usage known yet'),
  realName: w('已实名', 'Real-name verified'),
  noRealName: w('未实名', 'Not real-name verified'),
  packages: w('套餐', 'Packages'),
  noPackages: w('此卡没有生效的套餐', 'No package on this card'),
  running: w('使用中', 'In use'),
  queued: w('待生效', 'Waiting'),
  moreWaiting: w('另有 {n} 个待生效，至 {day}', '{n} more waiting, until {day}'),
  until: w('至 {day}', 'until {day}'),
  from: w('{day} 生效', 'from {day}'),
  shop: w('可购套餐', 'Buy'),
  nothingToBuy: w('暂无可购套餐', 'Nothing to buy for this card now'),
  left: w('还可买 {n} 次', '{n} left'),
  unlimited: w('不限量', 'Unlimited'),
  months: w('{n} 个月', '{n} mo'),
  days: w('{n} 天', '{n} days'),
  minutes: w('{n} 分钟', '{n} min'),
  texts: w('{n} 条短信', '{n} texts'),
  addOn: w('加油包', 'Add-on'),
  buy: w('购买', 'Buy'),
  forCard: w('用于', 'For card'),
  valid: w('有效期', 'Valid'),
  pay: w('微信支付 {amount}', 'Pay {amount} with WeChat'),
  cancel: w('取消', 'Cancel'),
  orders: w('我的订单', 'My orders'),
  noOrders: w('还没有订单', 'No orders yet'),
  more: w('更早的订单', 'Earlier orders'),
  order: w('订单', 'Order'),
  orderNo: w('订单号', 'Order number'),
  orderedAt: w('下单时间', 'Ordered'),
  paidAt: w('支付时间', 'Paid'),
  startsAt: w('开始', 'Starts'),
  endsAt: w('结束', 'Ends'),
  amount: w('金额', 'Amount'),
  refunds: w('退款', 'Refunds'),
  onWay: w('处理中', 'on its way'),
  arrived: w('已原路退回', 'returned'),
  askRefund: w('申请退款', 'Ask for a refund'),
  askWhy: w('退款原因', 'Why do you want a refund?'),
  askNote: w('由商家客服处理，结果显示在这里。', 'The seller decides; the answer appears here.'),
  askSend: w('提交申请', 'Send request'),
  askShort: w('请填写原因，至少 2 个字', 'Write at least 2 characters'),
  request: w('退款申请', 'Refund request'),
  reason: w('原因', 'Reason'),
  answer: w('商家答复', 'Answer'),
  preparing: w('正在准备支付', 'Preparing payment'),
  payNow: w('去支付', 'Pay now'),
  payBy: w('请在 {time} 前支付', 'Pay by {time}'),
  openInWechat: w('请在微信中打开此页面完成支付。', 'Open this page in WeChat to pay.'),
  checking: w('正在确认支付结果', 'Checking the payment'),
  toCard: w('查看此卡', 'See the card'),
  renewal: w('自动续费', 'Auto-renewal'),
  renewLead: w(
    '签约一次，到期前自动扣款续期，可随时解约。',
    'Sign once; you are renewed before the end, and may end it any time.',
  ),
  renewOffer: w('首期 {first}，之后每期 {renew}', '{first} now, then {renew} each period'),
  renewRule: w(
    '每 {period} 一期，到期前 {days} 天扣款，扣款前微信会通知您。',
    'Each period is {period}, charged {days} days before its end; WeChat tells you first.',
  ),
  renewSign: w('去微信签约并付首期 {amount}', 'Sign in WeChat and pay {amount}'),
  renewOpen: w('开通', 'Set up'),
  signNow: w('去签约', 'Sign now'),
  signNote: w(
    '在微信中同意后，这里会自动更新。请在 10 分钟内完成。',
    'Agree in WeChat and this updates by itself. Please finish within 10 minutes.',
  ),
  signPreparing: w('正在准备签约', 'Preparing'),
  nextCharge: w('下次扣款', 'Next charge'),
  eachPeriod: w('每期', 'Each period'),
  chargedTimes: w('已扣期数', 'Periods charged'),
  signedOn: w('签约时间', 'Signed'),
  endRenewal: w('解除自动续费', 'End auto-renewal'),
  endRenewalAsk: w('解除后不再扣款，已付的套餐照常使用。', 'Nothing more is charged. What you have paid for stays.'),
  endingNote: w('正在解约，不会再扣款。', 'Being ended. Nothing more is charged.'),
  overdueNote: w(
    '多次扣款未成功，套餐到期后将停止。可先手动购买，或联系客服重新扣款。',
    'Several charges failed; your service ends with the package. Buy one by hand, or ask support to charge again.',
  ),
  balance: w('卡余额', 'Card balance'),
  topUp: w('充值话费', 'Top up'),
  paidPart: w('充值余额', 'Paid in'),
  giftPart: w('赠送余额', 'Gift'),
  paidOf: w('充值 {paid}', '{paid} paid in'),
  giftOf: w('赠送 {gift}', '{gift} gift'),
  atTime: w('{time} 的余额', 'As of {time}'),
  balanceBuys: w(
    '余额用于解除欠费停机；目前还不能支付套餐。',
    'The balance lifts a stop for arrears. It does not pay packages yet.',
  ),
  inArrears: w(
    '此卡因欠费停机，充值后自动申请复机。',
    'This card is stopped for arrears. A top-up asks for its restart.',
  ),
  chooseAmount: w('选择金额', 'Choose an amount'),
  bonus: w('送 {amount}', '+ {amount} gift'),
  firstOnly: w('首充', 'First time'),
  noTiers: w('商家暂未开放充值', 'The seller takes no top-ups now'),
  cancelledNote: w('此卡已销户，不能充值。', 'This card is cancelled and cannot be topped up.'),
  ownAmount: w('其他金额', 'Other amount'),
  ownAmountNote: w('{least} 至 {most}，每档 {step}，不赠送', '{least} to {most} in steps of {step}; no gift'),
  youPay: w('支付', 'You pay'),
  youGet: w('到账', 'You get'),
  getsBoth: w('充值 {amount} + 赠送 {bonus}', '{amount} + {bonus} gift'),
  signOut: w('退出登录', 'Sign out'),
  notYet: w(
    '尚未收到支付结果。已付款的话，几分钟内会自动更新。',
    'No payment seen yet. If you have paid, this updates within minutes.',
  ),
} as const;

export const badges = { none: undefined, recommended: w('推荐', 'Recommended'), hot: w('热卖', 'Popular') } as const;

export const progress: Readonly<Record<RetailProgress, Words>> = {
  paying: w('待支付', 'To be paid'),
  closed: w('已关闭', 'Closed'),
  ordering: w('已支付，开通中', 'Paid, being set up'),
  done: w('已开通', 'Set up'),
  refunding: w('退款中', 'Being refunded'),
  refunded: w('已退款', 'Refunded'),
  stuck: w('已支付，处理中', 'Paid, being looked into'),
  partly: w('部分退款', 'Partly refunded'),
};

export const progressNote: Readonly<Record<RetailProgress, Words>> = {
  paying: w('支付后自动开通。', 'Set up as soon as it is paid.'),
  closed: w('超时未支付，未扣款。', 'It was not paid in time. Nothing was charged.'),
  ordering: w('正在开通，通常几秒内完成。', 'Being set up; usually done within seconds.'),
  done: w('套餐已加到此卡。', 'The package is on your card.'),
  refunding: w('款项正在原路退回。', 'Your money is going back the way it came.'),
  refunded: w('款项已原路退回。', 'Your money has gone back the way it came.'),
  stuck: w('暂未开通，客服正在处理。', 'It is not set up yet; the seller is looking into it.'),
  partly: w('部分款项已原路退回。', 'Part of your money has gone back the way it came.'),
};

/** Of a top-up, where other words than for a package are right. */
export const topUpProgress: Readonly<Partial<Record<RetailProgress, Words>>> = {
  ordering: w('已支付，到账中', 'Paid, being credited'),
  done: w('已到账', 'Credited'),
};
export const topUpNote: Readonly<Partial<Record<RetailProgress, Words>>> = {
  paying: w('支付后立即到账。', 'Credited as soon as it is paid.'),
  ordering: w('正在到账，通常几秒内完成。', 'Being credited; usually within seconds.'),
  done: w('已充入此卡余额。', 'It is on the card’s balance.'),
  stuck: w('暂未到账，客服正在处理。', 'Not credited yet; the seller is looking into it.'),
};

/** What became of the gift; nothing is said of one that was never promised. */
export const bonusWords: Readonly<Record<BonusState, Words | undefined>> = {
  none: undefined,
  promised: undefined,
  given: w('赠送 {bonus} 已到账', '{bonus} gift added'),
  waiting: w('赠送 {bonus} 稍后自动补发', '{bonus} gift follows by itself'),
  lost: w('此卡的首充优惠已用过，本次未赠送', 'This card has had its first-time gift; none was added'),
  cancelled: undefined,
};
export const restartWords: Readonly<Record<TopUpRestart, Words | undefined>> = {
  none: undefined,
  asked: w('已申请复机，等待运营商确认', 'Restart asked for; waiting for the carrier'),
  done: w('运营商已确认复机', 'The carrier has confirmed the restart'),
  others: w(
    '欠费已解除，卡另有停机原因，请联系客服',
    'Arrears are settled; the card is stopped for another reason. Contact support',
  ),
  byHand: w('欠费已解除，由商家复机', 'Arrears are settled; the seller restarts the card'),
  refused: w('复机未成功，请联系客服', 'The restart failed. Contact support'),
};

export const requests: Readonly<Record<RefundRequestState, Words>> = {
  asked: w('等待商家处理', 'Waiting for the seller'),
  approved: w('商家已同意', 'Approved'),
  rejected: w('商家未同意', 'Declined'),
};

/** How a contract is, by its signing state; one that has ended has none. */
export const contractStates = {
  0: w('待签约', 'To be signed'),
  1: w('已开通', 'Signed'),
  2: w('扣款失败', 'Charge failed'),
  ended: w('已解约', 'Ended'),
} as const;
