import { listOwnWarningEvents, type listWarningEvents } from '@cardinal/contract/api/earlyWarnings/events.ts';
import {
  type earlyWarningChoices,
  type previewEarlyWarning,
  previewWarnSetting,
  type switchEarlyWarning,
  switchWarnSetting,
  testWarnSetting,
  warnSettingChoices,
  warnSettings,
} from '@cardinal/contract/api/earlyWarnings/rules.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TableSkeleton } from '@cardinal/ui/States.tsx';
import { lazy, Suspense } from 'react';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { runOf } from '../../kit/register/registerSpec.ts';
import { TabbedScreen } from '../../kit/TabbedScreen.tsx';
import { OpenEvents, previewStep, switchStep } from '../../parts/earlyWarnings/ruleSteps.tsx';
import { BEGIN, numbersOf, useWarningForm } from '../../parts/earlyWarnings/warningForm.ts';
import { LEVEL_LOOKS, RULE_LOOKS } from '../../parts/earlyWarnings/warningLooks.ts';

const EventList = lazy(() => import('../../parts/earlyWarnings/EventList.tsx'));

const words = {
  tab: text('预警设置', 'Settings'),
  hint: text(
    '自己的余额、推送地址和外部货源出问题之前，告诉谁。每分钟判断一次。',
    'Who of your people is told before your own balance, push addresses or sources run into trouble. Judged every minute.',
  ),
  deleted: text('未解除的事件随之解除，事件记录保留。', 'Its open events are over; the record of events stays.'),
  test: text('向接收人发一条测试通知？', 'Send the receivers a notice that is a test?'),
  send: text('发送测试通知', 'Send a test notice'),
  tested: text('测试通知已发送', 'The test was sent'),
};
type Row = RowOf<typeof warnSettings.list>;

// The same shapes under other names and permissions.
const choices = warnSettingChoices as unknown as typeof earlyWarningChoices;
const preview = previewWarnSetting as unknown as typeof previewEarlyWarning;
const turn = switchWarnSetting as unknown as typeof switchEarlyWarning;
const events = listOwnWarningEvents as unknown as typeof listWarningEvents;

const useOwnForm = (row: Row | undefined) => useWarningForm(choices, row);

function Settings() {
  return (
    <RegisterScreen
      register={warnSettings}
      columns={[
        { field: 'name', pinned: 'left', width: 180 },
        { field: 'state', width: 80 },
        { field: 'level', width: 90 },
        { field: 'when', width: 240 },
        { field: 'open', width: 100, cell: (row) => <OpenEvents row={row} screen="/permission/warnSetting" /> },
        { field: 'receiverNames', width: 190 },
        { field: 'repeatHours', width: 130 },
        { field: 'lastFiredAt', width: 160 },
        { field: 'customerName', width: 140 },
        { field: 'metric', isOff: true },
        { field: 'limit', isOff: true },
        { field: 'createdBy', isOff: true },
        { field: 'updatedAt', isOff: true },
      ]}
      filters={[
        'name',
        'state',
        'metric',
        'level',
        customerFilter('customerId', warnSettings.list.fields.customerName.label),
      ]}
      looks={{ state: RULE_LOOKS, level: LEVEL_LOOKS }}
      rowName={({ name }) => name}
      form={useOwnForm}
      width={560}
      begin={BEGIN}
      toBody={(values) => ({ ...values, ...numbersOf(values, 'repeatHours') })}
      deleteNote={(_, t) => t(words.deleted)}
      steps={[
        'edit',
        previewStep(preview),
        {
          key: 'test',
          label: words.send,
          runs: ({ id, name }, t) =>
            runOf(
              testWarnSetting,
              { id },
              { done: words.tested, ask: { title: name, body: t(words.test), confirm: t(words.send) } },
            ),
        },
        switchStep(turn, 'on'),
        switchStep(turn, 'off'),
        'delete',
      ]}
      hint={words.hint}
    />
  );
}

/** Who of a customer's people is told about its own money, channels and contracts. */
export default function WarnSetting() {
  const t = useText();
  return (
    <TabbedScreen
      tabs={[
        { key: 'settings', title: t(words.tab), content: () => <Settings /> },
        {
          key: 'events',
          title: t(listOwnWarningEvents.summary),
          content: () => (
            <Suspense fallback={<TableSkeleton columns={9} />}>
              <EventList list={events} />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
