import { previewMenu } from '@cardinal/contract/api/identity/menus.ts';
import { deleteRole, listRoles, readRole, roleInUse, saveRole, whoCan } from '@cardinal/contract/api/identity/roles.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { OwnFilter } from '../../kit/filters/FilterForm.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { OpenLink } from '../../kit/OpenLink.tsx';
import { Nothing } from '../../kit/table/cells.tsx';
import { useReadAnew } from '../../kit/useReadAnew.ts';
import { useShown } from '../../kit/useShown.ts';
import { MenuPreview } from './_menu/MenuPreview.tsx';
import { PermissionPicker } from './_roles/PermissionPicker.tsx';
import { RoleEditor } from './_roles/RoleEditor.tsx';
import { WhoCan } from './_roles/WhoCan.tsx';

const RoleHolders = lazy(() => import('./_roles/RoleHolders.tsx'));

const words = {
  view: text('查看', 'View'),
  holders: text('持有账号', 'Accounts'),
  preview: text('查看效果', 'Preview'),
  previewTitle: text('「{name}」看到的菜单', 'Menu seen by “{name}”'),
  question: text('删除角色「{name}」？', 'Delete role “{name}”?'),
  consequence: text('删除后不能恢复；没有账号持有它。', 'This cannot be undone. No accounts hold it.'),
  removed: text('角色已删除', 'Role deleted'),
  whoCan: text('谁能做……？', 'Who can …?'),
  holds: text('拥有权限', 'Holds permission'),
  unused: text('无人使用', 'Unused'),
  ofMain: text('该客户可用的全部功能', 'All features available to the customer'),
  ofAdmin: text('平台的全部功能', 'All features of the platform'),
  none: text('还没有角色', 'No roles yet'),
  noneHint: text(
    '从模板开始，几下就能给客服、财务或仓库配好权限。',
    'Start from a template to set up permissions for customer service, finance or warehouse.',
  ),
};

type Row = RowOf<typeof listRoles>;

const COLUMNS: readonly ColumnSpec<typeof listRoles>[] = [
  { field: 'name', pinned: 'left', width: 160 },
  { field: 'description', width: 220, cell: (row) => <Description {...row} /> },
  { field: 'customerName', width: 150 },
  { field: 'kind', width: 110 },
  {
    field: 'accounts',
    width: 88,
    cell: (row) =>
      row.accounts > 0 ? (
        <OpenLink to={`/permission/accountManagement?roleId=${row.id}`}>{countAmount(row.accounts)}</OpenLink>
      ) : (
        countAmount(0)
      ),
  },
  { field: 'pages', width: 80 },
  { field: 'buttons', width: 80 },
  { field: 'hasMoney', width: 90 },
  {
    field: 'withdrawn',
    width: 100,
    cell: (row) => (row.withdrawn > 0 ? <Span ink="warning">{countAmount(row.withdrawn)}</Span> : countAmount(0)),
  },
  'changedAt',
];

/** The default description of a built-in role. */
function Description({ kind, description }: Row) {
  const t = useText();
  if (description) return description;
  return kind === 'custom' ? <Nothing /> : t(kind === 'admin' ? words.ofAdmin : words.ofMain);
}

const HOLDS: OwnFilter = {
  keys: ['holds'],
  label: words.holds,
  control: ({ id, filters, change }) => (
    <PermissionPicker id={id} value={[filters['holds'] ?? []].flat()[0]} onValue={(next) => change('holds', next)} />
  ),
};
const UNDER = customerFilter('under', nouns.customer);
const FILTERS = ['name', HOLDS, UNDER, 'kind'] as const;

export default function Roles() {
  const t = useText();
  const [shown, show] = useShown();
  const [copied, setCopied] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [held, setHeld] = useState<string>();
  const [previewed, setPreviewed] = useState<Row>();
  const removing = useChange(deleteRole, { done: t(words.removed) });

  const remove = (row: Row) =>
    removing.confirm({
      title: t(words.question, { name: row.name }),
      body: <p>{t(words.consequence)}</p>,
      confirm: t(verbs.delete),
      isDanger: true,
      sends: { body: { id: row.id } },
    });

  return (
    <>
      <ListScreen
        list={listRoles}
        columns={COLUMNS}
        filters={FILTERS}
        views={[{ title: words.unused, query: 'unused=true' }]}
        rowName={(row) => row.name}
        rowActions={(row) => [
          { key: 'edit', label: t(row.offered.edit ? verbs.edit : words.view), onPick: () => show(row.id) },
          { key: 'holders', label: t(words.holders), onPick: () => setHeld(row.id) },
          { key: 'preview', label: t(words.preview), call: previewMenu, onPick: () => setPreviewed(row) },
          { key: 'copy', label: t(verbs.copy), call: saveRole, onPick: () => setCopied(row.id) },
          ...(row.offered.delete
            ? [
                {
                  key: 'remove',
                  label: t(verbs.delete),
                  call: deleteRole,
                  isDanger: true,
                  disabled: row.accounts > 0 && t(roleInUse.text, { n: countAmount(row.accounts) }),
                  onPick: () => void remove(row),
                },
              ]
            : []),
        ]}
        actions={
          <>
            <CallButton call={whoCan} onClick={() => setIsAsking(true)}>
              {t(words.whoCan)}
            </CallButton>
            <CallButton call={saveRole} type="primary" onClick={() => setIsAdding(true)}>
              {t(verbs.newRole)}
            </CallButton>
          </>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {isAdding ? <RoleEditor onClose={() => setIsAdding(false)} /> : null}
      {shown ? <Existing key={shown} id={shown} onClose={() => show(undefined)} /> : null}
      {copied ? <Existing key={copied} id={copied} isCopy onClose={() => setCopied(undefined)} /> : null}
      <Suspense>{held ? <RoleHolders id={held} onClose={() => setHeld(undefined)} /> : null}</Suspense>
      {isAsking ? (
        <WhoCan
          onClose={() => setIsAsking(false)}
          onRole={(id) => {
            setIsAsking(false);
            show(id);
          }}
        />
      ) : null}
      <Sheet
        isOpen={previewed !== undefined}
        title={t(words.previewTitle, { name: previewed?.name ?? '' })}
        width={760}
        onClose={() => setPreviewed(undefined)}
      >
        {previewed ? <MenuPreview roleId={previewed.id} /> : null}
      </Sheet>
    </>
  );
}

function Existing(props: { id: string; isCopy?: boolean; onClose: () => void }) {
  const role = useReadAnew(readRole, { id: props.id });
  if (!role) return null;
  return props.isCopy ? (
    <RoleEditor copied={role} onClose={props.onClose} />
  ) : (
    <RoleEditor role={role} onClose={props.onClose} />
  );
}
