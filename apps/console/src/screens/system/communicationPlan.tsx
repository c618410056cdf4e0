import {
  addPlan,
  editPlan,
  listPlans,
  PlanState,
  planAccounts,
  pullPlans,
} from '@cardinal/contract/api/cardCommands/plans.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { CARD_LISTS, cardListPath } from '@cardinal/contract/routes/cardLists.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { TimeAgo } from '@cardinal/ui/TimeText.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, useEffect } from 'react';
import { choiceFilter } from '../../kit/filters/choiceFilter.tsx';
import { textFilter } from '../../kit/filters/textFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import type { Step } from '../../kit/register/registerSpec.ts';
import { CarrierName } from '../../kit/table/CarrierName.tsx';
import { Nothing, WholeCode } from '../../kit/table/cells.tsx';
import { readKey, useRead } from '../../kit/useRead.ts';
import { planBody, usePlanFields } from './_plans/planFields.ts';

const PullPlans = lazy(() => import('./_plans/PullPlans.tsx'));

const words = {
  cards: text('查看流量卡', 'Data cards'),
  noCards: text('没有卡使用该计划', 'No cards use this plan'),
  pull: text('从运营商拉取', 'Pull from carrier'),
  differing: text('有差异', 'Differing'),
  gone: text('运营商已无', 'No longer at the carrier'),
  same: text('一致', 'None'),
  noneHint: text(
    '从运营商拉取；接口不提供的通道可手工新增。',
    'Pull plans from the carrier. For accounts whose interface does not provide them, add plans manually.',
  ),
};

type Row = RowOf<typeof listPlans>;
/** Poll interval of the figures while a pull is running. */
const WATCH_MS = 2_000;

const LOOKS = {
  state: {
    [PlanState.values.on]: { shape: 'disc', tone: 'good' },
    [PlanState.values.off]: { shape: 'ring', tone: 'neutral' },
    [PlanState.values.gone]: { shape: 'cross', tone: 'bad' },
  },
} as const;

const joined = (values: readonly string[]) => (values.length === 0 ? <Nothing /> : values.join(' · '));

const COLUMNS: readonly ColumnSpec<typeof listPlans>[] = [
  { field: 'carrierName', pinned: 'left', width: 170, cell: (row) => <WholeCode value={row.carrierName} /> },
  { field: 'name', width: 130 },
  {
    field: 'carrierAccountName',
    width: 150,
    cell: (row) => <CarrierName platform={row.platform}>{row.carrierAccountName}</CarrierName>,
  },
  { field: 'state', width: 120 },
  { field: 'cards', width: 110 },
  { field: 'carrierCards', width: 130, cell: (row) => <AtCarrier row={row} /> },
  { field: 'difference', width: 110, cell: (row) => <Difference row={row} /> },
  { field: 'products', width: 110 },
  { field: 'ratePlan', width: 140 },
  { field: 'services', width: 140 },
  { field: 'apns', width: 170, cell: (row) => joined(row.apns) },
  { field: 'rats', width: 110 },
  { field: 'countries', width: 110, cell: (row) => joined(row.countries) },
  { field: 'countedAt', width: 168 },
  { field: 'isByHand', width: 96, isOff: true },
  { field: 'remark', width: 180, isOff: true },
  { field: 'updatedAt', isOff: true },
];

/** The carrier's figure is as old as the last pull and shows its age; ours is current. */
function AtCarrier({ row }: { row: Row }) {
  if (row.carrierCards === null) return <Nothing />;
  return (
    <>
      {countAmount(row.carrierCards)}{' '}
      {row.countedAt ? (
        <Span as="small" ink="secondary">
          <TimeAgo at={row.countedAt} />
        </Span>
      ) : null}
    </>
  );
}

function Difference({ row }: { row: Row }) {
  const t = useText();
  if (row.difference === null) return <Nothing />;
  if (row.difference === 0) return t(words.same);
  const sign = row.difference > 0 ? '+' : '−';
  return <Span ink="danger">{`${sign}${countAmount(Math.abs(row.difference))}`}</Span>;
}

/** The accounts with their pulls; when one ends, the list is refetched. */
function useAccounts() {
  const queries = useQueryClient();
  const accounts = useRead(
    planAccounts,
    {},
    { every: (data) => (data?.some(isRunning) ? WATCH_MS : false), isSilent: false },
  );
  const runs = accounts.data?.filter(isRunning).length ?? 0;
  useEffect(() => {
    if (runs === 0) void queries.invalidateQueries({ queryKey: readKey(listPlans) });
  }, [runs, queries]);
  return accounts;
}

const isRunning = ({ pull }: AnswerOf<typeof planAccounts>[number]) => pull?.state === 'running';

const ACCOUNT = choiceFilter(
  'carrierAccountId',
  nouns.carrierAccount,
  () => useAccounts().data?.map(({ id, name }) => ({ value: id, label: name })) ?? [],
);

const APN = textFilter('apn', text('APN', 'APN'));

/** The data cards on a plan, where they can be moved to another one. */
const cardsOn = ({ carrierAccountId, carrierName }: Row): string =>
  cardListPath(CardKind.values.flow, { carrierAccountId, communicationPlan: carrierName });

const PLANS = {
  noun: { zh: '通信计划', en: 'communication plan', many: 'communication plans' },
  list: listPlans,
  create: addPlan,
  edit: editPlan,
  isVersioned: true,
} as const;

const CARDS: Step<Row> = {
  key: 'cards',
  label: words.cards,
  call: { permission: [CARD_LISTS[CardKind.values.flow].permission] },
  disabled: ({ cards }, t) => cards === 0 && t(words.noCards),
  to: cardsOn,
};

export default function CommunicationPlans() {
  const { data: accounts = [] } = useAccounts();
  return (
    <RegisterScreen
      register={PLANS}
      columns={COLUMNS}
      looks={LOOKS}
      filters={[ACCOUNT, 'carrierName', 'name', 'state', 'services', APN]}
      views={[
        { title: words.differing, query: 'differing=true' },
        { title: nouns.unused, query: 'unused=true' },
        { title: words.gone, query: `state=${PlanState.values.gone}` },
      ]}
      filterNames={{ differing: words.differing, unused: nouns.unused }}
      rowName={({ carrierName }) => carrierName}
      form={usePlanFields}
      begin={{ services: [], rats: [], countries: [], apns: '' }}
      values={({ state, apns }) => ({
        state: state === PlanState.values.gone ? PlanState.values.on : state,
        apns: apns.join('\n'),
      })}
      toBody={planBody}
      steps={['edit', CARDS]}
      tools={[
        {
          key: 'pull',
          label: words.pull,
          call: pullPlans,
          opens: (close) => <PullPlans accounts={accounts} onClose={close} />,
        },
      ]}
      hint={words.noneHint}
    />
  );
}
