import { screen, section } from '../declare.ts';

export const flowPoolManagement = section(
  '/flowPoolManagement',
  '流量池管理',
  'Flow pools',
  { icon: 'DeploymentUnitOutlined', redirect: 'flowPool' },
  [
    screen('flowPool', '流量池', 'Flow pools', 'list', 'FlowPool', 'flowPool.view'),
    screen(
      'flowPoolDetail/:poolCode/:poolId/:activeName',
      '流量池详情',
      'Flow pool detail',
      'detail',
      'FlowPool',
      'flowPool.view',
    ),
    screen('flowPoolPackage', '流量池套餐', 'Flow pool packages', 'list', 'FlowPoolPackage', 'flowPoolPackage.view'),
  ],
);
