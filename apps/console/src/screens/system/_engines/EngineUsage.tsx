import { listEngineUsage } from '@cardinal/contract/api/engines/subscriptions.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { CUSTOMERS, ENGINE } from './engineWords.tsx';

const words = {
  none: text('还没有用量', 'No usage yet'),
  noneHint: text(
    '每次使用都会计数；订阅范围内的卡每日 0 点统计，同一张卡每月只计一次。',
    'Every use is counted. Cards under a subscription are counted daily at midnight, each card once a month.',
  ),
};

const COLUMNS: readonly ColumnSpec<typeof listEngineUsage>[] = [
  { field: 'day', pinned: 'left', width: 120 },
  { field: 'customerName', width: 220 },
  { field: 'engineName', width: 180 },
  { field: 'cards', width: 180 },
  { field: 'joined', width: 130 },
  { field: 'calls', width: 130 },
];

/** Which engine was used by whom, day by day. */
export const EngineUsage = () => (
  <ListScreen
    list={listEngineUsage}
    title={listEngineUsage.summary}
    columns={COLUMNS}
    filters={[CUSTOMERS, ENGINE, { field: 'day', range: { limit: false } }]}
    rowName={({ day, customerName }) => `${day} ${customerName}`}
    empty={{ title: words.none, hint: words.noneHint }}
  />
);
