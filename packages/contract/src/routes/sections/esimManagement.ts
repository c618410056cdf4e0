import { screen, section } from '../declare.ts';

export const esimManagement = section(
  '/esimManagement',
  'eSIM管理',
  'eSIM',
  { icon: 'QrcodeOutlined', redirect: 'codeNumberList', carrier: 'eSIM' },
  [
    screen('codeNumberList', '码号列表', 'Code numbers', 'list', 'CodeNumber', 'codeNumber.view'),
    screen('esimCardList', 'eSIM卡列表', 'eSIM cards', 'list', 'EsimCard', 'esim.view'),
    screen('esimCardDetail/:eid', 'eSIM卡详情', 'eSIM card detail', 'detail', 'EsimCard', 'esim.view'),
    screen(
      'esimCardDetailGj/:eid',
      '国际eSIM卡详情',
      'International eSIM card detail',
      'detail',
      'EsimCard',
      'esim.view',
      { carrier: 'Gj' },
    ),
    screen('esimCardImport', 'eSIM卡导入', 'Import eSIM cards', 'wizard', 'EsimCard', 'esimCardImport.view'),
    screen('codeNumberImport', '码号导入', 'Import code numbers', 'wizard', 'CodeNumber', 'codeNumberImport.view'),
    screen(
      'numberingStrategy',
      '写号策略',
      'Numbering strategies',
      'config',
      'NumberingStrategy',
      'numberingStrategy.view',
    ),
  ],
);
