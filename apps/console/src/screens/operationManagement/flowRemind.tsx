import { listReminders } from '@cardinal/contract/api/usageReminders/messages.ts';
import { usageReminders } from '@cardinal/contract/api/usageReminders/rules.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TableSkeleton } from '@cardinal/ui/States.tsx';
import { lazy, Suspense } from 'react';
import { TabbedScreen } from '../../kit/TabbedScreen.tsx';
import { RuleList } from './_reminders/RuleList.tsx';

const MessageList = lazy(() => import('./_reminders/MessageList.tsx'));

/** When customers are told how much their cards and pools have used, and what they were told. */
export default function FlowRemind() {
  const t = useText();
  return (
    <TabbedScreen
      tabs={[
        { key: 'rules', title: t(usageReminders.noun), content: () => <RuleList /> },
        {
          key: 'messages',
          title: t(listReminders.summary),
          content: () => (
            <Suspense fallback={<TableSkeleton columns={9} />}>
              <MessageList />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
