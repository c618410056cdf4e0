import { screen, section } from '../declare.ts';

export const customQichong = section(
  '/customQichong',
  '月套餐分享',
  'Package sharing',
  { icon: 'ShareAltOutlined', redirect: 'ExternalPage' },
  [
    screen('ExternalPage', '月套餐分享', 'Monthly-package shares', 'list', 'PackageShare', 'ExternalPage.view'),
    screen('ExternalPage/:token', '分享充值', 'Shared recharge list', 'detail', 'PackageShare', undefined, {
      sameScreenAs: '/customQichong/ExternalPage',
    }),
  ],
);
