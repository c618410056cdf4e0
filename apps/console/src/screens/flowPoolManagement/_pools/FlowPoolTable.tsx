import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { orderFlowPool } from '@cardinal/contract/api/flowPools/feeds.ts';
import {
  closeFlowPool,
  createFlowPool,
  editFlowPool,
  listFlowPools,
} from '@cardinal/contract/api/flowPools/flowPools.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Volume, VolumeBar } from '@cardinal/ui/Quantity.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { guardOf } from '../../../parts/cardBatches/cardBulk.tsx';
import { detailOfFlowPool, poolTexts } from '../../../parts/pools/poolTexts.ts';
import { Link } from '../../../shell/Link.tsx';
import { FLOW_POOL_LOOKS, volumeOf } from './flowPoolWords.ts';

const CardsOfFlowPool = lazy(() => import('./CardsOfFlowPool.tsx'));
const forms = () => import('./FlowPoolForms.tsx');
const NewFlowPool = lazy(() => forms().then((module) => ({ default: module.NewFlowPool })));
const EditFlowPool = lazy(() => forms().then((module) => ({ default: module.EditFlowPool })));
const OrderForPool = lazy(() => forms().then((module) => ({ default: module.OrderForPool })));

const words = {
  none: text('还没有流量池', 'No flow pools yet'),
  noneHint: text(
    '建一个流量池，订购池套餐充入，再把卡加进去：卡用完自有套餐后由池提供。',
    'Create a flow pool, fill it with pool packages and add cards: it gives what they use beyond their own packages.',
  ),
  close: text('关闭流量池', 'Close flow pool'),
  question: text('关闭流量池 {name}？关闭后不能再启用。', 'Close the flow pool {name}? It cannot be enabled again.'),
  closed: text('流量池已关闭', 'Flow pool closed'),
  low: text('剩余不足 20%', 'Less than 20% left'),
  exhausted: text('已用尽', 'Used up'),
};

type Row = RowOf<typeof listFlowPools>;

const COLUMNS: readonly ColumnSpec<typeof listFlowPools>[] = [
  {
    field: 'poolCode',
    pinned: 'left',
    width: 190,
    cell: (row) => <Link to={detailOfFlowPool(row)}>{row.poolCode}</Link>,
  },
  { field: 'name', width: 170 },
  { field: 'state', width: 100 },
  { field: 'cards', width: 80 },
  {
    field: 'used',
    width: 150,
    cell: (row) => (
      <>
        <Volume bytes={row.used} />
        {row.total === '0' ? null : <VolumeBar used={row.used} total={row.total} />}
      </>
    ),
  },
  { field: 'remaining', width: 110 },
  { field: 'total', width: 110 },
  { field: 'runsOutOn', width: 120 },
  'nextFeedAt',
  { field: 'overage', width: 110 },
  { field: 'customerName', width: 150 },
  'platform',
  'endsAt',
  'usedAt',
  { field: 'usedPercent', isOff: true },
  { field: 'carrierAccountName', isOff: true },
  { field: 'createdAt', isOff: true },
];

type Doing =
  | { readonly what: 'new' }
  | { readonly what: 'edit' | 'order'; readonly row: Row }
  | { readonly what: 'cards'; readonly row: Row; readonly action: CardAction };

/** Flow pools: which need filling, and what their cards draw. */
export default function FlowPoolTable() {
  const t = useText();
  const [doing, setDoing] = useState<Doing>();
  const closing = useChange(closeFlowPool, { done: t(words.closed) });
  const end = () => setDoing(undefined);
  const close = (row: Row) =>
    closing.confirm({
      title: t(words.question, { name: row.name }),
      confirm: t(words.close),
      isDanger: true,
      sends: { body: { id: row.id } },
    });
  const add = (
    <CallButton call={createFlowPool} type="primary" onClick={() => setDoing({ what: 'new' })}>
      {t(createFlowPool.summary)}
    </CallButton>
  );
  return (
    <>
      <ListScreen
        list={listFlowPools}
        columns={COLUMNS}
        filters={['poolCode', 'name', 'platform', 'state']}
        looks={FLOW_POOL_LOOKS}
        rowName={(row) => row.name}
        figures={(summary) => [
          { key: 'pools', label: t(listFlowPools.summary), value: countAmount(summary.pools) },
          { key: 'cards', label: t(nouns.cardCount), value: countAmount(summary.cards) },
          { key: 'remaining', label: t(nouns.left), value: volumeOf(summary.remaining) },
          { key: 'low', label: t(words.low), value: countAmount(summary.low) },
          { key: 'exhausted', label: t(words.exhausted), value: countAmount(summary.exhausted) },
        ]}
        rowActions={(row) =>
          row.state === 'closed'
            ? []
            : [
                {
                  key: 'order',
                  label: t(orderFlowPool.summary),
                  call: orderFlowPool,
                  onPick: () => setDoing({ what: 'order', row }),
                },
                {
                  key: 'add',
                  label: t(poolTexts.addCards),
                  call: guardOf('join_flow_pool'),
                  onPick: () => setDoing({ what: 'cards', row, action: 'join_flow_pool' }),
                },
                {
                  key: 'remove',
                  label: t(poolTexts.removeCards),
                  call: guardOf('leave_flow_pool'),
                  onPick: () => setDoing({ what: 'cards', row, action: 'leave_flow_pool' }),
                },
                {
                  key: 'edit',
                  label: t(verbs.edit),
                  call: editFlowPool,
                  onPick: () => setDoing({ what: 'edit', row }),
                },
                {
                  key: 'close',
                  label: t(words.close),
                  call: closeFlowPool,
                  isDanger: true,
                  onPick: () => void close(row),
                },
              ]
        }
        actions={add}
        empty={{ title: words.none, hint: words.noneHint, action: add }}
      />
      <Suspense fallback={null}>
        {doing?.what === 'new' ? <NewFlowPool onClose={end} /> : null}
        {doing?.what === 'order' ? <OrderForPool of={doing.row} onClose={end} /> : null}
        {doing?.what === 'edit' ? <EditFlowPool of={doing.row} onClose={end} /> : null}
        {doing?.what === 'cards' ? <CardsOfFlowPool action={doing.action} poolId={doing.row.id} onClose={end} /> : null}
      </Suspense>
    </>
  );
}
