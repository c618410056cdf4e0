import { poolFields } from '@cardinal/contract/api/pools/cardPools.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { DetailTabs } from '../../../kit/DetailTabs.tsx';
import { InTab } from '../../../kit/inTab.ts';
import PoolCards from './PoolCards.tsx';
import { Cycles, Header, PoolFacts, type ShownPool } from './PoolParts.tsx';
import PoolTable from './PoolTable.tsx';
import { CycleChart, UsageParts, usePoolUsage } from './PoolUsage.tsx';
import { poolWords } from './poolWords.ts';

/** What the pages of a pool and of a sub-pool both show, and what a sub-pool has beside it. */
export function PoolBody(props: {
  pool: ShownPool;
  actions?: ReactNode;
  /** Under the header. */
  standing?: ReactNode;
  /** Bytes; what the curve of the cycle is held against instead of what its cards bring. */
  limit?: string | null;
  /** Before the last. */
  tabs?: ComponentProps<typeof DetailTabs>['tabs'];
  facts?: ComponentProps<typeof PoolFacts>['more'];
}) {
  const { pool, actions, standing, limit, tabs = [], facts } = props;
  const t = useText();
  const usage = usePoolUsage(pool.id);
  return (
    <Stack gap="l">
      <Header pool={pool} actions={actions} />
      {standing}
      <CycleChart state={usage} {...(limit === undefined ? {} : { limit })} />
      <InTab value={true}>
        <DetailTabs
          label={pool.name}
          tabs={[
            {
              key: 'cards',
              title: t(nouns.cardItems),
              count: pool.cards,
              content: () => <PoolCards poolId={pool.id} isOpen={pool.state === 'enabled'} />,
            },
            {
              key: 'subs',
              title: t(poolFields.subPools.label),
              count: pool.subPools,
              content: () => <PoolTable parent={{ id: pool.id }} />,
            },
            { key: 'usage', title: t(nouns.usage), content: () => <UsageParts state={usage} /> },
            { key: 'cycles', title: t(poolWords.cycles), content: () => <Cycles pool={pool} /> },
            ...tabs,
            {
              key: 'facts',
              title: t(nouns.details),
              content: () => <PoolFacts pool={pool} {...(facts ? { more: facts } : {})} />,
            },
          ]}
        />
      </InTab>
    </Stack>
  );
}
