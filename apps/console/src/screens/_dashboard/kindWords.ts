import type { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';

/** Short names of the card kinds that fit a tile. */
export const SHORT_KINDS: Readonly<Record<CardKind, Text>> = {
  1: nouns.data,
  2: nouns.voice,
  3: text('NB', 'NB'),
  4: text('eSIM', 'eSIM'),
};
