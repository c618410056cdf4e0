import { screen, section } from '../declare.ts';

export const onlineBusiness = section(
  '/onlineBusiness',
  '在线业务',
  'Online business',
  { icon: 'ShopOutlined', redirect: 'engineOrder' },
  [
    screen('engineOrder', '引擎订单', 'Engine orders', 'list', 'EngineOrder', 'engineOrder.view'),
    screen('invoiceRequest', '发票申请', 'Invoice requests', 'list', 'InvoiceRequest', 'invoiceRequest.view'),
    screen('cardPurchase', '购卡', 'Buy cards', 'form', 'CardPurchaseOrder', 'cardPurchase.view'),
    screen(
      'cardPurchaseRecord',
      '购卡记录',
      'Purchase records',
      'list',
      'CardPurchaseOrder',
      'cardPurchaseRecord.view',
    ),
  ],
);
