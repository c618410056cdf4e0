import { screen, section } from '../declare.ts';

export const userManagement = section(
  '/userManagement',
  '客户与用户管理',
  'Customers and end users',
  { icon: 'TeamOutlined', redirect: 'user' },
  [
    screen('user', '客户管理', 'Customers', 'list', 'Customer', 'user.view'),
    screen(
      'userConsumptionRecord',
      '客户消费记录',
      'Customer consumption',
      'list',
      'Posting',
      'userConsumptionRecord.view',
    ),
    screen('userRecharge', '客户充值', 'Customer recharge', 'list', 'RechargeOrder', 'userRecharge.view'),
    screen(
      'gzhUserManagement',
      '公众号用户',
      'Public-account users',
      'list',
      'EndUserIdentity',
      'gzhUserManagement.view',
      { edition: 'consumer' },
    ),
    screen('userList', '用户列表', 'End users', 'list', 'EndUser', 'userList.view', { edition: 'consumer' }),
    screen('userDetail/:id', '用户详情', 'End-user detail', 'detail', 'EndUser', 'userDetail.view', {
      edition: 'consumer',
    }),
    screen(
      'autoRenewContractRecord',
      '自动续费签约记录',
      'Auto-renew contracts',
      'list',
      'AutoRenewContract',
      'autoRenewContractRecord.view',
      { edition: 'consumer' },
    ),
  ],
);
