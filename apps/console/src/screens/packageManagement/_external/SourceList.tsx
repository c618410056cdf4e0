import {
  addSource,
  editSource,
  enableSource,
  listSources,
  syncSource,
  testSource,
} from '@cardinal/contract/api/externalPackages/sources.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';
import { toast } from '../../../shell/toasts.ts';
import { SOURCE_LOOKS } from './externalWords.ts';

const SourceForm = lazy(() => import('./SourceForm.tsx'));
const DisableSource = lazy(() => import('./DisableSource.tsx'));

const words = {
  none: text('还没有来源', 'No sources yet'),
  noneHint: text(
    '接入另一个平台的开放接口，定时同步它可订购的套餐、价格和余额。',
    'Connect the open interface of another platform; what can be ordered there, its prices and your balance are synced every hour.',
  ),
  begun: text('已开始同步 {name}', 'Syncing {name}'),
  enabled: text('{name} 已启用，同步后套餐恢复', '{name} is enabled; its packages are back once it is synced'),
};

export type SourceRow = RowOf<typeof listSources>;

const COLUMNS: readonly ColumnSpec<typeof listSources>[] = [
  { field: 'name', pinned: 'left', width: 160 },
  { field: 'host', width: 190 },
  { field: 'isEnabled', width: 80 },
  { field: 'breaker', width: 100 },
  { field: 'failures', width: 120 },
  { field: 'balance', width: 120, cell: (row) => <Balance row={row} /> },
  { field: 'currency', width: 80 },
  { field: 'openOrders', width: 120 },
  'oldestOrderAt',
  'balanceAt',
  { field: 'syncState', width: 100 },
  { field: 'syncRead', width: 90 },
  'lastSyncAt',
  { field: 'syncWords', width: 220 },
  { field: 'offers', width: 110 },
  { field: 'mapped', width: 90 },
  { field: 'suspended', width: 90 },
  { field: 'tolerance', width: 120 },
  { field: 'autoAccept', width: 100 },
  { field: 'lowBalance', width: 120 },
  { field: 'waitHours', isOff: true },
  { field: 'adapter', isOff: true },
  { field: 'timeoutMs', isOff: true },
  { field: 'lastAnswerAt', isOff: true },
  { field: 'breakerWords', isOff: true },
  { field: 'credentialsSetAt', isOff: true },
  { field: 'credentialsSetBy', isOff: true },
  { field: 'provedAt', isOff: true },
  { field: 'updatedAt', isOff: true },
];

/** In red once it is as low as its owner wants to be told of. */
function Balance({ row: { balance, currency, lowBalance } }: { row: SourceRow }) {
  if (balance === null || currency === null) return <Nothing />;
  const isLow = lowBalance !== null && BigInt(balance) <= BigInt(lowBalance);
  return <Span ink={isLow ? 'danger' : undefined}>{moneyAmount(balance, currency)}</Span>;
}

/** Where external packages come from: health, balance and the last sync of each. */
export default function SourceList() {
  const t = useText();
  const [edited, setEdited] = useState<string>();
  const [disabled, setDisabled] = useState<SourceRow>();
  const testing = useChange(testSource);
  const syncing = useChange(syncSource);
  const enabling = useChange(enableSource);
  const test = async ({ id, name }: SourceRow) => {
    const answer = await testing.run({ body: { id } });
    if (!answer) return;
    const said = t(sentences.answeredIn, { name, words: answer.words, ms: countAmount(answer.durationMs) });
    if (answer.works) toast.success(said);
    else toast.error(said);
  };
  const sync = async ({ id, name }: SourceRow) => {
    if (await syncing.run({ body: { id } })) toast.success(t(words.begun, { name }));
  };
  const enable = async ({ id, name }: SourceRow) => {
    if (await enabling.run({ body: { id, isEnabled: true } })) toast.success(t(words.enabled, { name }));
  };
  const add = (
    <CallButton call={addSource} type="primary" onClick={() => setEdited('new')}>
      {t(addSource.summary)}
    </CallButton>
  );
  return (
    <>
      <ListScreen
        list={listSources}
        columns={COLUMNS}
        filters={['name', 'isEnabled', 'syncState']}
        looks={SOURCE_LOOKS}
        isMoving={(row) => row.syncState === 'running'}
        rowName={(row) => row.name}
        rowActions={(row) => [
          ...(row.isEnabled
            ? [{ key: 'sync', label: t(syncSource.summary), call: syncSource, onPick: () => void sync(row) }]
            : []),
          { key: 'test', label: t(verbs.testConnection), call: testSource, onPick: () => void test(row) },
          { key: 'edit', label: t(verbs.edit), call: editSource, onPick: () => setEdited(row.id) },
          row.isEnabled
            ? {
                key: 'disable',
                label: t(verbs.disable),
                call: enableSource,
                isDanger: true,
                onPick: () => setDisabled(row),
              }
            : { key: 'enable', label: t(verbs.enable), call: enableSource, onPick: () => void enable(row) },
        ]}
        actions={add}
        empty={{ title: words.none, hint: words.noneHint, action: add }}
      />
      <Suspense fallback={null}>
        {edited ? <SourceForm id={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} /> : null}
        {disabled ? <DisableSource source={disabled} onClose={() => setDisabled(undefined)} /> : null}
      </Suspense>
    </>
  );
}
