import { LtSubType, Platform } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import { configured } from './adapter.ts';

const { Gd, Gj, Lt, other, thirdParty } = Platform.values;

/** Carriers without public papers: each account brings its own description of the interface. */
export const CONFIGURED = [
  configured('leyu', text('联通 LEYU', 'Unicom LEYU'), Lt, LtSubType.values.LEYU),
  configured('international', text('国际', 'International'), Gj),
  configured('broadnet', text('中国广电', 'China Broadnet'), Gd),
  configured('generic', text('其他', 'Other'), other),
  configured('thirdParty', text('第三方', 'Third party'), thirdParty),
] as const;
