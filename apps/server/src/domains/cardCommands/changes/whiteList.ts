import type { WhiteListChange, WhiteNumber } from '@cardinal/contract/api/cardCommands/whiteList.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, sql } from 'kysely';
import type { CardRow } from '../../cards/face.ts';

type Listed = Pick<CardRow, 'white_list' | 'white_list_count'>;

/** A change of a white list travels as a text, like every value that is asked for. */
export const readWhiteListChange = (to: string): WhiteListChange => JSON.parse(to);

const onList = (numbers: readonly WhiteNumber[]): Listed => ({ white_list: numbers, white_list_count: numbers.length });

/** The list as the carrier tells it; what a number is to us stays with it. */
export function listAsTold(card: Listed, numbers: readonly string[]): Listed {
  const remarks = new Map((card.white_list ?? []).map(({ number, remark }) => [number, remark]));
  return onList([...new Set(numbers)].map((number) => ({ number, remark: remarks.get(number) ?? null })));
}

/** The list once a change has been carried out; a number that is put on it again gets its new remark. */
export function listAfter(card: Listed, { add, remove }: WhiteListChange): Listed {
  const touched = new Set([...remove, ...add.map(({ number }) => number)]);
  return onList([...(card.white_list ?? []).filter(({ number }) => !touched.has(number)), ...add]);
}

/** Whether what was asked for stands: everything added is there, nothing removed is. */
export function isAsAsked(numbers: Iterable<string>, { add, remove }: WhiteListChange): boolean {
  const there = new Set(numbers);
  return add.every(({ number }) => there.has(number)) && !remove.some((number) => there.has(number));
}

/** The change itself where the list of a card (alias `c`) stands as it asks, else nothing. */
export function standsAsAsked(to: string): RawBuilder<string> {
  const { add, remove } = readWhiteListChange(to);
  const numbers = sql`array(select e ->> 'number' from jsonb_array_elements(coalesce(c.white_list, '[]')) e)`;
  return sql<string>`case when ${add.map(({ number }) => number)}::text[] <@ ${numbers}
    and not ${[...remove]}::text[] && ${numbers} then ${to} else '' end`;
}

/** What a change does, as the history tells it. */
export function whiteListWords(to: string): Text {
  const { add, remove } = readWhiteListChange(to);
  const part = (zh: string, en: string, numbers: readonly string[]) =>
    numbers.length === 0 ? [] : [text(`${zh} ${numbers.join('、')}`, `${en} ${numbers.join(', ')}`)];
  const parts = [
    ...part(
      '增加',
      'added',
      add.map(({ number }) => number),
    ),
    ...part('删除', 'removed', remove),
  ];
  return text(parts.map(({ zh }) => zh).join('；'), parts.map(({ en }) => en).join('; '));
}
