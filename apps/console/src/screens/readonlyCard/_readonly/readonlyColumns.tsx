import type { listReadonlyFlow } from '@cardinal/contract/api/cards/readonlyCards.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { navigate } from '../../../shell/navigation.ts';
import { CardStatus } from '../../cardsManagement/_cardList/CardStatus.tsx';
import {
  CARD_WORDS,
  EndsCell,
  FunctionCell,
  SmsCell,
  UsageCell,
  VoiceCell,
  VoiceLeftCell,
} from '../../cardsManagement/_cardList/cardColumns.tsx';
import { readonlyPathOf } from './readonlyPath.ts';

const words = { status: text('状态', 'Status') };

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
  { field: 'lifecycle', title: words.status, width: 210, cell: (row) => <CardStatus card={row} /> },
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

export const FLOW_COLUMNS: ReadonlyColumns = [
  ...FIRST,
  'onlineState',
  {
    field: 'flowUsed',
    title: CARD_WORDS.usage,
    width: 170,
    isNumeric: true,
    cell: (row) => <UsageCell row={row} />,
  },
  'lastSessionAt',
  ...LAST,
];

export const VOICE_COLUMNS: ReadonlyColumns = [
  ...FIRST,
  { field: 'voiceUsed', title: CARD_WORDS.voice, width: 170, isNumeric: true, cell: (row) => <VoiceCell row={row} /> },
  {
    key: 'voiceLeft',
    title: CARD_WORDS.voiceLeft,
    width: 110,
    isNumeric: true,
    cell: (row) => <VoiceLeftCell row={row} />,
  },
  { field: 'smsUsed', title: CARD_WORDS.sms, width: 120, isNumeric: true, cell: (row) => <SmsCell row={row} /> },
  { field: 'voiceOn', width: 96, cell: (row) => <FunctionCell isOn={row.voiceOn} /> },
  { field: 'smsOn', width: 96, cell: (row) => <FunctionCell isOn={row.smsOn} /> },
  'whiteListCount',
  ...LAST,
];
