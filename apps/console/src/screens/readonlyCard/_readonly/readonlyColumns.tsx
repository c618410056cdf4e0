import type { listReadonlyFlow } from '@cardinal/contract/api/cardViews/readonlyCards.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { CardStatus } from '../../../parts/cards/CardStatus.tsx';
import { CARD_WORDS, EndsCell, FLOW_PART, VOICE_PART } from '../../../parts/cards/cardColumns.tsx';
import { navigate } from '../../../shell/navigation.ts';
import { readonlyPathOf } from './readonlyPath.ts';

export type ReadonlyRow = RowOf<typeof listReadonlyFlow>;
export type ReadonlyColumns = readonly ColumnSpec<typeof listReadonlyFlow>[];

const FIRST: ReadonlyColumns = [
  {
    field: 'iccid',
    pinned: 'left',
    width: 224,
    cell: (row) => (
      <Identifier value={row.iccid} href={readonlyPathOf(row)} onOpen={() => navigate(readonlyPathOf(row))} />
    ),
  },
  { field: 'lifecycle', title: CARD_WORDS.status, width: 210, cell: (row) => <CardStatus card={row} /> },
];
const LAST: ReadonlyColumns = [
  { field: 'packageName', width: 140 },
  { field: 'packageEndsAt', cell: (row) => <EndsCell at={row.packageEndsAt} /> },
  'businessNumber',
  { field: 'platform', width: 110 },
  'realNameStatus',
  'servicePeriodEnd',
  { field: 'lastSyncAt', isOff: true },
];

export const FLOW_COLUMNS: ReadonlyColumns = [...FIRST, 'onlineState', FLOW_PART, 'lastSessionAt', ...LAST];

export const VOICE_COLUMNS: ReadonlyColumns = [...FIRST, ...VOICE_PART, ...LAST];
