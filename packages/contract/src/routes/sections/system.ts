import { screen, section } from '../declare.ts';

export const system = section('/system', '系统设置', 'System settings', { icon: 'SettingOutlined' }, [
  screen('menu', '菜单管理', 'Menu', 'config', 'MenuEntry', 'menu.view', { kinds: ['PLATFORM'] }),
  screen('roleSys', '角色管理', 'Roles', 'config', 'Role', 'roleSys.view'),
  screen('platformSet', '平台设置', 'Platform settings', 'config', 'SiteSetting', 'platformSet.view', {
    kinds: ['PLATFORM'],
  }),
  screen('importCard', '导入卡', 'Import cards', 'wizard', 'ImportBatch', 'importCard.view'),
  screen('accountConfig', '账户配置', 'Customer settings', 'config', 'CustomerSetting', 'accountConfig.view'),
  screen('platformConfig', '通道配置', 'Carrier accounts', 'config', 'CarrierAccount', 'platformConfig.view', {
    kinds: ['PLATFORM'],
  }),
  screen('dataDictionary', '数据字典', 'Data dictionary', 'config', 'DictItem', 'dataDictionary.view', {
    kinds: ['PLATFORM'],
  }),
  screen('engineManage', '引擎管理', 'Engines', 'list', 'Engine', 'engineManage.view', { kinds: ['PLATFORM'] }),
  screen(
    'communicationPlan',
    '通信计划',
    'Communication plans',
    'list',
    'CommunicationPlan',
    'communicationPlan.view',
    { kinds: ['PLATFORM'] },
  ),
  screen('apiManagement', '接口管理', 'Open interface catalogue', 'list', 'ApiEndpoint', 'apiManagement.view', {
    kinds: ['PLATFORM'],
  }),
  screen('errorLog', '错误日志', 'Error log', 'list', 'ErrorEntry', 'errorLog.view', { kinds: ['PLATFORM'] }),
  screen('notiflyManage', '通知管理', 'Notice management', 'list', 'Notice', 'notiflyManage.view', {
    kinds: ['PLATFORM', 'AGENT'],
  }),
  screen('notiflyList', '通知列表', 'Notices', 'list', 'NoticeReceipt', 'notiflyList.view'),
  screen('operationLog', '操作日志', 'Operation log', 'list', 'OperationLog', 'operationLog.view'),
  screen('menuSet', '菜单设置', 'Menu sets', 'config', 'MenuSet', 'menuSet.view', { kinds: ['PLATFORM', 'AGENT'] }),
  screen('videoGuidelinesConfig', '视频指引配置', 'Video guides', 'list', 'VideoGuide', 'videoGuidelines.view', {
    kinds: ['PLATFORM'],
  }),
  screen('addressManagement', '地址管理', 'Addresses', 'list', 'Address', 'address.view'),
  screen('invoiceInformation', '开票信息', 'Invoice information', 'list', 'InvoiceTitle', 'invoiceInformation.view'),
  screen('cardScopeImport', '号段导入', 'Number segment import', 'list', 'CardScope', 'cardScope.view', {
    kinds: ['PLATFORM'],
  }),
  screen('smsSendResult', '短信发送结果', 'SMS results', 'list', 'SmsMessage', 'smsSendResult.view'),
  screen('smsConfig', '短信配置', 'SMS settings', 'config', 'SmsSetting', 'smsConfig.view'),
  screen('aliyunSecretManage', '阿里云密钥管理', 'Aliyun keys', 'config', 'SmsAccount', 'aliyunSecret.view', {
    kinds: ['PLATFORM', 'AGENT'],
  }),
  screen('apiPermissionManage', 'API权限管理', 'API keys and permissions', 'list', 'ApiKey', 'apiKey.view'),
  screen('activePushConfig', '主动推送配置', 'Push subscriptions', 'config', 'WebhookSubscription', 'activePush.view'),
  screen('settingCountryCode', '国家码设置', 'Country codes', 'config', 'Country', 'countryCode.view', {
    kinds: ['PLATFORM'],
  }),
  screen('CountryRegionManagement', '国家地区管理', 'Countries and regions', 'config', 'Region', 'countryRegion.view', {
    kinds: ['PLATFORM'],
  }),
  screen('operatorList', '运营商列表', 'Mobile networks', 'list', 'MobileNetwork', 'operatorList.view', {
    kinds: ['PLATFORM'],
  }),
]);
