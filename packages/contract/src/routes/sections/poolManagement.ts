import { screen, section } from '../declare.ts';

export const poolManagement = section(
  '/poolManagement',
  '卡池管理',
  'Card pools',
  { icon: 'ClusterOutlined', redirect: 'monthPackagePool' },
  [
    screen('monthPackagePool', '月套餐卡池', 'Month-package pools', 'list', 'CardPool', 'cardPool.view'),
    screen('poolDetail', '卡池详情', 'Pool detail', 'detail', 'CardPool', 'cardPool.view', { isHidden: true }),
    screen('subPoolDetail', '子池详情', 'Sub-pool detail', 'detail', 'CardPool', 'cardPool.viewSub', {
      isHidden: true,
    }),
    screen('cardAllocationRecord', '划拨记录', 'Allocation records', 'list', 'CardAllocation', 'cardAllocation.view'),
    screen(
      'cardAllocationRecordQuery',
      '划拨查询',
      'Card allocation query',
      'list',
      'CardAllocationItem',
      'cardAllocationQuery.view',
    ),
    screen(
      'poolCardDataImport',
      '卡池数据导入',
      'Pool card data import',
      'wizard',
      'CardPoolMember',
      'poolCardImport.view',
    ),
    screen('myPool', '我的卡池（卡池转移）', 'My pool (card pool transfer)', 'wizard', 'CardPool', 'myPool.view'),
    screen('cardDetailLt', '池内联通卡详情', 'Pool card detail (Unicom)', 'detail', 'Card', 'cardPool.viewCard', {
      isHidden: true,
      carrier: 'Lt',
    }),
    screen('cardDetailDx', '池内电信卡详情', 'Pool card detail (Telecom)', 'detail', 'Card', 'cardPool.viewCard', {
      isHidden: true,
      carrier: 'Dx',
    }),
    screen('cardDetailYd', '池内移动卡详情', 'Pool card detail (Mobile)', 'detail', 'Card', 'cardPool.viewCard', {
      isHidden: true,
      carrier: 'Yd',
    }),
  ],
);
