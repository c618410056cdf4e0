import { screen, section } from '../declare.ts';

export const orderList = section(
  '/orderList',
  '订单管理',
  'Orders',
  { icon: 'FileDoneOutlined', redirect: 'wechatOrderList' },
  [
    screen('wechatOrderList', '公众号订单', 'Public-account orders', 'list', 'Order', 'wechatOrderList.view', {
      edition: 'consumer',
    }),
    screen(
      'wechatOrderFail',
      '公众号订购失败',
      'Failed public-account orders',
      'list',
      'Order',
      'wechatOrderFail.view',
      { edition: 'consumer' },
    ),
    screen(
      'unsubscribeRecord',
      '退订记录',
      'Unsubscribe records',
      'list',
      'UnsubscribeRecord',
      'unsubscribeRecord.view',
    ),
    screen('apiorderList', 'API订单', 'API orders', 'list', 'Order', 'apiorderList.view'),
    screen('gzhRefundRecord', '公众号退款记录', 'Public-account refunds', 'list', 'Refund', 'gzhRefundRecord.view', {
      edition: 'consumer',
    }),
    screen(
      'packageOrderRecord',
      '套餐订购记录',
      'Package order records',
      'list',
      'OrderLine',
      'packageOrderRecord.view',
    ),
    screen('channelOrderList', '渠道订单', 'Sales-channel orders', 'list', 'Order', 'channelOrderList.view'),
    screen(
      'activityOrderRecord',
      '活动订购记录',
      'Activity order records',
      'list',
      'Order',
      'activityOrderRecord.view',
      { edition: 'consumer' },
    ),
  ],
);
