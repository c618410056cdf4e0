import type { WhiteListChange, WhiteNumber } from '@cardinal/contract/api/cardCommands/whiteList.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, sql } from 'kysely';
import type { CardRow } from '../../cards/face.ts';

type Listed = Pick<CardRow, 'white_list' | 'white_list_count'>;

/** A white list change is stored as text, like every requested value. */
export const readWhiteListChange = (to: string): WhiteListChange => JSON.parse(to);

const onList = (numbers: readonly WhiteNumber[]): Listed => ({ white_list: numbers, white_list_count: numbers.length });

/** The list as the carrier reports it; our remark on a number stays with it. */
export function listAsTold(card: Listed, numbers: readonly string[]): Listed {
  const remarks = new Map((card.white_list ?? []).map(({ number, remark }) => [number, remark]));
  return onList([...new Set(numbers)].map((number) => ({ number, remark: remarks.get(number) ?? null })));
}

/** The list after a confirmed change; a number that is added again gets its new remark. */
export function listAfter(card: Listed, { add, remove }: WhiteListChange): Listed {
  const touched = new Set([...remove, ...add.map(({ number }) => number)]);
  return onList([...(card.white_list ?? []).filter(({ number }) => !touched.has(number)), ...add]);
}

/** Whether the list matches the request: every added number is in it, no removed one. */
export function isAsAsked(numbers: Iterable<string>, { add, remove }: WhiteListChange): boolean {
  const there = new Set(numbers);
  return add.every(({ number }) => there.has(number)) && !remove.some((number) => there.has(number));
}

/** The change itself if the list of a card (alias `c`) already matches it, otherwise empty. */
export function matchesRequestSql(to: string): RawBuilder<string> {
  const { add, remove } = readWhiteListChange(to);
  const numbers = sql`array(select e ->> 'number' from jsonb_array_elements(coalesce(c.white_list, '[]')) e)`;
  return sql<string>`case when ${add.map(({ number }) => number)}::text[] <@ ${numbers}
    and not ${[...remove]}::text[] && ${numbers} then ${to} else '' end`;
}

/** What a change does, for the history. */
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
