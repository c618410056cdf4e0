import { listReminders, retryReminder } from '@cardinal/contract/api/usageReminders/messages.ts';
import { usageReminders } from '@cardinal/contract/api/usageReminders/rules.ts';
import { RemindFailure } from '@cardinal/contract/enumerations/reminder.ts';
import { SendResult } from '@cardinal/contract/enumerations/sending.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';

import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { choiceFilter } from '../../../kit/filters/choiceFilter.tsx';
import { RegisterScreen } from '../../../kit/register/RegisterScreen.tsx';
import { runOf } from '../../../kit/register/registerSpec.ts';
import { Nothing } from '../../../kit/table/cells.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { CardNumber } from '../../../parts/cards/CardNumber.tsx';

const words = {
  noun: { zh: '发送记录', en: 'sent reminder', many: 'sent reminders' },
  retry: text('重发', 'Send again'),
  retried: text('已排入，一分钟内发送', 'It is sent within a minute'),
  hint: text(
    '规则启用后，每次达到阈值都记录在这里：告诉了谁、说了什么、结果如何。',
    'Once a rule is on, every threshold that is reached is recorded here: who was told what, and with which result.',
  ),
};
const LOOKS = {
  [SendResult.values.sending]: { shape: 'half', tone: 'warning' },
  [SendResult.values.success]: { shape: 'disc', tone: 'good' },
  [SendResult.values.fail]: { shape: 'cross', tone: 'bad' },
  [SendResult.values.unknown]: { shape: 'ring', tone: 'neutral' },
} as const;
type Row = RowOf<typeof listReminders>;

/** What came of it, with why it failed or until when it waits. */
function Result({ row }: { row: Row }) {
  const t = useText();
  return (
    <Stack gap="none">
      <StatusTag word={t(SendResult.labelOf(row.result))} {...LOOKS[row.result]} />
      {row.failure === null ? null : (
        <Span ink="secondary" size="s">
          {t(RemindFailure.labelOf(row.failure))}
        </Span>
      )}
      {row.result === SendResult.values.sending ? (
        <Span ink="secondary" size="s">
          <TimeText at={row.dueAt} />
        </Span>
      ) : null}
    </Stack>
  );
}

const useRules = () =>
  (useRead(usageReminders.list, { pageSize: '100' } as never).data?.list ?? []).map(({ id, name }) => ({
    value: id,
    label: name,
  }));

/** What was told to whom, by which rule and way, and with which result. */
export default function MessageList() {
  return (
    <RegisterScreen
      register={{ noun: words.noun, list: listReminders }}
      title={listReminders.summary}
      columns={[
        { field: 'at', width: 160 },
        {
          field: 'iccid',
          width: 210,
          cell: ({ iccid }) => (iccid === null ? <Nothing /> : <CardNumber iccid={iccid} />),
        },
        { field: 'threshold', width: 90 },
        { field: 'result', width: 140, cell: (row) => <Result row={row} /> },
        { field: 'customerName', width: 130 },
        { field: 'text', width: 330 },
        { field: 'way', width: 100 },
        { field: 'ruleName', width: 170 },
        { field: 'settledAt', width: 160 },
        { field: 'accounts', width: 90 },
        { field: 'poolCode', width: 130 },
        { field: 'kind', isOff: true },
        { field: 'failure', isOff: true },
        { field: 'dueAt', isOff: true },
      ]}
      filters={[
        'iccid',
        'result',
        'at',
        choiceFilter('ruleId', listReminders.fields.ruleName.label, useRules),
        'kind',
        'way',
      ]}
      rowName={({ iccid, poolCode, threshold }) => `${iccid ?? poolCode} ${threshold}`}
      steps={[
        {
          key: 'retry',
          label: words.retry,
          isOffered: ({ failure }) => failure === 'noReceiver',
          runs: ({ id }) => runOf(retryReminder, { id }, { done: words.retried }),
        },
      ]}
      isMoving={({ result }) => result === SendResult.values.sending}
      hint={words.hint}
    />
  );
}
