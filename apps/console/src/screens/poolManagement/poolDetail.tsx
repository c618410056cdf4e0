import { listCardPools, poolFields, readCardPool } from '@cardinal/contract/api/pools/cardPools.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { DetailTabs } from '../../kit/DetailTabs.tsx';
import { InTab } from '../../kit/inTab.ts';
import PoolCards from './_pools/PoolCards.tsx';
import { Cycles, Header, PoolFacts, type ShownPool } from './_pools/PoolParts.tsx';
import { PoolScreen } from './_pools/PoolScreen.tsx';
import PoolTable from './_pools/PoolTable.tsx';
import { CycleChart, UsageParts, usePoolUsage } from './_pools/PoolUsage.tsx';
import { poolWords } from './_pools/poolWords.ts';

function Opened({ pool }: { pool: ShownPool }) {
  const t = useText();
  const usage = usePoolUsage(pool.id);
  return (
    <Stack gap="l">
      <Header pool={pool} />
      <CycleChart state={usage} />
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
            { key: 'facts', title: t(nouns.details), content: () => <PoolFacts pool={pool} /> },
          ]}
        />
      </InTab>
    </Stack>
  );
}

/** One pool: what its cards bring and use, who has parts of it, and where the cycle ends. */
export default function PoolDetail() {
  return (
    <PoolScreen read={readCardPool} list={listCardPools.summary}>
      {(pool) => <Opened key={pool.id} pool={pool} />}
    </PoolScreen>
  );
}
