import { listTransfers, previewTransfer, readMyPools, transferLabels } from '@cardinal/contract/api/pools/myPool.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { DetailSkeleton, EmptyState } from '@cardinal/ui/States.tsx';
import { useState } from 'react';
import type { Picked } from '../../kit/bulk/BulkBar.tsx';
import { DetailTabs } from '../../kit/DetailTabs.tsx';
import { InTab } from '../../kit/inTab.ts';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { useRead } from '../../kit/useRead.ts';
import { usePlace, useSearch } from '../../shell/screenContext.ts';
import { poolWords } from './_pools/poolWords.ts';
import { CardsToMove } from './_transfer/CardsToMove.tsx';
import { chosenFrom } from './_transfer/chosenFrom.ts';
import { PoolPane } from './_transfer/PoolPane.tsx';
import { Transfers } from './_transfer/Transfers.tsx';

const words = {
  noneHint: text('先在月套餐卡池中新建两个同套餐的卡池。', 'Create two pools of one package first.'),
};

/** Cards from one pool of the customer into another: both side by side, and what the move would make of them. */
export default function MyPool() {
  const t = useText();
  const [search, write] = useSearch();
  const { match } = usePlace();
  const [picked, setPicked] = useState<Picked>();
  const [isFromNextCycle, setNextCycle] = useState(false);
  const fromId = search.get('from') ?? '';
  const toId = search.get('to') ?? '';
  const { data, error, refetch } = useRead(readMyPools, fromId ? { fromPoolId: fromId } : {}, {
    keepsPrevious: true,
    every: 60_000,
  });
  const from = data?.pools.find(({ id }) => id === fromId);
  const to = data?.pools.find(({ id, fits }) => id === toId && fits);
  const isAsked = from !== undefined && to !== undefined && picked !== undefined;
  const preview = useRead(
    previewTransfer,
    isAsked && { fromPoolId: from.id, toPoolId: to.id, cards: chosenFrom(picked), isFromNextCycle },
    { keepsPrevious: true },
  );
  const shown = isAsked ? preview.data : undefined;
  const title = <h1>{t(match.route.title)}</h1>;
  if (!data)
    return (
      <>
        {title}
        {error ? <NotLoaded failed={poolWords.failed} error={error} onRetry={refetch} /> : <DetailSkeleton />}
      </>
    );
  if (data.pools.length === 0)
    return (
      <>
        {title}
        <EmptyState title={t(poolWords.none)} hint={t(words.noneHint)} />
      </>
    );
  const pick = (key: 'from' | 'to', id: string) => {
    const next = new URLSearchParams(search);
    next.set(key, id);
    if (key === 'from') next.delete('to');
    if (key === 'from') setPicked(undefined);
    write(next);
  };
  return (
    <Stack gap="l">
      {title}
      <Grid columns={2}>
        <PoolPane
          label={transferLabels.from}
          pools={data.pools}
          pool={from}
          after={shown?.from.after}
          isNext={isFromNextCycle}
          onPick={(id) => pick('from', id)}
        />
        <PoolPane
          label={transferLabels.to}
          pools={data.pools.filter(({ fits }) => fits)}
          pool={to}
          after={shown?.to.after}
          isNext={isFromNextCycle}
          isOff={!from}
          onPick={(id) => pick('to', id)}
        />
      </Grid>
      <InTab value={true}>
        <DetailTabs
          label={t(match.route.title)}
          tabs={[
            {
              key: 'cards',
              title: t(nouns.cardItems),
              content: () => (
                <CardsToMove
                  key={from?.id ?? ''}
                  from={from}
                  to={to}
                  preview={shown}
                  isFromNextCycle={isFromNextCycle}
                  onNextCycle={setNextCycle}
                  onTick={setPicked}
                />
              ),
            },
            { key: 'transfers', title: t(listTransfers.summary), content: () => <Transfers /> },
          ]}
        />
      </InTab>
    </Stack>
  );
}
