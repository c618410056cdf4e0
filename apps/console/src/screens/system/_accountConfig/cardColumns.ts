import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { FLOW_COLUMNS, NB_COLUMNS, VOICE_COLUMNS } from '../../../parts/cards/cardColumns.tsx';

/** Every column that can be a default of a card list of any kind, with its title there; pinned ones are always shown. */
export const CARD_COLUMNS: readonly { readonly value: string; readonly label: Text }[] = [
  ...new Map(
    [...FLOW_COLUMNS, ...VOICE_COLUMNS, ...NB_COLUMNS].flatMap((spec): [string, Text][] => {
      const column = typeof spec === 'string' ? { field: spec } : spec;
      if ('pinned' in column && column.pinned) return [];
      if ('key' in column) return [[column.key, column.title]];
      const title = 'title' in column ? column.title : undefined;
      return [[column.field, title ?? listCards.fields[column.field].label]];
    }),
  ),
].map(([value, label]) => ({ value, label }));
