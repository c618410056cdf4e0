import { screen, section } from '../declare.ts';

export const poolManagementGj = section(
  '/poolManagementGj',
  '国际共享池',
  'International shared pools',
  { icon: 'GlobalOutlined', redirect: 'internationalSharedPoolList', carrier: 'Gj' },
  [
    screen(
      'internationalSharedPoolList',
      '国际共享池列表',
      'International shared pools',
      'list',
      'FlowPool',
      'gjPool.view',
    ),
    screen(
      'sharedPoolCardDetail/:poolCode',
      '国际共享池卡明细',
      'International shared pool cards',
      'detail',
      'FlowPool',
      'gjPool.view',
    ),
  ],
);
