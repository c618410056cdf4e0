import { mergeTags, tagOptions, tags } from '@cardinal/contract/api/cards/tags.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { cardListPath } from '@cardinal/contract/routes/cardLists.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { type Say, useText } from '@cardinal/ui/language.tsx';
import { Fragment } from 'react';
import { COLOR_CHOICES } from '../../kit/form/labelColors.ts';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { askedForm } from '../../kit/register/registerSpec.ts';
import { LabelChip } from '../../kit/table/cells.tsx';
import { useRead } from '../../kit/useRead.ts';
import { Link } from '../../shell/Link.tsx';

const words = {
  merge: text('合并到…', 'Merge into…'),
  mergeTitle: text('合并标签「{name}」', 'Merge tag “{name}”'),
  into: text('合并到', 'Into'),
  mergeNote: text(
    '带有「{name}」的卡和eSIM卡改带目标标签，引用它的写号策略改用目标标签，然后删除「{name}」。',
    'Cards and eSIM cards with “{name}” get the target tag, numbering strategies that use it switch to the target tag, and “{name}” is deleted.',
  ),
  removeNote: text(
    '会从 {n} 张卡上去掉这个标签，卡本身不受影响。',
    'The tag is removed from {n} {n|card|cards}. The cards are not affected.',
  ),
  merged: text('已合并 {n} 张卡', '{n} {n|card|cards} merged'),
  mergedToo: text('，{kind} {n}', ', {kind}: {n}'),
  hint: text(
    '用标签按项目、站点或批次给卡分类，只有本客户看得到。',
    'Group cards by project, site or batch. Tags are visible to your customer only.',
  ),
};

type Row = RowOf<typeof tags.list>;

export default function TagManagement() {
  return (
    <RegisterScreen
      register={tags}
      columns={[
        { field: 'name', pinned: 'left', width: 130, cell: (row) => <LabelChip name={row.name} color={row.color} /> },
        { field: 'group', width: 84 },
        { field: 'cards', width: 430, isNumeric: false, cell: (row) => <Cards row={row} /> },
        { field: 'usedIn', width: 150 },
        { field: 'remark', width: 260 },
        'createdBy',
        'createdAt',
      ]}
      views={[{ title: nouns.unused, query: 'unused=true' }]}
      rowName={({ name }) => name}
      form={[
        { name: 'name', kind: 'text', maxLength: 30 },
        { name: 'color', kind: 'select', options: COLOR_CHOICES },
        { name: 'group', kind: 'text', maxLength: 30 },
        { name: 'remark', kind: 'remark' },
      ]}
      begin={{ color: 'blue' }}
      deleteNote={({ cards }, t) => t(words.removeNote, { n: countAmount(cards) })}
      steps={['edit', { key: 'merge', label: words.merge, call: mergeTags, asks: useMerge }, 'delete']}
      hint={words.hint}
    />
  );
}

/** The number of cards by kind, each linked to its own list. */
function Cards({ row }: { row: Row }) {
  const t = useText();
  if (row.cards === 0) return countAmount(0);
  return (
    <span>
      {row.cardsByKind.length > 1 ? `${countAmount(row.cards)}: ` : null}
      {row.cardsByKind.map(({ kind, n }, at) => (
        <Fragment key={kind}>
          {at > 0 ? ' · ' : null}
          <Link to={cardListPath(kind, { tags: row.id })}>
            {t(CardKind.labelOf(kind))} {countAmount(n)}
          </Link>
        </Fragment>
      ))}
    </span>
  );
}

function useMerge(row: Row, t: Say) {
  const { data = [] } = useRead(tagOptions, {}, { isSilent: false });
  const others = data.filter(({ id }) => id !== row.id);
  return askedForm({
    endpoint: mergeTags,
    title: t(words.mergeTitle, { name: row.name }),
    intro: t(words.mergeNote, { name: row.name }),
    fields: [
      {
        name: 'intoId',
        kind: 'select',
        label: words.into,
        isSearchable: true,
        options: others.map(({ id, name }) => ({ value: id, label: text(name, name) })),
      },
    ],
    initial: { fromId: row.id },
    submit: words.merge,
    isDanger: true,
    done: ({ cards, others: moved }) =>
      t(words.merged, { n: countAmount(cards) }) +
      moved.map(({ kind, n }) => t(words.mergedToo, { kind, n: countAmount(n) })).join(''),
  });
}
