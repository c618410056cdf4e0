import { listApiCalls } from '@cardinal/contract/api/openApi/calls.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { choiceFilter } from '../../../kit/filters/choiceFilter.tsx';
import { customerFilter } from '../../../kit/filters/customerFilter.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { WholeCode } from '../../../kit/table/cells.tsx';
import { INTERFACE_CHOICES, InterfaceName } from './apiCells.tsx';

const words = {
  key: text('某个密钥', 'One key'),
  slow: text('慢于 1 秒', 'Slower than 1 second'),
  noneHint: text('密钥的每次调用都记在这里，保留 6 个月。', 'Every API call is recorded here and kept for 6 months.'),
};

const FAILED_FROM = 400;
const COLUMNS: readonly ColumnSpec<typeof listApiCalls>[] = [
  { field: 'at', pinned: 'left', width: 176 },
  { field: 'keyName', width: 130 },
  { field: 'interface', width: 170, cell: (row) => <InterfaceName name={row.interface} /> },
  {
    field: 'status',
    width: 90,
    cell: (row) => <Span ink={row.status >= FAILED_FROM ? 'danger' : undefined}>{row.status}</Span>,
  },
  { field: 'code', width: 96 },
  { field: 'milliseconds', width: 116 },
  { field: 'method', width: 80 },
  { field: 'path', width: 320 },
  { field: 'address', width: 130 },
  { field: 'requestId', width: 170, cell: (row) => <WholeCode value={row.requestId} /> },
  { field: 'idempotencyKey', width: 200, cell: (row) => <WholeCode value={row.idempotencyKey} /> },
  { field: 'customerName', width: 140 },
];

const INTERFACE = choiceFilter('interface', nouns.interface, () => {
  const t = useText();
  return INTERFACE_CHOICES.map(({ value, label }) => ({ value, label: t(label) }));
});

const UNDER = customerFilter('underCustomerId', nouns.customerAndBelow);

export function ApiCalls() {
  return (
    <ListScreen
      list={listApiCalls}
      title={listApiCalls.summary}
      columns={COLUMNS}
      filters={[UNDER, INTERFACE, 'code', 'requestId', 'idempotencyKey', 'address', 'at', 'status', 'milliseconds']}
      filterNames={{ keyId: words.key }}
      views={[
        { title: nouns.failed, query: `statusFrom=${FAILED_FROM}` },
        { title: words.slow, query: 'millisecondsFrom=1000' },
      ]}
      empty={{ title: sentences.noCallsYet, hint: words.noneHint }}
    />
  );
}
