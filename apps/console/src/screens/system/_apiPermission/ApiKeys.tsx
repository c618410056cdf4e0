import {
  ApiKeyState,
  createApiKey,
  disableApiKey,
  editApiKey,
  listApiKeys,
  readSinceRotation,
  rotateApiKey,
} from '@cardinal/contract/api/openApi/keys.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';
import { customerFilter } from '../../../kit/filters/customerFilter.tsx';
import { textFilter } from '../../../kit/filters/textFilter.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { OneTimeSecret, type Secret } from '../../../kit/OneTimeSecret.tsx';
import { CarrierName } from '../../../kit/table/CarrierName.tsx';
import { WholeCode } from '../../../kit/table/cells.tsx';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { TestCall } from '../../../parts/openApi/TestCall.tsx';
import { useSearch } from '../../../shell/screenContext.ts';
import { ApiKeyForm, RotateForm } from './ApiKeyForms.tsx';
import { InterfaceName, Scopes } from './apiCells.tsx';
import { CallSources } from './CallSources.tsx';

const words = {
  test: text('测试调用', 'Test call'),
  sources: text('轮换后来源', 'Since rotation'),
  disableQuestion: text('停用密钥「{name}」？', 'Disable key “{name}”?'),
  disableNote: text(
    '立即生效且不能恢复；由它发起的任务会继续执行。',
    'Takes effect immediately and cannot be undone. Tasks started by it continue.',
  ),
  disabled: text('密钥已停用', 'Key disabled'),
  secretMade: text('请保存密钥', 'Save the secret'),
  appKey: text('应用标识 {appKey}', 'App key {appKey}'),
  oldUntil: text('旧密钥至 {at}', 'Old secret until {at}'),
  expiring: text('30 天内到期', 'Expiring within 30 days'),
  unused: text('30 天未调用', 'Unused for 30 days'),
  severalOf: text('{first} 等 {n} 个', '{first} ({n} in all)'),
  all: text('不限', 'All'),
  none: text('还没有密钥', 'No keys yet'),
  noneHint: text(
    '为自有系统新建密钥，即可用签名方式调用开放接口。',
    'Create a key for your own system to call the open interfaces with signed requests.',
  ),
};
const UNDER = customerFilter('underCustomerId', nouns.customerAndBelow);
const CALLED = textFilter('calledInterface', text('调用过的接口', 'Called interface'));

type Row = RowOf<typeof listApiKeys>;
const LOOKS = {
  state: {
    [ApiKeyState.values.active]: { shape: 'disc', tone: 'good' },
    [ApiKeyState.values.expired]: { shape: 'ring', tone: 'warning' },
    [ApiKeyState.values.disabled]: { shape: 'cross', tone: 'neutral' },
  },
} as const;

function SecretHint({ row }: { row: Row }) {
  const t = useText();
  return (
    <span>
      <code>{row.secretHint}</code>
      {row.oldSecretUntil ? <small> {t(words.oldUntil, { at: row.oldSecretUntil.slice(0, 10) })}</small> : null}
    </span>
  );
}

/** The bindings of a key: the first and their number, all of them on hover; `none` without bindings. */
function Bounds({ values, none }: { values: readonly string[]; none: Text }) {
  const t = useText();
  const [first, ...others] = values;
  if (!first) return t(none);
  return (
    <span title={values.join(', ')}>
      {others.length === 0 ? first : t(words.severalOf, { first, n: values.length })}
    </span>
  );
}

function Carriers({ row }: { row: Row }) {
  const t = useText();
  const [first] = row.platforms;
  const bounds = <Bounds none={words.all} values={row.platforms.map((each) => t(Platform.labelOf(each)))} />;
  return first === undefined ? bounds : <CarrierName platform={first}>{bounds}</CarrierName>;
}

function Calls({ row }: { row: Row }) {
  const t = useText();
  return (
    <span>
      {countAmount(row.calls)}
      {row.errors > 0 ? (
        <Span as="small" ink="danger">
          {' '}
          {t(sentences.failed, { n: countAmount(row.errors) })}
        </Span>
      ) : null}
    </span>
  );
}

/** The used share of the daily quota, if there is one. */
function Today({ row }: { row: Row }) {
  const isSpent = row.dailyQuota !== null && row.callsToday >= row.dailyQuota;
  return (
    <Span ink={isSpent ? 'danger' : undefined}>
      {countAmount(row.callsToday)}
      {row.dailyQuota === null ? null : <small> / {countAmount(row.dailyQuota)}</small>}
    </Span>
  );
}

