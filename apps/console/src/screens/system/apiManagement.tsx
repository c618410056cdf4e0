import {
  deprecateOpenInterface,
  editOpenInterface,
  listOpenInterfaces,
  OpenState,
  reviveOpenInterface,
} from '@cardinal/contract/api/openApi/catalogue.ts';
import { OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { lazy, Suspense, useState } from 'react';
import { useChange } from '../../kit/change.ts';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { Nothing, WholeCode } from '../../kit/table/cells.tsx';
import type { RowAction } from '../../kit/table/RowActions.tsx';
import { useRead } from '../../kit/useRead.ts';
import { useShown } from '../../kit/useShown.ts';
import { TestCall } from '../../parts/openApi/TestCall.tsx';
import { confirmFirst } from '../../shell/questions.ts';
import { toast } from '../../shell/toasts.ts';
import { InterfacePath, InterfaceStanding } from './_apiManagement/interfaceCells.tsx';

const InterfacePanel = lazy(() => import('./_apiManagement/InterfacePanel.tsx'));
const EditInterface = lazy(async () => ({
  default: (await import('./_apiManagement/InterfaceForms.tsx')).EditInterface,
}));
const DeprecateInterface = lazy(async () => ({
  default: (await import('./_apiManagement/InterfaceForms.tsx')).DeprecateInterface,
}));

const words = {
  try: text('试调用', 'Try'),
  tryOnlyReading: text('只能试无需参数的查询接口', 'Only query interfaces without parameters can be tried'),
  deprecate: text('宣布下线', 'Announce retirement'),
  revive: text('撤回下线', 'Withdraw retirement'),
  reviveQuestion: text('「{name}」不再下线？', 'Withdraw retirement of “{name}”?'),
  reviveNote: text('将再次通知近 90 天的调用方。', 'Callers of the last 90 days are notified again.'),
  revived: text('已撤回下线', 'It stays'),
  failing: text('错误率超过 5%', 'Error rate above 5%'),
  ending: text('即将下线', 'Ending'),
};

type Row = RowOf<typeof listOpenInterfaces>;
type Opened = { readonly what: 'edit' | 'deprecate' | 'try'; readonly row: Row };
const BAD_PERCENT = 5;

const COLUMNS: readonly ColumnSpec<typeof listOpenInterfaces>[] = [
  { field: 'title', pinned: 'left', width: 164 },
  { field: 'path', width: 300, cell: (row) => <InterfacePath row={row} /> },
  { field: 'state', width: 236, cell: (row) => <InterfaceStanding row={row} /> },
  { field: 'calls', width: 112 },
  {
    field: 'errorPercent',
    width: 90,
    cell: (row) =>
      row.errorPercent === null ? (
        <Nothing />
      ) : (
        <Span ink={row.errorPercent >= BAD_PERCENT ? 'danger' : undefined}>{row.errorPercent}</Span>
      ),
  },
  { field: 'p95', width: 100 },
  { field: 'group', width: 90 },
  { field: 'interfaceVersion', width: 96 },
  { field: 'keys', width: 110 },
  { field: 'callsPerSecond', width: 110 },
  { field: 'cost', width: 96 },
  { field: 'keyScope', width: 170, cell: (row) => <KeyScope scope={row.keyScope} /> },
  { field: 'name', width: 140, isOff: true, cell: (row) => <WholeCode value={row.name} /> },
  { field: 'permission', width: 240, isOff: true },
  { field: 'replacedBy', width: 140, isOff: true, cell: (row) => <WholeCode value={row.replacedBy} /> },
  { field: 'updatedBy', width: 110, isOff: true },
  { field: 'updatedAt', isOff: true },
];

function KeyScope({ scope }: { scope: OpenScope | null }) {
  const t = useText();
  return t(scope === null ? nouns.everyKey : OpenScope.labelOf(scope));
}

/** The row that a link names, even if the list's page and filters do not contain it. */
const useRow = (name: string | undefined): Row | undefined =>
  useRead(listOpenInterfaces, name !== undefined && { name: [name] }, { isSilent: false }).data?.list[0];

export default function ApiManagement() {
  const t = useText();
  const [shown, show] = useShown();
  const row = useRow(shown);
  const [opened, setOpened] = useState<Opened>();
  const reviving = useChange(reviveOpenInterface);
  const close = () => setOpened(undefined);
  const revive = async ({ name, title, version }: Row) => {
    const isSure = await confirmFirst({
      title: t(words.reviveQuestion, { name: title }),
      body: <p>{t(words.reviveNote)}</p>,
      confirm: t(words.revive),
    });
    if (isSure && (await reviving.run({ body: { name, version } }))) toast.success(t(words.revived));
  };
  const stepsOf = (each: Row): readonly RowAction[] => [
    {
      key: 'edit',
      label: t(verbs.edit),
      call: editOpenInterface,
      onPick: () => setOpened({ what: 'edit', row: each }),
    },
    {
      key: 'try',
      label: t(words.try),
      disabled: (each.method !== 'GET' || each.path.includes(':')) && t(words.tryOnlyReading),
      onPick: () => setOpened({ what: 'try', row: each }),
    },
    ...(each.state === OpenState.values.online
      ? [
          {
            key: 'deprecate',
            label: t(words.deprecate),
            call: deprecateOpenInterface,
            isDanger: true,
            onPick: () => setOpened({ what: 'deprecate', row: each }),
          },
        ]
      : []),
    ...(each.state === OpenState.values.deprecated
      ? [{ key: 'revive', label: t(words.revive), call: reviveOpenInterface, onPick: () => void revive(each) }]
      : []),
  ];
  return (
    <>
      <ListScreen
        list={listOpenInterfaces}
        columns={COLUMNS}
        filters={['group', 'state', 'path', 'errorPercent']}
        views={[
          { title: words.ending, query: `state=${OpenState.values.deprecated}` },
          { title: words.failing, query: `errorPercentFrom=${BAD_PERCENT}` },
        ]}
        rowId={({ name }) => name}
        rowName={({ title }) => title}
        rowActions={(each) => [
          { key: 'details', label: t(nouns.details), onPick: () => show(each.name) },
          ...stepsOf(each),
        ]}
      />
      <Suspense>
        <InterfacePanel row={shown === undefined ? undefined : row} actions={stepsOf} onClose={() => show(undefined)} />
        {opened?.what === 'edit' ? <EditInterface row={opened.row} onClose={close} /> : null}
        {opened?.what === 'deprecate' ? <DeprecateInterface row={opened.row} onClose={close} /> : null}
      </Suspense>
      {opened?.what === 'try' ? <TestCall path={opened.row.path} onClose={close} /> : null}
    </>
  );
}
