import { screen, section } from '../declare.ts';

export const smsService = section(
  '/SMSService',
  '短信服务',
  'SMS service',
  { icon: 'MessageOutlined', redirect: 'SMSPackageList' },
  [
    screen('SMSPackageList', '短信套餐', 'SMS packages', 'list', 'SmsPackage', 'SMSPackageList.view'),
    screen(
      'SMSPackageDistribute',
      '短信套餐分配',
      'SMS package distribution',
      'list',
      'SmsPackageDistribution',
      'SMSPackageDistribute.view',
    ),
    screen('SMSDispatch', '短信下发', 'Send SMS', 'list', 'SmsTask', 'SMSDispatch.view'),
    screen('SMSOrderList', '短信订单', 'SMS orders', 'list', 'SmsOrder', 'SMSOrderList.view'),
  ],
);
