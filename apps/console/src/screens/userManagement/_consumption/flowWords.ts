import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';

export const moneyFlow = {
  currency: nouns.currency,
  opening: text('期初', 'Opening'),
  moneyIn: moneyWords.moneyIn,
  moneyOut: moneyWords.moneyOut,
  closing: text('期末', 'Closing'),
};
