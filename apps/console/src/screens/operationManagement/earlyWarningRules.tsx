import { listWarningEvents } from '@cardinal/contract/api/earlyWarnings/events.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TableSkeleton } from '@cardinal/ui/States.tsx';
import { lazy, Suspense } from 'react';
import { TabbedScreen } from '../../kit/TabbedScreen.tsx';
import { RuleList } from './_warnings/RuleList.tsx';

const EventList = lazy(() => import('../../parts/earlyWarnings/EventList.tsx'));

const RULES = text('预警规则', 'Warning rules');

/** Which figures of the fleet and of customers below staff is told of, and what was found. */
export default function EarlyWarningRules() {
  const t = useText();
  return (
    <TabbedScreen
      tabs={[
        { key: 'rules', title: t(RULES), content: () => <RuleList /> },
        {
          key: 'events',
          title: t(listWarningEvents.summary),
          content: () => (
            <Suspense fallback={<TableSkeleton columns={9} />}>
              <EventList list={listWarningEvents} />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
