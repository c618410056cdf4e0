import { screen, section } from '../declare.ts';

export const cardsManagement = section(
  '/cardsManagement',
  '卡管理',
  'Cards',
  { icon: 'IdcardOutlined', redirect: 'flowCardManagement' },
  [
    screen('flowCardManagement', '流量卡管理', 'Data cards', 'list', 'Card', 'flowCard.view'),
    screen('voiceCardManagement', '语音卡管理', 'Voice cards', 'list', 'Card', 'voiceCard.view'),
    screen('NBCardManagement', 'NB卡管理', 'NB-IoT cards', 'list', 'Card', 'nbCard.view'),
    screen('cardDetailLt', '联通卡详情', 'Unicom card detail', 'detail', 'Card', 'cardDetail.view', {
      isHidden: true,
      carrier: 'Lt',
    }),
    screen('cardDetailLts', '联通语音卡详情', 'Unicom voice card detail', 'detail', 'Card', 'cardDetail.view', {
      isHidden: true,
      carrier: 'Lt',
    }),
    screen('cardDetailYd', '移动卡详情', 'China Mobile card detail', 'detail', 'Card', 'cardDetail.view', {
      isHidden: true,
      carrier: 'Yd',
    }),
    screen('cardDetailYds', '移动语音卡详情', 'China Mobile voice card detail', 'detail', 'Card', 'cardDetail.view', {
      isHidden: true,
      carrier: 'Yd',
    }),
    screen('cardDetailDx', '电信卡详情', 'China Telecom card detail', 'detail', 'Card', 'cardDetail.view', {
      isHidden: true,
      carrier: 'Dx',
    }),
    screen('cardDetailOther/:cid', '其他卡详情', 'Other-carrier card detail', 'detail', 'Card', 'cardDetail.view'),
    screen('cardDetailGj', '国际卡详情', 'International card detail', 'detail', 'Card', 'cardDetail.view', {
      isHidden: true,
      carrier: 'Gj',
    }),
    screen('cardDetailGd', '广电卡详情', 'China Broadnet card detail', 'detail', 'Card', 'cardDetail.view', {
      isHidden: true,
      carrier: 'Gd',
    }),
    screen('cardOpHistory', '卡操作记录', 'Card operation history', 'list', 'CardEvent', 'cardOpHistory.view'),
    screen('singleCardRecharge', '单卡充值', 'Single-card recharge', 'form', 'CardWallet', 'singleCardRecharge.view'),
    screen('clearUpBlance', '清理余额', 'Balance clearing', 'list', 'CardWallet', 'clearUpBlance.view'),
    screen('receiptOrder', '收卡单', 'Card receipt orders', 'list', 'StockOrder', 'receiptOrder.view'),
    screen('batchRealName', '批量实名', 'Batch real-name registration', 'list', 'RealNameBatch', 'batchRealName.view'),
    screen(
      'batchRealNameEdit',
      '新建批量实名',
      'New batch real-name registration',
      'wizard',
      'RealNameBatch',
      'batchRealName.edit',
      { isHidden: true },
    ),
    screen(
      'batchRealNameEdit/:id',
      '编辑批量实名',
      'Edit batch real-name registration',
      'wizard',
      'RealNameBatch',
      'batchRealName.edit',
    ),
    screen('batchOperate', '批量操作', 'Batch operations', 'wizard', 'Task', 'batchOperate.view'),
    screen('packageEndTips', '套餐到期提醒', 'Expiring packages', 'list', 'PackageUsage', 'packageEndTips.view'),
    screen('tagManagement', '标签管理', 'Tag management', 'list', 'Tag', 'tagManagement.view'),
    screen('globalSearchResult', '全局搜索结果', 'Global search results', 'list', 'Card', 'globalSearch.view', {
      isHidden: true,
    }),
  ],
);
