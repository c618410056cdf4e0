import { screen, section } from '../declare.ts';

export const invoiceManagement = section(
  '/invoiceManagement',
  '进销存管理',
  'Stock',
  { icon: 'InboxOutlined', redirect: 'stockCardManagement' },
  [
    screen('stockCardManagement', '库存卡管理', 'Stock cards', 'list', 'StockCard', 'stockCard.view'),
    screen(
      'stockCardDetail/:iccid/:platform',
      '库存卡详情',
      'Stock card detail',
      'detail',
      'StockCard',
      'stockCard.view',
    ),
    screen('outboundOrderManagement', '出库单管理', 'Outbound orders', 'list', 'StockOrder', 'outboundOrder.view'),
    screen('creatOutboundOrder', '创建出库单', 'Create outbound order', 'form', 'StockOrder', 'outboundOrder.create', {
      isHidden: true,
    }),
    screen(
      'outboundOrderDetail/:orderNumber',
      '出库单详情',
      'Outbound order detail',
      'detail',
      'StockOrder',
      'outboundOrder.view',
    ),
    screen('cardWarehousing', '卡入库', 'Receive cards into stock', 'list', 'WarehouseReceipt', 'cardWarehousing.view'),
    screen(
      'cardPurchaseOrder',
      '购卡工单',
      'Card purchase work orders',
      'list',
      'CardPurchaseOrder',
      'cardPurchaseOrder.view',
    ),
  ],
);
