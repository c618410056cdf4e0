import { listSourceOrders } from '@cardinal/contract/api/externalPackages/sourceOrders.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { WholeCode } from '../../../kit/table/cells.tsx';
import { SOURCE_ORDER_LOOKS } from './externalWords.ts';

const words = {
  none: text('还没有来源订单', 'No orders at sources yet'),
  noneHint: text(
    '客户订购外部套餐后，每张卡向来源下一笔订单，列在这里。',
    'When customers order external packages, each card is an order at the source and listed here.',
  ),
  notice: text(
    '金额在来源确认交付前一直冻结；结果未明的订单按同一订单号继续查询，不会重复下单。',
    'Amounts stay held until the source confirms. What is unclear is asked after under the same number and never ordered twice.',
  ),
};

const COLUMNS: readonly ColumnSpec<typeof listSourceOrders>[] = [
  { field: 'orderNo', pinned: 'left', width: 150, cell: (row) => <WholeCode value={row.orderNo} /> },
  { field: 'iccid', width: 190 },
  { field: 'state', width: 120 },
  'createdAt',
  { field: 'words', width: 240 },
  { field: 'sourceName', width: 140 },
  { field: 'packageName', width: 150 },
  { field: 'agreed', width: 100 },
  { field: 'charged', width: 100 },
  { field: 'difference', width: 90 },
  { field: 'currency', width: 80 },
  'nextAt',
  'settledAt',
  { field: 'theirOrderNo', width: 140 },
  { field: 'outOrderNo', isOff: true },
  { field: 'code', isOff: true },
  { field: 'sends', isOff: true },
  { field: 'sentAt', isOff: true },
  { field: 'isOpen', isOff: true },
];

/** Where each card's order stands at its source. */
export default function SourceOrderList() {
  const t = useText();
  return (
    <ListScreen
      list={listSourceOrders}
      columns={COLUMNS}
      filters={['orderNo', 'iccid', 'state', 'isOpen', 'sourceName', 'sourceId']}
      looks={SOURCE_ORDER_LOOKS}
      isMoving={(row) => row.isOpen}
      notice={<Span ink="secondary">{t(words.notice)}</Span>}
      empty={{ title: words.none, hint: words.noneHint }}
    />
  );
}
