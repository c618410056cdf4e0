import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { refundFeed } from '@cardinal/contract/api/flowPools/feeds.ts';
import {
  listFlowPoolCards,
  listFlowPoolEvents,
  listFlowPoolFeeds,
} from '@cardinal/contract/api/flowPools/flowPoolParts.ts';
import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { guardOf } from '../../../parts/cardBatches/cardBulk.tsx';
import { CardNumber } from '../../../parts/cards/CardNumber.tsx';
import { poolTexts } from '../../../parts/pools/poolTexts.ts';
import { FEED_LOOKS, FLOW_MEMBER_LOOKS } from './flowPoolWords.ts';

const CardsOfFlowPool = lazy(() => import('./CardsOfFlowPool.tsx'));

const words = {
  noFeeds: text('还没有池套餐', 'No pool packages yet'),
  noEvents: text('本池未触发过阈值', 'No threshold has been reached'),
  refund: text('退订', 'Give back'),
  question: text('退订 {name}？全额退回付款客户。', 'Give back {name}? All of it goes back to who paid.'),
  given: text('已退订', 'Given back'),
};

type Of = { readonly poolId: string; readonly isOpen: boolean };

/** The cards of a pool, with those that left it lately. */
export function FlowPoolCards({ poolId, isOpen }: Of) {
  const t = useText();
  const [action, setAction] = useState<CardAction>();
  const add = (
    <CallButton call={guardOf('join_flow_pool')} type="primary" onClick={() => setAction('join_flow_pool')}>
      {t(poolTexts.addCards)}
    </CallButton>
  );
  return (
    <>
      <ListScreen
        list={listFlowPoolCards}
        title={listFlowPoolCards.summary}
        fixed={{ poolId }}
        columns={[
          { field: 'iccid', pinned: 'left', width: 220, cell: (row) => <CardNumber iccid={row.iccid} /> },
          { field: 'lifecycle', width: 100 },
          { field: 'state', width: 100 },
          { field: 'packageName', width: 170 },
          { field: 'drawn', width: 110 },
          { field: 'sharePercent', width: 100 },
          { field: 'overage', width: 110 },
          'joinedAt',
          'leftAt',
        ]}
        filters={['iccid', 'lifecycle', 'state', { field: 'joinedAt', range: { mode: 'any' } }]}
        looks={FLOW_MEMBER_LOOKS}
        rowName={(row) => row.iccid}
        actions={
          isOpen ? (
            <>
              <CallButton call={guardOf('leave_flow_pool')} onClick={() => setAction('leave_flow_pool')}>
                {t(poolTexts.removeCards)}
              </CallButton>
              {add}
            </>
          ) : null
        }
        empty={{ title: poolTexts.noCards, ...(isOpen ? { action: add } : {}) }}
      />
      {action ? (
        <Suspense fallback={null}>
          <CardsOfFlowPool action={action} poolId={poolId} onClose={() => setAction(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** What a pool was filled with, each with its order. */
export function FlowPoolFeeds({ poolId }: Pick<Of, 'poolId'>) {
  const t = useText();
  const giving = useChange(refundFeed, { done: t(words.given) });
  const give = (row: RowOf<typeof listFlowPoolFeeds>) =>
    giving.confirm({
      title: t(words.question, { name: row.packageName }),
      confirm: t(words.refund),
      isDanger: true,
      sends: { body: { feedId: row.id } },
    });
  return (
    <ListScreen
      list={listFlowPoolFeeds}
      title={listFlowPoolFeeds.summary}
      fixed={{ poolId }}
      columns={[
        { field: 'packageName', pinned: 'left', width: 200 },
        { field: 'state', width: 100 },
        { field: 'total', width: 110 },
        { field: 'used', width: 110 },
        { field: 'remaining', width: 110 },
        'startsAt',
        'endsAt',
        { field: 'price', width: 110 },
        { field: 'currency', isOff: true },
        { field: 'orderNo', width: 170 },
        'createdAt',
      ]}
      filters={['orderNo']}
      looks={FEED_LOOKS}
      rowName={(row) => row.packageName}
      rowActions={(row) =>
        row.state === PackageUsageState.values.unused
          ? [
              {
                key: 'refund',
                label: t(words.refund),
                call: refundFeed,
                isDanger: true,
                onPick: () => void give(row),
              },
            ]
          : []
      }
      empty={{ title: words.noFeeds }}
    />
  );
}

/** Which thresholds were reached, and what a pool that was used up did. */
export function FlowPoolEvents({ poolId }: Pick<Of, 'poolId'>) {
  return (
    <ListScreen
      list={listFlowPoolEvents}
      title={listFlowPoolEvents.summary}
      fixed={{ poolId }}
      columns={[
        'firedAt',
        { field: 'cycle', width: 90 },
        { field: 'threshold', width: 110 },
        { field: 'action', width: 100 },
        { field: 'usedBytes', width: 120 },
        { field: 'totalBytes', width: 120 },
        { field: 'stopped', width: 120 },
        'liftedAt',
      ]}
      filters={[]}
      rowName={(row) => `${row.threshold}%`}
      empty={{ title: words.noEvents }}
    />
  );
}
