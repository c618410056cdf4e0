import { addCarrierAccount, listCarrierAccounts } from '@cardinal/contract/api/carriers/carriers.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { choiceFilter } from '../../kit/filters/choiceFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { Nothing } from '../../kit/table/cells.tsx';
import { useShown } from '../../kit/useShown.ts';
import { AddCarrier, CarrierSecret, EditCarrier, PauseCarrier } from './_carriers/CarrierForms.tsx';
import { CallsToday, CarrierBreaker, CarrierHealth, CarrierName, CarrierState } from './_carriers/carrierCells.tsx';
import { MoveCards } from './_carriers/MoveCards.tsx';
import { useAdapters } from './_carriers/useAdapters.ts';
import { type Opened, useCarrierSteps } from './_carriers/useCarrierSteps.tsx';

const CarrierProfile = lazy(() => import('./_carriers/CarrierProfile.tsx'));
const CapabilityMatrix = lazy(() => import('./_carriers/CapabilityMatrix.tsx'));
const CarrierPanel = lazy(() => import('./_carriers/CarrierPanel.tsx'));

const words = {
  matrix: text('能力一览', 'Capabilities'),
  health: text('健康（24 小时）', 'Health (24 h)'),
  unhealthy: text('不健康', 'Unhealthy'),
  expiring: text('凭据 30 天内到期', 'Credentials expire within 30 days'),
  none: text('还没有通道', 'No carrier accounts yet'),
  noneHint: text(
    '新增通道并设置凭据后，卡才能与运营商通信。',
    'Add an account and set its credentials so that cards can communicate with the carrier.',
  ),
};

const SOON_MS = 30 * 86_400_000;
const endsSoon = (day: string) => new Date(day).getTime() - Date.now() < SOON_MS;

const COLUMNS: readonly ColumnSpec<typeof listCarrierAccounts>[] = [
  { field: 'name', pinned: 'left', width: 210, cell: (row) => <CarrierName account={row} /> },
  { field: 'platform', width: 96 },
  { field: 'state', width: 190, cell: (row) => <CarrierState account={row} /> },
  {
    field: 'successPercent',
    title: words.health,
    width: 160,
    isNumeric: false,
    cell: (row) => <CarrierHealth account={row} />,
  },
  { field: 'breaker', width: 96, cell: (row) => <CarrierBreaker account={row} /> },
  { field: 'queue', width: 72 },
  { field: 'cards', width: 88 },
  { field: 'callsToday', width: 130, cell: (row) => <CallsToday account={row} /> },
  { field: 'callsPerSecond', width: 88 },
  { field: 'adapterName', width: 130 },
  { field: 'baseHost', width: 190 },
  { field: 'cycleDay', width: 72 },
  'lastSyncAt',
  { field: 'credentialsHint', width: 150 },
  { field: 'credentialsSetAt', isOff: true },
  {
    field: 'credentialsExpireOn',
    cell: (row) =>
      row.credentialsExpireOn === null ? (
        <Nothing />
      ) : (
        <Span ink={endsSoon(row.credentialsExpireOn) ? 'warning' : undefined}>{row.credentialsExpireOn}</Span>
      ),
  },
  { field: 'lagSeconds', isOff: true },
  { field: 'updatedAt', isOff: true, cell: (row) => <TimeText at={row.updatedAt} /> },
];

/** Dictionaries that also depend on the sub-type: each carrier has its own. */
const ADAPTER = choiceFilter('adapter', listCarrierAccounts.fields.adapter.label, () => {
  const t = useText();
  const { data = [] } = useAdapters();
  return data.map(({ key, name }) => ({ value: key, label: t(name) }));
});
const FILTERS = [
  'name',
  'platform',
  'state',
  ADAPTER,
  { field: 'credentialsExpireOn', range: { mode: 'any' } },
] as const;

export default function CarrierAccounts() {
  const t = useText();
  const [shown, show] = useShown();
  const [isAdding, setIsAdding] = useState(false);
  const [isComparing, setIsComparing] = useState(false);
  const [described, setDescribed] = useState<string>();
  const [opened, setOpened] = useState<Opened>();
  const { stepsOf, tested } = useCarrierSteps(setOpened);
  const close = () => {
    setOpened(undefined);
    setDescribed(undefined);
  };
  const profileOf = opened?.what === 'profile' ? opened.account.id : described;

  return (
    <>
      <ListScreen
        list={listCarrierAccounts}
        columns={COLUMNS}
        filters={FILTERS}
        views={[
          { title: words.unhealthy, query: 'unhealthy=true' },
          { title: words.expiring, query: 'expiringWithinDays=30' },
        ]}
        rowName={(row) => row.name}
        rowActions={(row) => [{ key: 'details', label: t(nouns.details), onPick: () => show(row.id) }, ...stepsOf(row)]}
        actions={
          <>
            <Button onClick={() => setIsComparing(true)}>{t(words.matrix)}</Button>
            <CallButton call={addCarrierAccount} type="primary" onClick={() => setIsAdding(true)}>
              {t(verbs.newCarrierAccount)}
            </CallButton>
          </>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense>
        <CarrierPanel id={shown} steps={stepsOf} tested={tested} onClose={() => show(undefined)} />
        {isComparing ? <CapabilityMatrix onClose={() => setIsComparing(false)} /> : null}
        {profileOf === undefined ? null : <CarrierProfile accountId={profileOf} onClose={close} />}
      </Suspense>
      {isAdding ? (
        <AddCarrier
          onAdded={(id, needsProfile) => (needsProfile ? setDescribed(id) : show(id))}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
      {opened?.what === 'edit' ? <EditCarrier id={opened.account.id} onClose={close} /> : null}
      {opened?.what === 'secret' ? <CarrierSecret account={opened.account} onClose={close} /> : null}
      {opened?.what === 'move' ? <MoveCards account={opened.account} onClose={close} /> : null}
      {opened?.what === 'pause' ? <PauseCarrier account={opened.account} onClose={close} /> : null}
    </>
  );
}
