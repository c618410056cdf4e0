import { screen, section } from '../declare.ts';

export const packageManagement = section(
  '/packageManagement',
  '套餐管理',
  'Packages',
  { icon: 'AppstoreOutlined', redirect: 'systemPackage' },
  [
    screen('systemPackage', '系统套餐', 'System packages', 'list', 'Package', 'systemPackage.view', {
      kinds: ['PLATFORM'],
    }),
    screen('packageVirtual', '虚拟套餐', 'Virtual packages', 'list', 'Package', 'packageVirtual.view', {
      kinds: ['PLATFORM'],
    }),
    screen('limitStrategy', '限速策略', 'Speed-limit strategies', 'list', 'LimitStrategy', 'limitStrategy.view'),
    screen('packageList', '套餐列表', 'My packages', 'list', 'Package', 'packageList.view'),
    screen(
      'packageDistribute',
      '套餐分配',
      'Package distribution',
      'list',
      'PackageDistribution',
      'packageDistribute.view',
    ),
    screen('wechatPackage', '公众号套餐', 'Public-account packages', 'list', 'ChannelListing', 'wechatPackage.view', {
      edition: 'consumer',
    }),
    screen('phoneBill', '话费充值配置', 'Card-balance recharge tiers', 'config', 'PhoneBillTier', 'phoneBill.view', {
      edition: 'consumer',
    }),
    screen('customPackage', '自定义套餐', 'Custom packages', 'list', 'Package', 'customPackage.view'),
    screen(
      'outPackagemanage',
      '外部套餐管理',
      'External packages',
      'list',
      'ExternalPackage',
      'outPackagemanage.view',
      { kinds: ['PLATFORM'] },
    ),
    screen('flowConfig', '流量规格', 'Data specifications', 'config', 'Spec', 'flowConfig.view', {
      kinds: ['PLATFORM'],
    }),
    screen('voiceConfig', '语音规格', 'Voice specifications', 'config', 'Spec', 'voiceConfig.view', {
      kinds: ['PLATFORM'],
    }),
    screen('periodicConfig', '周期规格', 'Period specifications', 'config', 'Spec', 'periodicConfig.view', {
      kinds: ['PLATFORM'],
    }),
    screen('detailStrategy', '详单策略', 'Display strategies', 'list', 'DetailStrategy', 'detailStrategy.view'),
    screen('flowStrategy', '流控策略', 'Flow-control strategies', 'list', 'FlowStrategy', 'flowStrategy.view'),
    screen(
      'flowStrategy/:strategyId/:platformId',
      '关联套餐',
      'Strategy package association',
      'list',
      'FlowStrategyPackage',
      'flowStrategy.view',
    ),
    screen(
      'flowStrategy/:strategyId/:platformId/:fluidControllerStrategyPackageRecordId',
      '关联限速',
      'Strategy association limit',
      'detail',
      'FlowStrategyPackage',
      'flowStrategy.view',
    ),
    screen(
      'shareBenefitPackageDistribute',
      '分润套餐分配',
      'Profit-share package distribution',
      'list',
      'PackageDistribution',
      'shareBenefitPackageDistribute.view',
      { edition: 'consumer' },
    ),
    screen(
      'autoRenewContractPackage',
      '自动续费套餐',
      'Auto-renew packages',
      'list',
      'AutoRenewPackage',
      'autoRenewContractPackage.view',
      { edition: 'consumer' },
    ),
    screen(
      'apiGroupBuyPackage',
      'API团购套餐',
      'API group-buy packages',
      'list',
      'GroupBuyOffer',
      'apiGroupBuyPackage.view',
    ),
  ],
);
