import { createTag, deleteTag, editTag, listTags, mergeTags, tagOptions } from '@cardinal/contract/api/cards/tags.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Button } from 'antd';
import { Fragment, useState } from 'react';
import { useChange } from '../../kit/change.ts';
import { FormDrawer } from '../../kit/form/FormDrawer.tsx';
import type { FormFields } from '../../kit/form/formFields.ts';
import { COLOR_CHOICES } from '../../kit/form/labelColors.ts';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { LabelChip } from '../../kit/table/cells.tsx';
import { useRead } from '../../kit/useRead.ts';
import { Can } from '../../shell/Can.tsx';
import { Link } from '../../shell/Link.tsx';
import { confirmFirst } from '../../shell/questions.ts';

const words = {
  add: text('新建标签', 'New tag'),
  edit: verbs.edit,
  remove: verbs.delete,
  merge: text('合并到…', 'Merge into…'),
  mergeTitle: text('合并标签「{name}」', 'Merge the tag “{name}”'),
  into: text('合并到', 'Into'),
  mergeNote: text(
    '带有「{name}」的卡和eSIM卡改带目标标签，引用它的写号策略改用目标标签，然后删除「{name}」。',
    'Cards and eSIM cards with “{name}” get the other tag instead, strategies that reach by it take the other, then “{name}” is deleted.',
  ),
  removeQuestion: text('删除标签「{name}」？', 'Delete the tag “{name}”?'),
  removeNote: text(
    '会从 {n} 张卡上去掉这个标签，卡本身不受影响。',
    'It is taken off {n} {n|card|cards}; the cards themselves are not touched.',
  ),
  saved: text('标签已保存', 'Tag saved'),
  removed: text('标签已删除', 'Tag deleted'),
  merged: text('已合并 {n} 张卡', '{n} {n|card|cards} merged'),
  mergedToo: text('，{kind} {n}', ', {kind}: {n}'),
  color: text('颜色', 'Colour'),
  unused: nouns.unused,
  none: text('还没有标签', 'No tags yet'),
  noneHint: text(
    '用标签按项目、站点或批次给卡分类，只有本客户看得到。',
    'Sort cards by project, site or batch; only your own customer sees the tags.',
  ),
};

const FIELDS: FormFields = [
  { name: 'name', kind: 'text', maxLength: 30 },
  {
    name: 'color',
    kind: 'select',
    label: words.color,
    options: COLOR_CHOICES,
  },
  { name: 'group', kind: 'text', maxLength: 30 },
  { name: 'remark', kind: 'remark' },
];

type Row = RowOf<typeof listTags>;
type Open = { kind: 'add' } | { kind: 'edit' | 'merge'; row: Row };

export default function TagManagement() {
  const t = useText();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const removing = useChange(deleteTag, { done: t(words.removed) });

  const remove = async (row: Row) => {
    const isSure = await confirmFirst({
      title: t(words.removeQuestion, { name: row.name }),
      body: <p>{t(words.removeNote, { n: countAmount(row.cards) })}</p>,
      confirm: t(words.remove),
      isDanger: true,
    });
    if (isSure) await removing.run({ body: { id: row.id } });
  };

  return (
    <>
      <ListScreen
        list={listTags}
        columns={[
          { field: 'name', pinned: 'left', width: 130, cell: (row) => <LabelChip name={row.name} color={row.color} /> },
          { field: 'group', width: 84 },
          {
            field: 'cards',
            width: 430,
            cell: (row) => <Cards row={row} />,
          },
          { field: 'usedIn', width: 150 },
          { field: 'remark', width: 260 },
          'createdBy',
          'createdAt',
        ]}
        actions={
          <Can call={createTag}>
            <Button type="primary" onClick={() => setOpen({ kind: 'add' })}>
              {t(words.add)}
            </Button>
          </Can>
        }
        views={[{ title: words.unused, query: 'unused=true' }]}
        rowName={(row) => row.name}
        rowActions={(row) => [
          { key: 'edit', label: t(words.edit), call: editTag, onPick: () => setOpen({ kind: 'edit', row }) },
          { key: 'merge', label: t(words.merge), call: mergeTags, onPick: () => setOpen({ kind: 'merge', row }) },
          { key: 'remove', label: t(words.remove), call: deleteTag, isDanger: true, onPick: () => void remove(row) },
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {open?.kind === 'add' ? (
        <FormDrawer
          endpoint={createTag}
          title={t(words.add)}
          fields={FIELDS}
          labels={listTags.fields}
          initial={{ color: 'blue' }}
          done={t(words.saved)}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'edit' ? (
        <FormDrawer
          endpoint={editTag}
          title={open.row.name}
          fields={FIELDS}
          labels={listTags.fields}
          initial={{
            id: open.row.id,
            name: open.row.name,
            color: open.row.color,
            group: open.row.group,
            remark: open.row.remark,
          }}
          done={t(words.saved)}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'merge' ? <Merge row={open.row} onClose={close} /> : null}
    </>
  );
}

const LISTS: Readonly<Record<CardKind, string>> = {
  [CardKind.values.flow]: '/cardsManagement/flowCardManagement?',
  [CardKind.values.voice]: '/cardsManagement/voiceCardManagement?',
  [CardKind.values.nb]: '/cardsManagement/NBCardManagement?',
  [CardKind.values.esim]: `/cardsManagement/flowCardManagement?kind=${CardKind.values.esim}&`,
};

/** How many cards there are, and where: each kind has a list of its own, which finds its part of them. */
function Cards({ row }: { row: Row }) {
  const t = useText();
  if (row.cards === 0) return countAmount(0);
  return (
    <span>
      {row.cardsByKind.length > 1 ? `${countAmount(row.cards)}: ` : null}
      {row.cardsByKind.map(({ kind, n }, at) => (
        <Fragment key={kind}>
          {at > 0 ? ' · ' : null}
          <Link to={`${LISTS[kind]}tags=${row.id}`}>
            {t(CardKind.labelOf(kind))} {countAmount(n)}
          </Link>
        </Fragment>
      ))}
    </span>
  );
}

function Merge({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText();
  const { data } = useRead(tagOptions, {}, { isSilent: false });
  const others = (data ?? []).filter((tag) => tag.id !== row.id);
  return (
    <FormDrawer
      endpoint={mergeTags}
      title={t(words.mergeTitle, { name: row.name })}
      intro={<p>{t(words.mergeNote, { name: row.name })}</p>}
      fields={[
        {
          name: 'intoId',
          kind: 'select',
          label: words.into,
          isSearchable: true,
          options: others.map((tag) => ({ value: tag.id, label: text(tag.name, tag.name) })),
        },
      ]}
      initial={{ fromId: row.id }}
      submit={words.merge}
      isDanger
      done={({ cards, others: moved }) =>
        t(words.merged, { n: countAmount(cards) }) +
        moved.map(({ kind, n }) => t(words.mergedToo, { kind, n: countAmount(n) })).join('')
      }
      onClose={onClose}
    />
  );
}