const COLUMNS: readonly ColumnSpec<typeof listApiKeys>[] = [
  { field: 'name', pinned: 'left', width: 140 },
  { field: 'state', width: 96 },
  { field: 'appKey', width: 200, cell: (row) => <WholeCode value={row.appKey} /> },
  { field: 'calls', width: 130, cell: (row) => <Calls row={row} /> },
  { field: 'callsToday', width: 140, cell: (row) => <Today row={row} /> },
  { field: 'scopes', width: 360, cell: (row) => <Scopes scopes={row.scopes} withheld={row.withheld} /> },
  { field: 'lastUsedAt', width: 168 },
  { field: 'lastInterface', width: 170, cell: (row) => <InterfaceName name={row.lastInterface} /> },
  { field: 'lastAddress', width: 130 },
  { field: 'platforms', width: 170, cell: (row) => <Carriers row={row} /> },
  { field: 'productCodes', width: 170, cell: (row) => <Bounds none={words.all} values={row.productCodes} /> },
  { field: 'addresses', width: 190, cell: (row) => <Bounds none={nouns.anywhere} values={row.addresses} /> },
  { field: 'expiresAt', width: 168 },
  { field: 'secretHint', width: 170, cell: (row) => <SecretHint row={row} /> },
  { field: 'scopeSetName', width: 120 },
  { field: 'customerName', width: 140 },
  { field: 'accountName', width: 110 },
  'createdAt',
];

export function ApiKeys() {
  const t = useText();
  const [, write] = useSearch();
  const [form, setForm] = useState<Row | 'new'>();
  const [rotated, setRotated] = useState<Row>();
  const [tried, setTried] = useState<Row>();
  const [traced, setTraced] = useState<Row>();
  const [secret, setSecret] = useState<Secret>();
  const disabling = useChange(disableApiKey, { done: t(words.disabled) });

  const tell = (told: { appKey: string; secret: string }) =>
    setSecret({
      title: t(words.secretMade),
      label: nouns.secret,
      value: told.secret,
      note: t(words.appKey, { appKey: told.appKey }),
    });
  const disable = (row: Row) =>
    disabling.confirm({
      title: t(words.disableQuestion, { name: row.name }),
      body: <p>{t(words.disableNote)}</p>,
      confirm: t(verbs.disable),
      isDanger: true,
      sends: { body: { id: row.id } },
    });
  const actionsOf = (row: Row): readonly RowAction[] => {
    const isLiving = row.state !== 'disabled';
    const isMine = row.isOwn && isLiving;
    return [
      {
        key: 'calls',
        label: t(nouns.calls),
        onPick: () => write(new URLSearchParams({ tab: 'calls', keyId: row.id })),
      },
      { key: 'sources', label: t(words.sources), call: readSinceRotation, onPick: () => setTraced(row) },
      ...(isMine
        ? [
            { key: 'edit', label: t(verbs.edit), call: editApiKey, onPick: () => setForm(row) },
            { key: 'rotate', label: t(verbs.rotate), call: rotateApiKey, onPick: () => setRotated(row) },
            { key: 'test', label: t(words.test), onPick: () => setTried(row) },
          ]
        : []),
      ...(isLiving
        ? [
            {
              key: 'disable',
              label: t(verbs.disable),
              call: disableApiKey,
              isDanger: true,
              onPick: () => void disable(row),
            },
          ]
        : []),
    ];
  };

  return (
    <>
      <ListScreen
        list={listApiKeys}
        title={listApiKeys.summary}
        columns={COLUMNS}
        filters={['name', UNDER, 'state', 'scopes', CALLED, 'appKey', 'expiresAt']}
        filterNames={{ unusedDays: words.unused, expiringWithinDays: words.expiring }}
        views={[
          { title: words.expiring, query: 'expiringWithinDays=30' },
          { title: words.unused, query: 'unusedDays=30&state=active' },
        ]}
        looks={LOOKS}
        rowName={(row) => row.name}
        rowActions={actionsOf}
        actions={
          <CallButton call={createApiKey} type="primary" onClick={() => setForm('new')}>
            {t(verbs.newKey)}
          </CallButton>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {form ? (
        <ApiKeyForm row={form === 'new' ? undefined : form} onMade={tell} onClose={() => setForm(undefined)} />
      ) : null}
      {rotated ? <RotateForm row={rotated} onMade={tell} onClose={() => setRotated(undefined)} /> : null}
      {tried ? <TestCall appKey={tried.appKey} name={tried.name} onClose={() => setTried(undefined)} /> : null}
      {traced ? <CallSources id={traced.id} name={traced.name} onClose={() => setTraced(undefined)} /> : null}
      {secret ? <OneTimeSecret secret={secret} onClose={() => setSecret(undefined)} /> : null}
    </>
  );
}
