import { listReminders } from '@cardinal/contract/api/usageReminders/messages.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TableSkeleton } from '@cardinal/ui/States.tsx';
import { lazy, Suspense } from 'react';
import { TabbedScreen } from '../../kit/TabbedScreen.tsx';
import { RuleList } from './_reminders/RuleList.tsx';

const MessageList = lazy(() => import('./_reminders/MessageList.tsx'));

const RULES = text('提醒规则', 'Reminders');

/** When customers are told how much their cards and pools have used, and what they were told. */
export default function FlowRemind() {
  const t = useText();
  return (
    <TabbedScreen
      tabs={[
        { key: 'rules', title: t(RULES), content: () => <RuleList /> },
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
