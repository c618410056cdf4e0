import { handleWarning, listWarningEvents } from '@cardinal/contract/api/earlyWarnings/events.ts';
import { WarningEnd, WarningEventState } from '@cardinal/contract/enumerations/warning.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import { OpenLink } from '../../kit/OpenLink.tsx';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { askedForm, type Step } from '../../kit/register/registerSpec.ts';
import { Course } from './Course.tsx';
import { EVENT_LOOKS, LEVEL_LOOKS } from './warningLooks.ts';

const words = {
  noun: { zh: '预警事件', en: 'warning event', many: 'warning events' },
  hint: text(
    '规则启用后，每分钟判断一次；越过阈值并持续够久时记一件事件，恢复到阈值外一成时自行解除。',
    'Rules that are on are judged every minute. What is beyond its limit long enough is one event, and resolved by itself a tenth on the good side of the limit.',
  ),
  acknowledge: text('确认', 'Acknowledge'),
  resolve: text('解除', 'Resolve'),
  acknowledgeNote: text('表示有人在处理，不再重复提醒。', 'Says that somebody sees to it; it is not told again.'),
  resolveNote: text(
    '数值仍超阈值时也不会再开事件，恢复后再次越过才会。',
    'While the figure stays beyond the limit no other event opens; only once it was back and crosses again.',
  ),
  acknowledged: text('已确认', 'Acknowledged'),
  resolved: text('已解除', 'Resolved'),
};

type List = typeof listWarningEvents;
type Row = RowOf<List>;

function Figures({ row }: { row: Row }) {
  const t = useText();
  const { limit, worst } = listWarningEvents.fields;
  return (
    <Stack gap="none">
      <span>{row.value}</span>
      <Span ink="secondary" size="s">
        {t(limit.label)} {row.limit}
        {row.worst === row.value ? '' : ` · ${t(worst.label)} ${row.worst}`}
      </Span>
    </Stack>
  );
}

/** Where an event stands, and how it ended or who sees to it. */
function State({ row }: { row: Row }) {
  const t = useText();
  const more = [...(row.end ? [t(WarningEnd.labelOf(row.end))] : []), ...(row.handledBy ? [row.handledBy] : [])];
  return (
    <Stack gap="none">
      <StatusTag word={t(WarningEventState.labelOf(row.state))} {...EVENT_LOOKS[row.state]} />
      {more.length > 0 ? (
        <Span ink="secondary" size="s">
          {more.join(' · ')}
        </Span>
      ) : null}
    </Stack>
  );
}

const handle = (state: 'acknowledged' | 'resolved'): Step<Row> => ({
  key: state,
  label: state === 'resolved' ? words.resolve : words.acknowledge,
  isOffered: (row) => row.state === 'open' || (state === 'resolved' && row.state === 'acknowledged'),
  call: handleWarning,
  asks: ({ id, objectName }, t) =>
    askedForm({
      endpoint: handleWarning,
      title: `${t(state === 'resolved' ? words.resolve : words.acknowledge)}: ${objectName}`,
      intro: t(state === 'resolved' ? words.resolveNote : words.acknowledgeNote),
      fields: [
        {
          name: 'note',
          kind: 'textarea',
          maxLength: 255,
          isRequired: false,
          label: listWarningEvents.fields.note.label,
        },
      ],
      initial: {},
      submit: state === 'resolved' ? words.resolve : words.acknowledge,
      toBody: ({ note }) => ({ id, state, ...(note ? { note: String(note) } : {}) }),
      done: t(state === 'resolved' ? words.resolved : words.acknowledged),
    }),
});

/** What rules found: the figure against its limit, who was told, and who sees to it. */
export default function EventList({ list }: { list: List }) {
  return (
    <RegisterScreen
      register={{ noun: words.noun, list }}
      title={list.summary}
      columns={[
        { field: 'openedAt', width: 160 },
        { field: 'state', width: 130, cell: (row) => <State row={row} /> },
        { field: 'level', width: 90 },
        {
          field: 'objectName',
          width: 190,
          cell: ({ link, objectName }) => <OpenLink to={link}>{objectName}</OpenLink>,
        },
        { field: 'metric', width: 150 },
        { field: 'value', width: 190, cell: (row) => <Figures row={row} /> },
        {
          field: 'samples',
          width: 140,
          cell: (row) => <Course samples={row.samples} limit={row.limitFigure} words={row} />,
        },
        { field: 'ruleName', width: 170 },
        { field: 'told', width: 100 },
        { field: 'note', width: 170 },
        { field: 'resolvedAt', width: 160 },
        { field: 'objectCustomer', width: 140, isOff: true },
        { field: 'customerName', width: 140, isOff: true },
        { field: 'limit', isOff: true },
        { field: 'worst', isOff: true },
        { field: 'toldAt', isOff: true },
        { field: 'acknowledgedAt', isOff: true },
        { field: 'handledBy', isOff: true },
        { field: 'end', isOff: true },
      ]}
      filters={[
        'state',
        'level',
        'metric',
        'openedAt',
        'objectName',
        'ruleName',
        customerFilter('customerId', list.fields.customerName.label),
      ]}
      looks={{ level: LEVEL_LOOKS }}
      rowName={({ objectName }) => objectName}
      steps={[handle('acknowledged'), handle('resolved')]}
      isMoving={({ state }) => state !== 'resolved'}
      hint={words.hint}
    />
  );
}
