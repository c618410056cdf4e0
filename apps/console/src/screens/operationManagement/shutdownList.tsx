import type { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { listStoppedCards } from '@cardinal/contract/api/stoppedCards/stoppedCards.ts';
import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, units } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { choiceFilter } from '../../kit/filters/choiceFilter.tsx';
import { NumbersControl } from '../../kit/filters/FilterControls.tsx';
import type { FilterSpec, OwnFilter } from '../../kit/filters/FilterForm.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { Nothing } from '../../kit/table/cells.tsx';
import { CARD_WORDS, FLOW_COLUMNS } from '../../parts/cards/cardColumns.tsx';
import { CUSTOMER } from '../../parts/cards/cardFilters.tsx';
import { CardList } from '../../parts/cardViews/CardList.tsx';

const words = {
  none: text('没有停机的卡', 'No card is stopped'),
  noneHint: text(
    '因任何原因停机、或正在停机的卡会列在这里。',
    'Cards stopped for any reason, or being stopped, are listed here.',
  ),
  ofCarrier: text('运营商侧停机', 'By the carrier'),
  restarting: text('待复机', 'Waits to restart'),
  fromAbove: text('上级停机', 'By a customer above'),
  stoppedFor: text('停机天数', 'Days stopped'),
  byWhom: text('停机方', 'Stopped by'),
  ours: text('平台', 'Us'),
};

type Row = RowOf<typeof listStoppedCards>;
type Stop = Row['stops'][number];
const labelOf = ({ reason, isRestarting }: Stop) =>
  reason === null ? (isRestarting ? words.restarting : words.ofCarrier) : StopReason.labelOf(reason as StopReason);

/** Each reason with since when, by whom and why, as far as the reader may know. */
function Stops({ row }: { row: Row }) {
  const t = useText();
  return (
    <Stack gap="xs">
      {row.stops.map((stop) => (
        <Stack key={stop.reason ?? 0} gap="none">
          <span>
            {t(labelOf(stop))}
            {stop.by || stop.isFromAbove ? ` · ${stop.by ?? t(words.fromAbove)}` : ''}
          </span>
          {stop.why || row.stops.length > 1 ? (
            <Span ink="secondary" size="s">
              {stop.why}
              {stop.why && row.stops.length > 1 && stop.since ? ' · ' : ''}
              {row.stops.length > 1 && stop.since ? <TimeText at={stop.since} /> : null}
            </Span>
          ) : null}
        </Stack>
      ))}
    </Stack>
  );
}

function Since({ at }: { at: string | null }) {
  const t = useText();
  if (at === null) return <Nothing />;
  const days = Math.floor((Date.now() - Date.parse(at)) / DAY_MS);
  return (
    <Stack gap="none">
      <TimeText at={at} />
      <Span ink="secondary" size="s">
        {t(days < 1 ? CARD_WORDS.endsToday : units.nDays, { n: countAmount(days) })}
      </Span>
    </Stack>
  );
}

const isColumn = (name: string) => (spec: ColumnSpec<typeof listCards>) =>
  (typeof spec === 'string' ? spec : 'field' in spec ? spec.field : spec.key) === name;
const shownAs = (name: string) => FLOW_COLUMNS.filter(isColumn(name));
const OWN = [
  { field: 'stoppedAt', width: 160, cell: (row: Row) => <Since at={row.stoppedAt} /> },
  { field: 'stops', width: 280, cell: (row: Row) => <Stops row={row} /> },
] as const satisfies readonly ColumnSpec<typeof listStoppedCards>[];
const FIRST = ['iccid', 'customerName', 'lifecycle'];
const NEXT = ['packageName', 'packageEndsAt'];
/** The columns of the card list, with the stops behind the card's state. */
const COLUMNS = [
  ...FIRST.flatMap(shownAs),
  ...(OWN as unknown as readonly ColumnSpec<typeof listCards>[]),
  ...NEXT.flatMap(shownAs),
  ...FLOW_COLUMNS.filter((spec) => ![...FIRST, ...NEXT].some((name) => isColumn(name)(spec))),
];

const DAYS: OwnFilter = {
  keys: ['stoppedDaysFrom', 'stoppedDaysTo'],
  label: words.stoppedFor,
  control: (props) => <NumbersControl {...props} from="stoppedDaysFrom" to="stoppedDaysTo" />,
};
const BY = choiceFilter('stoppedByCarrier', words.byWhom, () => {
  const t = useText();
  return [
    { value: 'true', label: t(words.ofCarrier) },
    { value: 'false', label: t(words.ours) },
  ];
});
const filters = (): readonly FilterSpec[] => ['iccid', 'stopReasons', DAYS, BY, CUSTOMER, 'platform', 'productCode'];

const STOPPED = { isStopped: 'true' };
/** Its rows are cards of any list, with what is known of their stops. */
const LIST = listStoppedCards as unknown as typeof listCards;
const OUT_OF_CONTROL = [
  { title: CARD_WORDS.outOfControl, query: 'outOfControl=true' },
  { title: nouns.pending, query: 'isPending=true' },
];

/** What is stopped, why, since when, by whom, and the actions that end it. */
export default function ShutdownList() {
  return (
    <CardList
      list={LIST}
      columns={COLUMNS}
      filters={filters}
      question={{
        name: 'cards.stopped',
        fixed: STOPPED,
        empty: { title: words.none, hint: words.noneHint },
        offers: [
          'reboot_card',
          'lift_forced_stop',
          'renew_package',
          'order_package',
          'stop_card',
          'set_tag',
          'edit_remark',
        ],
        views: OUT_OF_CONTROL,
        figures: [
          ['manual', StopReason.labelOf(1), { stopReasons: '1' }],
          ['arrears', StopReason.labelOf(2), { stopReasons: '2' }],
          ['realName', StopReason.labelOf(3), { stopReasons: '3' }],
          ['imei', StopReason.labelOf(4), { stopReasons: '4' }],
          ['ofCarrier', words.ofCarrier, { stoppedByCarrier: 'true' }],
        ],
      }}
    />
  );
}
