import { LtSubType, Platform, YdSubType } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import { configured } from './adapter.ts';

const { Gd, Gj, Lt, Yd, other, thirdParty } = Platform.values;

/**
 * Carriers without public documentation: each account has its own description of the interface. Provinces of China Mobile may
 * use OneLink too (`onelink/adapter.ts`); only the account's owner knows which.
 */
export const CONFIGURED = [
  configured('leyu', text('联通 LEYU', 'Unicom LEYU'), Lt, LtSubType.values.LEYU),
  configured('shaanxi', text('陕西移动（自行配置）', 'China Mobile Shaanxi (configured)'), Yd, YdSubType.values.SHANXI),
  configured(
    'mobileOther',
    text('移动 其他（自行配置）', 'China Mobile, other (configured)'),
    Yd,
    YdSubType.values.OTHER,
  ),
  configured('international', text('国际', 'International'), Gj),
  configured('broadnet', text('中国广电', 'China Broadnet'), Gd),
  configured('generic', text('其他', 'Other'), other),
  configured('thirdParty', text('第三方', 'Third party'), thirdParty),
] as const;
