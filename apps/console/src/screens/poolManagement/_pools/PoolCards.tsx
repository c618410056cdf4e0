import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { setCap } from '@cardinal/contract/api/pools/limits.ts';
import { listPoolCards } from '@cardinal/contract/api/pools/poolCards.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import type { Picked } from '../../../kit/bulk/BulkBar.tsx';
import { CallButton } from '../../../kit/CallButton.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { guardOf } from '../../../parts/cardBatches/cardBulk.tsx';
import { CardNumber } from '../../../parts/cards/CardNumber.tsx';
import { CARD_WORDS } from '../../../parts/cards/cardColumns.tsx';
import { cardOfPool, detailOfPool, poolTexts } from '../../../parts/pools/poolTexts.ts';
import { Link } from '../../../shell/Link.tsx';
import { can } from '../../../shell/permissions.ts';
import { MEMBER_LOOKS, poolWords } from './poolWords.ts';

const CapCards = lazy(() => import('./LimitForms.tsx').then((module) => ({ default: module.CapCards })));
const CardsOfPool = lazy(() => import('./CardsOfPool.tsx'));

/** Whoever may look at cards of pools stays in the pool. */
const placeOf = (row: RowOf<typeof listPoolCards>) =>
  can('cardPool.viewCard') ? cardOfPool(row, row.poolCode) : undefined;

/** The cards of a pool and its sub-pools, with those that left it in this cycle. */
export default function PoolCards({ poolId, isOpen }: { poolId: string; isOpen: boolean }) {
  const t = useText();
  const [action, setAction] = useState<CardAction>();
  const [capping, cap] = useState<{ readonly picked: Picked; readonly done: () => void }>();
  const add = (
    <CallButton call={guardOf('join_pool')} type="primary" onClick={() => setAction('join_pool')}>
      {t(poolWords.addCards)}
    </CallButton>
  );
  return (
    <>
      <ListScreen
        list={listPoolCards}
        title={listPoolCards.summary}
        fixed={{ poolId }}
        columns={[
          {
            field: 'iccid',
            pinned: 'left',
            width: 220,
            cell: (row) => <CardNumber iccid={row.iccid} to={placeOf(row)} />,
          },
          {
            field: 'poolCode',
            width: 170,
            cell: (row) => <Link to={detailOfPool(row.poolCode)}>{row.poolCode}</Link>,
          },
          { field: 'poolName', width: 150 },
          { field: 'customerName', width: 150 },
          { field: 'lifecycle', width: 100 },
          { field: 'state', width: 100 },
          { field: 'contributed', width: 110 },
          { field: 'used', width: 110 },
          { field: 'sharePercent', width: 100 },
          { field: 'capBytes', width: 100 },
          { field: 'stoppedBy', width: 130 },
          'joinedAt',
          'leftAt',
          { field: 'platform', isOff: true },
        ]}
        filters={['iccid', 'lifecycle', 'state', { field: 'joinedAt', range: { mode: 'any' } }]}
        looks={MEMBER_LOOKS}
        rowName={(row) => row.iccid}
        bulk={
          isOpen
            ? [{ key: 'cap', label: setCap.summary, call: setCap, onPick: (picked, done) => cap({ picked, done }) }]
            : []
        }
        unit={CARD_WORDS.unit}
        actions={
          isOpen ? (
            <>
              <CallButton call={guardOf('leave_pool')} onClick={() => setAction('leave_pool')}>
                {t(poolWords.removeCards)}
              </CallButton>
              <CallButton call={guardOf('pool_transfer')} onClick={() => setAction('pool_transfer')}>
                {t(poolWords.transferCards)}
              </CallButton>
              {add}
            </>
          ) : null
        }
        empty={{ title: poolTexts.noCards, ...(isOpen ? { action: add } : {}) }}
      />
      <Suspense fallback={null}>
        {action ? <CardsOfPool action={action} poolId={poolId} onClose={() => setAction(undefined)} /> : null}
        {capping?.picked.kind === 'ids' ? (
          <CapCards poolId={poolId} ids={capping.picked.ids} onDone={capping.done} onClose={() => cap(undefined)} />
        ) : null}
      </Suspense>
    </>
  );
}
