import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';

export const moneyFlow = {
  currency: nouns.currency,
  opening: text('期初', 'Opening'),
  moneyIn: text('收入', 'In'),
  moneyOut: text('支出', 'Out'),
  closing: text('期末', 'Closing'),
};
