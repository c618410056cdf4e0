import { listChannelOrders } from '@cardinal/contract/api/channelStatements/channelOrders.ts';
import { listChannelDifferences } from '@cardinal/contract/api/channelStatements/differences.ts';
import { listChannelStatements } from '@cardinal/contract/api/channelStatements/statements.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TableSkeleton } from '@cardinal/ui/States.tsx';
import { lazy, Suspense } from 'react';
import { TabbedScreen } from '../../kit/TabbedScreen.tsx';
import { useSearch } from '../../shell/screenContext.ts';
import { ChannelOrders } from './_channel/ChannelOrders.tsx';

const Differences = lazy(() => import('./_channel/Differences.tsx'));
const Statements = lazy(() => import('./_channel/Statements.tsx'));

/** Orders of outside shops and redeem codes, what differs from the shops' statements, and the statements. */
export default function ChannelOrderList() {
  const t = useText();
  const [, write] = useSearch();
  const wait = <TableSkeleton columns={8} />;
  return (
    <TabbedScreen
      tabs={[
        {
          key: 'orders',
          title: t(listChannelOrders.summary),
          content: () => (
            <ChannelOrders onDifference={(number) => write(new URLSearchParams({ tab: 'differences', number }))} />
          ),
        },
        {
          key: 'differences',
          title: t(listChannelDifferences.summary),
          content: () => (
            <Suspense fallback={wait}>
              <Differences />
            </Suspense>
          ),
        },
        {
          key: 'statements',
          title: t(listChannelStatements.summary),
          content: () => (
            <Suspense fallback={wait}>
              <Statements />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
