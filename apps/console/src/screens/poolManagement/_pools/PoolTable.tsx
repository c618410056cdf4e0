import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import {
  closeCardPool,
  createCardPool,
  createSubPool,
  editCardPool,
  listCardPools,
} from '@cardinal/contract/api/pools/cardPools.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Volume, VolumeBar } from '@cardinal/ui/Quantity.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { guardOf } from '../../../parts/cardBatches/cardBulk.tsx';
import { detailOfPool, detailOfSubPool } from '../../../parts/pools/poolTexts.ts';
import { Link } from '../../../shell/Link.tsx';
import { can } from '../../../shell/permissions.ts';
import { forecastText, POOL_LOOKS, poolWords, volumeOf } from './poolWords.ts';

const CardsOfPool = lazy(() => import('./CardsOfPool.tsx'));
const NewPool = lazy(() => import('./PoolForms.tsx').then((module) => ({ default: module.NewPool })));
const NewSubPool = lazy(() => import('./PoolForms.tsx').then((module) => ({ default: module.NewSubPool })));
const EditPool = lazy(() => import('./PoolForms.tsx').then((module) => ({ default: module.EditPool })));

const words = {
  noneHint: text(
    '建一个卡池，把同一通道、同一共享月套餐的卡加进去，额度合在一起用。',
    'Create a pool and add cards of one carrier account with one shared monthly package: they use their allowances together.',
  ),
  noSubs: text('没有子池', 'No sub-pools'),
  close: text('关闭卡池', 'Close pool'),
  question: text('关闭卡池 {name}？关闭后不能再启用。', 'Close the pool {name}? It cannot be enabled again.'),
  closed: text('卡池已关闭', 'Pool closed'),
};

type Row = RowOf<typeof listCardPools>;

/** A sub-pool has a screen of its own, for whoever sees its share only. */
const placeOf = ({ poolCode, depth }: Row) =>
  depth > 0 && can('cardPool.viewSub') ? detailOfSubPool(poolCode) : detailOfPool(poolCode);

function Used({ row }: { row: Row }) {
  const allowance = row.quotaBytes ?? row.contributed;
  return (
    <>
      <Volume bytes={row.used} />
      {allowance === '0' ? null : <VolumeBar used={row.used} total={allowance} />}
    </>
  );
}

const COLUMNS: readonly ColumnSpec<typeof listCardPools>[] = [
  {
    field: 'poolCode',
    pinned: 'left',
    width: 190,
    cell: (row) => (
      <>
        {'\u2003'.repeat(row.depth)}
        <Link to={placeOf(row)}>{row.poolCode}</Link>
      </>
    ),
  },
  { field: 'name', width: 170 },
  { field: 'cards', width: 80 },
  { field: 'contributed', width: 110 },
  { field: 'used', width: 150, cell: (row) => <Used row={row} /> },
  { field: 'forecastPercent', width: 200, cell: (row) => <Forecast row={row} />, title: poolWords.end },
  { field: 'customerName', width: 150 },
  'platform',
  { field: 'packageName', width: 150 },
  { field: 'overage', width: 100 },
  { field: 'quotaBytes', width: 100 },
  { field: 'subPools', width: 80 },
  { field: 'state', width: 90 },
  { field: 'cycle', width: 90 },
  'usedAt',
  { field: 'usedPercent', isOff: true },
  { field: 'remaining', isOff: true },
  { field: 'runsOutOn', isOff: true },
  { field: 'carrierAccountName', isOff: true },
  { field: 'depth', isOff: true },
  { field: 'cycleEndsAt', isOff: true },
  { field: 'createdAt', isOff: true },
];

function Forecast({ row }: { row: Row }) {
  const t = useText();
  const isOver = (row.forecastPercent ?? 0) > 100;
  return <Span ink={isOver ? 'danger' : undefined}>{forecastText(t, row)}</Span>;
}

