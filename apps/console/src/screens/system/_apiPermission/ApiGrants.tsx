import { listApiGrants, setApiGrant } from '@cardinal/contract/api/openApi/grants.ts';
import { OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useState } from 'react';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { Scopes } from './apiCells.tsx';

const words = {
  grant: text('设置', 'Set'),
  grantTitle: text('「{name}」的API授权', 'API grants of “{name}”'),
  note: text(
    '其密钥立即受限，其下级也不会超出。未授予的权限在密钥上保留但不生效。',
    'Limits its keys immediately, and its descendants cannot exceed it. Scopes not granted remain on keys without effect.',
  ),
  saved: text('授权已保存', 'Rights saved'),
  perMinute: text('次/分钟', 'a minute'),
  none: text('没有下级客户', 'No child customers'),
};

type Row = RowOf<typeof listApiGrants>;
const COLUMNS: readonly ColumnSpec<typeof listApiGrants>[] = [
  { field: 'customerName', pinned: 'left', width: 170 },
  { field: 'kind', width: 100 },
  { field: 'parentName', width: 150 },
  { field: 'scopes', width: 390, cell: (row) => <Scopes scopes={row.scopes} /> },
  { field: 'callsPerMinute', width: 120 },
  { field: 'keys', width: 100 },
  { field: 'grantedBy', width: 110 },
  { field: 'grantedAt', width: 168 },
];

export function ApiGrants() {
  const t = useText();
  const [row, setRow] = useState<Row>();
  return (
    <>
      <ListScreen
        list={listApiGrants}
        title={listApiGrants.summary}
        columns={COLUMNS}
        rowId={({ customerId }) => customerId}
        rowName={({ customerName }) => customerName}
        rowActions={(each) => [{ key: 'grant', label: t(words.grant), call: setApiGrant, onPick: () => setRow(each) }]}
        empty={{ title: words.none }}
      />
      {row ? (
        <FormDrawer
          endpoint={setApiGrant}
          title={t(words.grantTitle, { name: row.customerName })}
          intro={t(words.note)}
          fields={[
            { name: 'scopes', kind: 'multiple', options: OpenScope.options },
            { name: 'callsPerMinute', kind: 'integer', unit: words.perMinute },
          ]}
          labels={listApiGrants.fields}
          initial={{ scopes: row.scopes, callsPerMinute: row.callsPerMinute }}
          toBody={({ scopes, callsPerMinute }) => ({
            customerId: row.customerId,
            scopes,
            callsPerMinute: Number(callsPerMinute),
          })}
          done={t(words.saved)}
          onClose={() => setRow(undefined)}
        />
      ) : null}
    </>
  );
}
