import { screen, section } from '../declare.ts';

export const shareBenefit = section(
  '/shareBenefit',
  '分润管理',
  'Profit sharing',
  { icon: 'PieChartOutlined', redirect: 'overView' },
  [
    screen('overView', '分润概览', 'Profit overview', 'dashboard', 'ProfitEntry', 'overView.view'),
    screen('cashOutRecord', '提现记录', 'Cash-out records', 'list', 'CashOut', 'cashOutRecord.view'),
    screen('cashOutCheck', '提现审核', 'Cash-out review', 'list', 'CashOut', 'cashOutCheck.view', {
      kinds: ['PLATFORM'],
    }),
    screen('shareBenefitDetail', '分润明细', 'Profit details', 'list', 'ProfitEntry', 'shareBenefitDetail.view'),
    screen('benefitReport', '收益报表', 'Profit report', 'dashboard', 'ProfitEntry', 'benefitReport.view'),
    screen(
      'dayReturnFailedRecord',
      '日返失败记录',
      'Failed day returns',
      'list',
      'DayReturnItem',
      'dayReturnFailedRecord.view',
    ),
    screen('receivePaymentConfig', '收款配置', 'Receiving accounts', 'config', 'Receiver', 'receivePaymentConfig.view'),
  ],
);
