import { screen, section } from '../declare.ts';

export const billSettlement = section(
  '/billSettlement',
  '账单结算',
  'Bills and settlement',
  { icon: 'AccountBookOutlined', redirect: 'settlementConfig' },
  [
    screen(
      'settlementConfig',
      '结算配置',
      'Settlement agreements',
      'config',
      'SettlementConfig',
      'settlementConfig.view',
    ),
    screen('billList', '账单列表', 'Bills', 'list', 'Bill', 'billList.view'),
    screen('billDetail/:id', '账单详情', 'Bill detail', 'detail', 'Bill', 'billDetail.view'),
    screen('billConfig', '账单配置', 'Bill templates', 'config', 'BillConfig', 'billConfig.view'),
    screen('billSummary', '账单汇总', 'Bill summary', 'dashboard', 'BillSummary', 'billSummary.view'),
    screen(
      'billSummary/:id/:platformId',
      '账单汇总详情',
      'Bill summary detail',
      'detail',
      'BillSummary',
      'billSummary.view',
    ),
  ],
);