type Doing =
  | { readonly what: 'new' }
  | { readonly what: 'edit'; readonly row: Row }
  | { readonly what: 'sub'; readonly id: string }
  | { readonly what: 'cards'; readonly row: Row; readonly action: CardAction };

/** Pools with their sub-pools behind them; of one pool, its sub-pools. */
export default function PoolTable(props: { parent?: { readonly id: string } }) {
  const t = useText();
  const [doing, setDoing] = useState<Doing>();
  const closing = useChange(closeCardPool, { done: t(words.closed) });
  const end = () => setDoing(undefined);
  const close = (row: Row) =>
    closing.confirm({
      title: t(words.question, { name: row.name }),
      confirm: t(words.close),
      isDanger: true,
      sends: { body: { id: row.id } },
    });
  const { parent } = props;
  const add = parent ? (
    <CallButton call={createSubPool} type="primary" onClick={() => setDoing({ what: 'sub', id: parent.id })}>
      {t(createSubPool.summary)}
    </CallButton>
  ) : (
    <CallButton call={createCardPool} type="primary" onClick={() => setDoing({ what: 'new' })}>
      {t(createCardPool.summary)}
    </CallButton>
  );
  return (
    <>
      <ListScreen
        list={listCardPools}
        columns={COLUMNS}
        filters={props.parent ? ['name', 'state'] : ['poolCode', 'name', 'platform', 'state']}
        looks={POOL_LOOKS}
        rowName={(row) => row.name}
        {...(props.parent ? { fixed: { parentId: props.parent.id }, title: listCardPools.fields.subPools.label } : {})}
        figures={
          props.parent
            ? undefined
            : (summary) => [
                { key: 'pools', label: t(listCardPools.summary), value: countAmount(summary.pools) },
                { key: 'cards', label: t(nouns.cardCount), value: countAmount(summary.cards) },
                {
                  key: 'contributed',
                  label: t(listCardPools.fields.contributed.label),
                  value: volumeOf(summary.contributed),
                },
                { key: 'used', label: t(listCardPools.fields.used.label), value: volumeOf(summary.used) },
              ]
        }
        rowActions={(row) =>
          row.state === 'closed'
            ? []
            : [
                {
                  key: 'add',
                  label: t(poolWords.addCards),
                  call: guardOf('join_pool'),
                  onPick: () => setDoing({ what: 'cards', row, action: 'join_pool' }),
                },
                {
                  key: 'remove',
                  label: t(poolWords.removeCards),
                  call: guardOf('leave_pool'),
                  onPick: () => setDoing({ what: 'cards', row, action: 'leave_pool' }),
                },
                {
                  key: 'transfer',
                  label: t(poolWords.transferCards),
                  call: guardOf('pool_transfer'),
                  onPick: () => setDoing({ what: 'cards', row, action: 'pool_transfer' }),
                },
                {
                  key: 'sub',
                  label: t(createSubPool.summary),
                  call: createSubPool,
                  onPick: () => setDoing({ what: 'sub', id: row.id }),
                },
                {
                  key: 'edit',
                  label: t(verbs.edit),
                  call: editCardPool,
                  onPick: () => setDoing({ what: 'edit', row }),
                },
                {
                  key: 'close',
                  label: t(words.close),
                  call: closeCardPool,
                  isDanger: true,
                  onPick: () => void close(row),
                },
              ]
        }
        actions={add}
        empty={
          props.parent
            ? { title: words.noSubs, action: add }
            : { title: poolWords.none, hint: words.noneHint, action: add }
        }
      />
      <Suspense fallback={null}>
        {doing?.what === 'new' ? <NewPool onClose={end} /> : null}
        {doing?.what === 'sub' ? <NewSubPool parentId={doing.id} onClose={end} /> : null}
        {doing?.what === 'edit' ? <EditPool poolCode={doing.row.poolCode} onClose={end} /> : null}
        {doing?.what === 'cards' ? <CardsOfPool action={doing.action} poolId={doing.row.id} onClose={end} /> : null}
      </Suspense>
    </>
  );
}
