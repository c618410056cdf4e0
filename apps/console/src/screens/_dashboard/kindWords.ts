import type { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';

/** The kinds of card in as few letters as a tile has room for. */
export const SHORT_KINDS: Readonly<Record<CardKind, Text>> = {
  1: text('流量', 'Flow'),
  2: text('语音', 'Voice'),
  3: text('NB', 'NB'),
  4: text('eSIM', 'eSIM'),
};
