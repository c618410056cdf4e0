import {
  assignMenuSet,
  deleteMenuSet,
  listMenuSets,
  menuSetInUse,
  readMenuSet,
  readSetTree,
  saveMenuSet,
} from '@cardinal/contract/api/identity/menuSets.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import { choiceFilter } from '../../kit/filters/choiceFilter.tsx';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useRead } from '../../kit/useRead.ts';
import { useReadAnew } from '../../kit/useReadAnew.ts';
import { useShown } from '../../kit/useShown.ts';
import { isBuiltPath } from '../../shell/screenFiles.ts';

const SetEditor = lazy(() => import('./_menuSet/SetEditor.tsx').then((file) => ({ default: file.SetEditor })));
const SetUsers = lazy(() => import('./_menuSet/SetUsers.tsx').then((file) => ({ default: file.SetUsers })));

const words = {
  add: text('新增方案', 'New set'),
  edit: verbs.edit,
  users: nouns.customers,
  copy: verbs.copy,
  remove: verbs.delete,
  question: text('删除菜单方案「{name}」？', 'Delete menu set “{name}”?'),
  consequence: text('没有客户在使用；删除后不能恢复。', 'No customers use it. This cannot be undone.'),
  removed: text('方案已删除', 'Set deleted'),
  page: text('包含页面', 'Holds page'),
  usedBy: text('使用客户', 'Customer'),
  none: text('还没有菜单方案', 'No menu sets yet'),
  noneHint: text(
    '没有方案时，客户看到上级给它的全部菜单。',
    'Without a set, a customer sees the full menu granted by its parent.',
  ),
};

type Row = RowOf<typeof listMenuSets>;

const COLUMNS: readonly ColumnSpec<typeof listMenuSets>[] = [
  { field: 'name', pinned: 'left', width: 160 },
  { field: 'ownerName', width: 140 },
  { field: 'kind', width: 100 },
  { field: 'edition', width: 100 },
  { field: 'isDefault', width: 80 },
  { field: 'pages', width: 72, cell: ({ pageKeys }) => countAmount(pageKeys.filter(isBuiltPath).length) },
  { field: 'customers', width: 80 },
  'changedAt',
];

const PAGE = choiceFilter('page', words.page, () => {
  const t = useText();
  const { data = [] } = useRead(readSetTree, {}, { staleTime: 60_000 });
  return data.filter(({ kind }) => kind === 'page').map((each) => ({ value: each.key, label: t(each) }));
});
const FILTERS = ['name', PAGE, customerFilter('usedBy', words.usedBy), 'kind', 'edition', 'isDefault'] as const;

export default function MenuSets() {
  const t = useText();
  const [shown, show] = useShown();
  const [copied, setCopied] = useState<string>();
  const [assigned, setAssigned] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  const removing = useChange(deleteMenuSet, { done: t(words.removed) });
  const remove = (row: Row) =>
    removing.confirm({
      title: t(words.question, { name: row.name }),
      body: <p>{t(words.consequence)}</p>,
      confirm: t(words.remove),
      isDanger: true,
      sends: { body: { id: row.id } },
    });
  return (
    <>
      <ListScreen
        list={listMenuSets}
        columns={COLUMNS}
        filters={FILTERS}
        rowName={(row) => row.name}
        rowActions={(row) => [
          { key: 'edit', label: t(words.edit), call: readMenuSet, onPick: () => show(row.id) },
          { key: 'users', label: t(words.users), call: assignMenuSet, onPick: () => setAssigned(row.id) },
          { key: 'copy', label: t(words.copy), call: saveMenuSet, onPick: () => setCopied(row.id) },
          {
            key: 'remove',
            label: t(words.remove),
            call: deleteMenuSet,
            isDanger: true,
            disabled: row.customers > 0 && t(menuSetInUse.text, { n: countAmount(row.customers) }),
            onPick: () => void remove(row),
          },
        ]}
        actions={
          <CallButton call={saveMenuSet} type="primary" onClick={() => setIsAdding(true)}>
            {t(words.add)}
          </CallButton>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>
        {isAdding ? <SetEditor onClose={() => setIsAdding(false)} /> : null}
        {shown ? <Existing key={shown} id={shown} as="set" onClose={() => show(undefined)} /> : null}
        {copied ? <Existing key={copied} id={copied} as="copied" onClose={() => setCopied(undefined)} /> : null}
        {assigned ? <Existing key={assigned} id={assigned} as="users" onClose={() => setAssigned(undefined)} /> : null}
      </Suspense>
    </>
  );
}

function Existing(props: { id: string; as: 'set' | 'copied' | 'users'; onClose: () => void }) {
  const set = useReadAnew(readMenuSet, { id: props.id });
  if (!set) return null;
  if (props.as === 'users') return <SetUsers set={set} onClose={props.onClose} />;
  return <SetEditor {...{ [props.as]: set }} onClose={props.onClose} />;
}
