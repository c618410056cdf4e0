import { DEFAULT_QUIET } from '@cardinal/contract/api/usageReminders/definition.ts';
import { switchReminder, tryReminders, usageReminders } from '@cardinal/contract/api/usageReminders/rules.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { lazy } from 'react';
import { customerFilter } from '../../../kit/filters/customerFilter.tsx';
import { OpenLink } from '../../../kit/OpenLink.tsx';
import { RegisterScreen } from '../../../kit/register/RegisterScreen.tsx';
import { runOf, type Step } from '../../../kit/register/registerSpec.ts';
import { STATE_LOOKS } from '../../../parts/control/strategyStates.ts';
import { TRY_ICCID } from '../../../parts/control/TryCard.tsx';
import { thresholdsTyped, useReminderForm } from './useReminderForm.tsx';

const TryReminders = lazy(() => import('./TryReminders.tsx'));

const words = {
  hint: text(
    '写下用到多少、剩多少或到期前几天提醒谁、说什么，启用后每次读数时判断。',
    'Write down at which usage, or how many days before the end, whom to tell what. Judged at each reading once it is on.',
  ),
  on: text('「{name}」已启用', '“{name}” is on'),
  off: text('「{name}」已停用', '“{name}” is off'),
  turnOn: text('启用「{name}」？', 'Turn “{name}” on?'),
  turnOff: text('停用「{name}」？', 'Turn “{name}” off?'),
  onBody: text(
    '涉及 {n} 张卡或池。已达阈值的，在再次产生用量的读数时提醒一次。',
    'It concerns {n} cards or pools. What has reached a threshold by now is told once, with the next reading that shows more usage.',
  ),
  offBody: text(
    '不再提醒；因免打扰而待发送的也不再发送。',
    'Nothing more is told, nor what waits for the quiet hours to end.',
  ),
};
type Row = RowOf<typeof usageReminders.list>;

/** How much of a week was told, with what failed. */
function Sent({ row }: { row: Row }) {
  const t = useText();
  const { sending, failed } = usageReminders.list.fields;
  const more = [
    ...(row.sending > 0 ? [`${t(sending.label)} ${countAmount(row.sending)}`] : []),
    ...(row.failed > 0 ? [`${t(failed.label)} ${countAmount(row.failed)}`] : []),
  ];
  return (
    <Stack gap="none" align="end">
      <OpenLink to={`/operationManagement/flowRemind?tab=messages&ruleId=${row.id}`}>{countAmount(row.sent)}</OpenLink>
      {more.length > 0 ? (
        <Span ink={row.failed > 0 ? 'danger' : 'secondary'} size="s">
          {more.join(' · ')}
        </Span>
      ) : null}
    </Stack>
  );
}

const turnTo = (to: 'on' | 'off'): Step<Row> => ({
  key: to,
  label: to === 'on' ? verbs.enable : verbs.switchOff,
  isOffered: ({ state }) => (to === 'on' ? state !== 'on' : state === 'on'),
  runs: ({ id, name, version, concerned }, t) => {
    const label = to === 'on' ? verbs.enable : verbs.switchOff;
    const named = (words: { zh: string; en: string }) => t(words, { name });
    return runOf(
      switchReminder,
      { id, version, state: to },
      {
        done: text(words[to].zh.replace('{name}', name), words[to].en.replace('{name}', name)),
        ask: {
          title: named(to === 'on' ? words.turnOn : words.turnOff),
          body: to === 'on' ? t(words.onBody, { n: countAmount(concerned) }) : t(words.offBody),
          confirm: t(label),
        },
      },
    );
  },
});

/** Rules of reminders: when, whom and what they tell. */
export function RuleList() {
  const t = useText();
  return (
    <RegisterScreen
      register={usageReminders}
      columns={[
        { field: 'name', pinned: 'left', width: 170 },
        { field: 'state', width: 80 },
        { field: 'when', width: 190 },
        { field: 'covers', width: 170 },
        { field: 'concerned', width: 90 },
        { field: 'sent', width: 110, cell: (row) => <Sent row={row} /> },
        { field: 'receivers', width: 180 },
        { field: 'ways', width: 140 },
        {
          field: 'quietHours',
          width: 110,
          cell: ({ quietHours }) => quietHours || <Span ink="secondary">{t(nouns.none)}</Span>,
        },
        { field: 'customerName', width: 140 },
        { field: 'kind', isOff: true },
        { field: 'textZh', isOff: true, width: 260 },
        { field: 'textEn', isOff: true, width: 260 },
        { field: 'sending', isOff: true },
        { field: 'failed', isOff: true },
        { field: 'createdBy', isOff: true },
        'updatedAt',
      ]}
      filters={[
        'name',
        'state',
        'kind',
        'ways',
        customerFilter('customerId', usageReminders.list.fields.customerName.label),
      ]}
      looks={{ state: STATE_LOOKS }}
      rowName={({ name }) => name}
      form={useReminderForm}
      width={640}
      begin={{
        kind: 'flowPercent',
        thresholds: '80, 95',
        receivers: ['owner'],
        ways: ['notice'],
        quietHours: DEFAULT_QUIET,
        customerIds: [],
        productCodes: [],
        textZh: '卡 {iccid} 已用 {percent}，剩余 {left}',
        textEn: 'Card {iccid}: {percent} used, {left} left',
      }}
      values={({ thresholds }) => ({ thresholds: thresholds.join(', ') })}
      toBody={(values) => ({
        ...values,
        ...('thresholds' in values ? { thresholds: thresholdsTyped(values['thresholds']) } : {}),
      })}
      tools={[
        { key: 'try', label: TRY_ICCID, call: tryReminders, opens: (onClose) => <TryReminders onClose={onClose} /> },
      ]}
      steps={[
        'edit',
        {
          key: 'try',
          label: verbs.try,
          call: tryReminders,
          opens: (row, onClose) => <TryReminders rule={row} onClose={onClose} />,
        },
        turnTo('on'),
        turnTo('off'),
      ]}
      isEditable={({ state }) => state !== 'on'}
      hint={words.hint}
    />
  );
}
