import { enumeration, type ValueOf } from './enumeration.ts';

/** 2 does not exist. */
export const OrderType = enumeration('orderType', '订单类型', 'Order type', {
  buyPackage: { value: 1, zh: '订购套餐', en: 'Buy package' },
  phoneBillRecharge: { value: 3, zh: '话费充值', en: 'Phone bill recharge' },
  packageRefund: { value: 4, zh: '套餐退款', en: 'Package refund' },
});
export type OrderType = ValueOf<typeof OrderType>;

export const OrderSource = enumeration('orderSource', '订单来源', 'Order source', {
  platform: { value: 0, zh: '平台', en: 'Platform' },
  wechat: { value: 1, zh: '公众号', en: 'WeChat' },
  api: { value: 2, zh: 'API', en: 'API' },
  miniProgram: { value: 3, zh: '小程序', en: 'Mini-program' },
  apiProfitSharing: { value: 4, zh: 'API分润', en: 'API profit sharing' },
});
export type OrderSource = ValueOf<typeof OrderSource>;

export const SalesPlatform = enumeration('salesPlatform', '销售平台', 'Sales platform', {
  xiaomage: { value: 1, zh: '小马哥', en: 'Xiaomage' },
  kudian: { value: 2, zh: 'Kudian', en: 'Kudian' },
  lianlian: { value: 3, zh: '连连', en: 'Lianlian' },
  huolian: { value: 4, zh: 'huolian', en: 'huolian' },
  wechat: { value: 5, zh: '微信', en: 'WeChat' },
});
export type SalesPlatform = ValueOf<typeof SalesPlatform>;

/** Whether an order is paid; not the four states of a bill (`BillPaymentState`). */
export const PaymentState = enumeration('paymentState', '支付状态', 'Payment state', {
  pending: { value: 0, zh: '待处理', en: 'Pending' },
  unpaid: { value: 1, zh: '未支付', en: 'Unpaid' },
  paid: { value: 2, zh: '已支付', en: 'Paid' },
});
export type PaymentState = ValueOf<typeof PaymentState>;

/** Whether what was paid for has been delivered. */
export const FulfilmentState = enumeration('fulfilmentState', '履约状态', 'Fulfilment', {
  none: { value: 0, zh: '未开始', en: 'None' },
  ordering: { value: 1, zh: '订购中', en: 'Ordering' },
  success: { value: 2, zh: '成功', en: 'Succeeded' },
  partly: { value: 3, zh: '部分成功', en: 'Partially succeeded' },
  failed: { value: 4, zh: '失败', en: 'Failed' },
  closed: { value: 5, zh: '已关闭', en: 'Closed' },
});
export type FulfilmentState = ValueOf<typeof FulfilmentState>;

export const RefundState = enumeration('refundState', '退款状态', 'Refund state', {
  none: { zh: '未退款', en: 'None' },
  refunding: { zh: '退款中', en: 'Refunding' },
  partly: { zh: '部分退款', en: 'Partially refunded' },
  refunded: { zh: '已退款', en: 'Refunded' },
  failed: { zh: '退款失败', en: 'Refund failed' },
});
export type RefundState = ValueOf<typeof RefundState>;

export const UnsubscribeChannel = enumeration('unsubscribeChannel', '退订渠道', 'Unsubscribe channel', {
  platform: { value: 1, zh: '平台', en: 'Platform' },
  api: { value: 2, zh: 'API', en: 'API' },
});
export type UnsubscribeChannel = ValueOf<typeof UnsubscribeChannel>;

export const RechargeKind = enumeration('rechargeKind', '充值类型', 'Recharge kind', {
  phoneBill: { value: 1, zh: '话费充值', en: 'Phone bill recharge' },
  first: { value: 2, zh: '首充', en: 'First recharge' },
});
export type RechargeKind = ValueOf<typeof RechargeKind>;

/** The states of a shipment in chronological order: 9 is between 4 and 5. */
export const StockOrderState = enumeration('stockOrderState', '出库单状态', 'Stock order state', {
  PendingShipment: { value: 1, zh: '待发货', en: 'Pending shipment' },
  PendingBind: { value: 2, zh: '待绑卡', en: 'Pending bind' },
  Binding: { value: 3, zh: '绑卡中', en: 'Binding' },
  PendingTransfer: { value: 4, zh: '待划拨', en: 'Pending transfer' },
  Transferring: { value: 9, zh: '划拨中', en: 'Transferring' },
  Transfered: { value: 5, zh: '已划拨', en: 'Allocated' },
  Done: { value: 6, zh: '已完成', en: 'Done' },
  Canceled: { value: 7, zh: '已取消', en: 'Cancelled' },
  Expired: { value: 8, zh: '已失效', en: 'Invalid' },
});
export type StockOrderState = ValueOf<typeof StockOrderState>;

export const StockState = enumeration('stockState', '库存状态', 'Stock state', {
  Cleared: { value: 0, zh: '已清库', en: 'Cleared' },
  HasBeenStored: { value: 1, zh: '已入库', en: 'In stock' },
  OutOfWarehouse: { value: 2, zh: '已出库', en: 'Out of warehouse' },
});
export type StockState = ValueOf<typeof StockState>;
