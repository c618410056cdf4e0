import type { SelectionSource } from '@cardinal/contract/api/cardBatches/selection.ts';
import { CardInputMode } from '@cardinal/contract/enumerations/card.ts';
import type { CardNumbers } from '../CardPicker.tsx';
import type { Picked } from './BulkBar.tsx';

/** A list's selection, in the grammar of selections. */
export const sourceOfPicked = (picked: Picked): Extract<SelectionSource, { kind: 'ids' | 'filter' }> =>
  picked.kind === 'ids'
    ? { kind: 'ids', ids: [...picked.ids] }
    : {
        kind: 'filter',
        query: Object.fromEntries(
          Object.entries(picked.query).map(([key, value]) => [key, typeof value === 'string' ? value : [...value]]),
        ),
      };

/** Typed or pasted numbers, in the grammar of selections. */
export const sourceOfNumbers = (numbers: CardNumbers): SelectionSource =>
  numbers.mode === CardInputMode.values.full
    ? { kind: 'list', identifierType: numbers.identifierType, text: numbers.text }
    : { kind: 'segment', startIccid: numbers.startIccid, endIccid: numbers.endIccid };
