import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('retailOrders');

export const listingNotFound = refusal.notFound(
  1980,
  'listingNotFound',
  '套餐不存在或已下架',
  'Package not on sale',
  404,
);
export const retailOrderNotFound = refusal.notFound(1981, 'retailOrderNotFound', '订单不存在', 'Order not found', 404);
export const listedAlready = refusal.conflict(
  1980,
  'listedAlready',
  '该公众号已上架此套餐',
  'This package is listed in the account already',
);
export const boughtEnough = refusal.conflict(
  1981,
  'boughtEnough',
  '此套餐每张卡限购 {most} 次',
  'This package can be bought {most} times for a card',
);
export const notForCard = refusal.conflict(1982, 'notForCard', '不能购买：{reason}', 'Not to be bought: {reason}');
export const notPayableNow = refusal.conflict(
  1983,
  'notPayableNow',
  '暂时无法支付，请联系客服',
  'Payment is not available; contact support',
);
/** In a mini-program: nobody takes its payments, or not on this phone. */
export const notSoldHere = refusal.conflict(2111, 'notSoldHere', '不能购买：{reason}', 'Not sold here: {reason}');
export const priceMoved = refusal.conflict(
  1984,
  'priceMoved',
  '价格已更新，请重新下单',
  'The price has changed; order again',
);
export const tooManyUnpaid = refusal.conflict(
  1985,
  'tooManyUnpaid',
  '未支付的订单过多，请先支付或等待关闭',
  'Too many unpaid orders; pay them or wait until they close',
);
export const belowLeastPrice = refusal.invalid(
  1980,
  'belowLeastPrice',
  '价格不能低于底价 {least}',
  'Not below {least}',
);
export const originalBelowPrice = refusal.invalid(
  1981,
  'originalBelowPrice',
  '原价不能低于售价',
  'Not below the price',
);
export const retailPriceGiven = refusal.invalid(
  2110,
  'retailPriceGiven',
  '此套餐按分润销售，售价由上级定为 {price}',
  'Sold for a share: the price is {price}, set by whoever gave the package',
);
export const notHeld = refusal.invalid(1982, 'notHeld', '本方没有此套餐', 'You do not have this package');
export const refundUnderWay = refusal.conflict(
  1986,
  'refundUnderWay',
  '订单已有退款进行中',
  'A refund of this order is in progress',
);
export const moreThanRefundable = refusal.invalid(
  1986,
  'moreThanRefundable',
  '最多可退 {most}',
  'At most {most} can be refunded',
);
export const nothingRefundable = refusal.conflict(
  1987,
  'nothingRefundable',
  '没有可退金额：{reason}',
  'Nothing can be refunded: {reason}',
);
export const caseSolved = refusal.conflict(
  1988,
  'caseSolved',
  '该订单已处理，请刷新',
  'This order has been dealt with; reload',
);
export const attemptUnderWay = refusal.conflict(
  1989,
  'attemptUnderWay',
  '正在开通，请稍后',
  'It is being set up; wait for the result',
);
export const replacementNotOffered = refusal.invalid(
  1987,
  'replacementNotOffered',
  '该套餐不能替换：须已上架、同价且适用于此卡',
  'Not a replacement: it must be on sale, of equal price and fit the card',
);
export const askedAlready = refusal.conflict(
  1990,
  'askedAlready',
  '退款申请已提交，请等待处理',
  'Your request waits for an answer',
);
export const notRequested = refusal.conflict(
  1991,
  'notRequested',
  '该订单没有待处理的退款申请',
  'No refund request of this order waits',
);
export const anotherAccountsStaff = refusal.invalid(
  1988,
  'anotherAccountsStaff',
  '该账号不能处理此订单',
  'This account cannot handle the order',
);
