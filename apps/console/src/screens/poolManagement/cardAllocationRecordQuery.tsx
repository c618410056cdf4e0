import { listAllocations } from '@cardinal/contract/api/cardAllocations/allocations.ts';
import { listCardPlaces } from '@cardinal/contract/api/cardAllocations/places.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { FilterSpec } from '../../kit/filters/FilterForm.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { Nothing } from '../../kit/table/cells.tsx';
import { CardNumber } from '../../parts/cards/CardNumber.tsx';
import { CARD_WORDS } from '../../parts/cards/cardColumns.tsx';
import { NumbersFilter } from '../../parts/cards/NumbersFilter.tsx';
import { NOTICE_KEYS } from '../../parts/cards/noticeKeys.ts';
import { Link } from '../../shell/Link.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { useSearch } from '../../shell/screenContext.ts';
import { allocationPath } from './_allocations/allocationLooks.ts';

const words = {
  none: text('粘贴号码或填写号段，查看卡的去向', 'Paste numbers or a segment to see where cards were'),
  noneHint: text(
    '每张卡一行行列出归属过的客户和起止时间；只显示本客户及下级的时段。',
    'Each card with the customers it was with, from when until when. Periods outside your customers are not shown.',
  ),
  nothing: text('卡不存在，或当时不在本客户及下级名下', 'Card not found, or not within your customers then'),
  asOf: text('截至日期', 'As of'),
};

/** One end of a day answers it: who had the card when the day was over. */
const asOfFilter: FilterSpec = {
  keys: ['asOf'],
  label: words.asOf,
  control: ({ id, filters, change }) => {
    const day = [filters['asOf'] ?? []].flat()[0];
    return (
      <DatePicker
        id={id}
        value={day ? dayjs(day) : null}
        onChange={(next) => change('asOf', next ? next.format('YYYY-MM-DD') : undefined)}
      />
    );
  },
};
const FILTERS: readonly FilterSpec[] = [
  asOfFilter,
  customerFilter('customerId', listCardPlaces.fields.customerName.label),
];

const Document = ({ id, no }: { id: string | null; no: string | null }) =>
  id === null || no === null ? <Nothing /> : mayCall(listAllocations) ? <Link to={allocationPath(id)}>{no}</Link> : no;

const COLUMNS: readonly ColumnSpec<typeof listCardPlaces>[] = [
  { field: 'iccid', pinned: 'left', width: 220, cell: (row) => <CardNumber iccid={row.iccid} /> },
  { field: 'customerName', width: 170 },
  { field: 'since', width: 170 },
  { field: 'until', width: 170 },
  { field: 'isCurrent', width: 80 },
  { field: 'beforeName', width: 150 },
  {
    field: 'allocationNo',
    width: 160,
    cell: (row) => <Document id={row.allocationId} no={row.allocationNo} />,
  },
  { field: 'afterName', width: 150 },
  {
    field: 'nextAllocationNo',
    width: 160,
    cell: (row) => <Document id={row.nextAllocationId} no={row.nextAllocationNo} />,
  },
];

/** With whom cards were, by periods. */
export default function CardAllocationRecordQuery() {
  const t = useText();
  const [search] = useSearch();
  const isAsked = NOTICE_KEYS.some((key) => search.has(key));
  return (
    <ListScreen
      list={listCardPlaces}
      columns={COLUMNS}
      filters={FILTERS}
      filterNames={{ asOf: words.asOf }}
      shownElsewhere={NOTICE_KEYS}
      notice={<NumbersFilter hasSets={false} />}
      unit={CARD_WORDS.unit}
      rowName={(row) => `${row.iccid} ${t(listCardPlaces.fields.since.label)} ${row.since ?? ''}`}
      empty={isAsked ? { title: words.nothing } : { title: words.none, hint: words.noneHint }}
    />
  );
}
