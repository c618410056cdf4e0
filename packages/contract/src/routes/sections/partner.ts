import { screen, section } from '../declare.ts';

export const partner = section(
  '/partner',
  '同级交易',
  'Partner trading',
  { icon: 'SwapOutlined', redirect: 'partnerFind', kinds: ['PLATFORM', 'AGENT'] },
  [
    screen('partnerFind', '伙伴查找', 'Find partners', 'list', 'PartnerOffer', 'partnerFind.view'),
    screen(
      'cardTransactionSituation',
      '卡交易情况',
      'Card trades',
      'list',
      'PartnerTrade',
      'cardTransactionSituation.view',
    ),
    screen(
      'packageConsumption',
      '套餐消费',
      'Package consumption on traded cards',
      'list',
      'SupplyConsumption',
      'packageConsumption.view',
    ),
    screen(
      'transactionRecord/:id',
      '交易记录',
      'Records with one partner',
      'detail',
      'PartnerLink',
      'transactionRecord.view',
    ),
    screen('consumptionRecord', '消费记录', 'Partner money records', 'list', 'Posting', 'consumptionRecord.view'),
  ],
);
