import {
  addDictItem,
  addDictType,
  deleteDictItem,
  deleteDictType,
  editDictItem,
  editDictType,
  importDictItems,
  listDictItems,
  listDictTypes,
  restoreDictItem,
} from '@cardinal/contract/api/settings/dictionaries.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { LabelChip } from '../../kit/table/cells.tsx';
import { useRead } from '../../kit/useRead.ts';
import { useShown } from '../../kit/useShown.ts';
import { confirmFirst } from '../../shell/questions.ts';
import { ItemForm, TypeForm } from './_dictionary/DictForms.tsx';
import { TypeList, useKeyword } from './_dictionary/TypeList.tsx';
import { SheetDrawer } from './_sheets/SheetDrawer.tsx';

const words = {
  title: text('数据字典', 'Data dictionary'),
  failed: text('字典加载失败', 'Failed to load dictionaries'),
  addType: text('新增字典', 'Add'),
  removeTypeQuestion: text(
    '删除字典「{name}」及其全部 {n} 项？',
    'Delete dictionary “{name}” and its {n} {n|entry|entries}?',
  ),
  addItem: text('新增', 'New entry'),
  import: verbs.import,
  importTitle: text('导入到「{name}」', 'Import into “{name}”'),
  imported: text('新增 {added} 项，更新 {changed} 项', '{added} added, {changed} changed'),
  edit: verbs.edit,
  restore: verbs.restoreDefault,
  remove: verbs.delete,
  removeQuestion: text('删除「{name}」？', 'Delete “{name}”?'),
  removeNote: text('没有数据使用它时才能删除。', 'Only unused entries can be deleted.'),
  removed: nouns.deleted,
  restored: text('已恢复默认文字', 'Default text restored'),
  reworded: text('已改', 'changed'),
  used: text('使用中', 'In use'),
  unused: nouns.unused,
};

type Row = RowOf<typeof listDictItems>;
type Open = 'addType' | 'editType' | 'addItem' | 'import' | Row;

const COLUMNS: readonly ColumnSpec<typeof listDictItems>[] = [
  { field: 'value', pinned: 'left', width: 130, cell: (row) => <code title={row.value}>{row.value}</code> },
  {
    field: 'zh',
    width: 170,
    cell: (row) => <Word row={row} word={row.zh} />,
  },
  { field: 'en', width: 180 },
  { field: 'used', width: 80 },
  { field: 'isEnabled', width: 90 },
  { field: 'sort', width: 90 },
];

function Word({ row, word }: { row: Row; word: string }) {
  const t = useText();
  return (
    <>
      {row.color ? (
        <LabelChip name={word} color={row.color} />
      ) : (
        <Span ink={row.isEnabled ? undefined : 'secondary'} isStruck={!row.isEnabled}>
          {word}
        </Span>
      )}
      {row.isReworded ? (
        <Span as="small" ink="warning" size="s">
          {' '}
          {t(words.reworded)}
        </Span>
      ) : null}
    </>
  );
}

export default function DataDictionary() {
  const t = useText();
  const [shown, show] = useShown();
  const [typed, keyword, type] = useKeyword();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { data, error, refetch } = useRead(listDictTypes, keyword ? { keyword } : {}, { keepsPrevious: true });
  const types = data ?? [];
  const current = types.find(({ code }) => code === shown) ?? types[0];
  const removingType = useChange(deleteDictType, { done: t(words.removed) });
  const removing = useChange(deleteDictItem, { done: t(words.removed) });
  const restoring = useChange(restoreDictItem, { done: t(words.restored) });

  const removeType = async () => {
    if (!current) return;
    const isSure = await confirmFirst({
      title: t(words.removeTypeQuestion, { name: t(current), n: current.items }),
      body: <p>{t(words.removeNote)}</p>,
      confirm: t(words.remove),
      isDanger: true,
    });
    if (isSure && (await removingType.run({ body: { code: current.code } }))) show(undefined);
  };
  const remove = (row: Row) =>
    removing.confirm({
      title: t(words.removeQuestion, { name: t(row) }),
      body: <p>{t(words.removeNote)}</p>,
      confirm: t(words.remove),
      isDanger: true,
      sends: { body: { type: row.type, value: row.value } },
    });
  const { value, zh, en, sort } = listDictItems.fields;
  if (!data) {
    return (
      <>
        <h1>{t(words.title)}</h1>
        {<NotLoaded failed={words.failed} error={error} onRetry={refetch} outline="table" />}
      </>
    );
  }

  return (
    <Columns side="m">
      <TypeList types={types} keyword={typed} shown={current?.code} onKeyword={type} onShow={show}>
        <CallButton call={addDictType} size="small" onClick={() => setOpen('addType')}>
          {t(words.addType)}
        </CallButton>
        {current && !current.isSystem ? (
          <>
            <CallButton call={editDictType} size="small" onClick={() => setOpen('editType')}>
              {t(words.edit)}
            </CallButton>
            <CallButton call={deleteDictType} size="small" danger onClick={() => void removeType()}>
              {t(words.remove)}
            </CallButton>
          </>
        ) : null}
      </TypeList>
      {current ? (
        <ListScreen
          key={current.code}
          list={listDictItems}
          title={current}
          columns={COLUMNS}
          fixed={{ type: [current.code] }}
          filters={['zh', 'en', 'value']}
          views={[
            { title: words.used, query: 'used=true' },
            { title: words.unused, query: 'used=false' },
          ]}
          rowName={(row) => t(row)}
          rowActions={(row) => [
            { key: 'edit', label: t(words.edit), call: editDictItem, onPick: () => setOpen(row) },
            ...(row.isReworded
              ? [
                  {
                    key: 'restore',
                    label: t(words.restore),
                    call: restoreDictItem,
                    onPick: () => void restoring.run({ body: { type: row.type, value: row.value } }),
                  },
                ]
              : []),
            ...(row.isSystem
              ? []
              : [
                  {
                    key: 'remove',
                    label: t(words.remove),
                    call: deleteDictItem,
                    isDanger: true,
                    onPick: () => void remove(row),
                  },
                ]),
          ]}
          actions={
            current.isSystem ? null : (
              <>
                <CallButton call={importDictItems} onClick={() => setOpen('import')}>
                  {t(words.import)}
                </CallButton>
                <CallButton call={addDictItem} type="primary" onClick={() => setOpen('addItem')}>
                  {t(words.addItem)}
                </CallButton>
              </>
            )
          }
        />
      ) : null}
      {open === 'addType' ? <TypeForm type={undefined} onClose={close} /> : null}
      {open === 'editType' && current ? <TypeForm type={current} onClose={close} /> : null}
      {open === 'import' && current ? (
        <SheetDrawer
          endpoint={importDictItems}
          title={t(words.importTitle, { name: t(current) })}
          body={{ type: current.code }}
          columns={[value, zh, en, sort].map((field) => t(field.label))}
          done={(answer) => t(words.imported, answer)}
          onClose={close}
        />
      ) : null}
      {current && (open === 'addItem' || typeof open === 'object') ? (
        <ItemForm type={current} row={typeof open === 'object' ? open : undefined} onClose={close} />
      ) : null}
    </Columns>
  );
}
