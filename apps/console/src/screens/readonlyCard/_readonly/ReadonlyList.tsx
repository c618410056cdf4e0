import { type listReadonlyFlow, setReadonlyView } from '@cardinal/contract/api/cardViews/readonlyCards.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import type { FilterSpec } from '../../../kit/filters/FilterForm.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { CarrierTabs } from '../../../parts/cards/CarrierTabs.tsx';
import { NumbersFilter } from '../../../parts/cards/NumbersFilter.tsx';
import { NOTICE_KEYS } from '../../../parts/cards/noticeKeys.ts';
import type { ReadonlyColumns } from './readonlyColumns.tsx';
import type { Family } from './readonlyPath.ts';

const ViewsSheet = lazy(() => import('./ViewsSheet.tsx'));

const words = {
  search: text('输入卡号的任意片段，至少 4 位', 'Any part of a number, at least 4 digits'),
  none: text('输入卡号开始查询', 'Enter a card number to start'),
  noneHint: text(
    '卡较多时不会全部列出；可以按号码、状态、到期时间或运营商查询。',
    'Large fleets are not listed in full. Search by number, status, expiry date or carrier.',
  ),
  views: text('按角色设置内容', 'Content by role'),
};

const FILTERS: readonly FilterSpec[] = [
  'iccid',
  'lifecycle',
  'onlineState',
  { field: 'packageEndsAt', range: { mode: 'any' } },
  'stopReasons',
  'realNameStatus',
  'packageName',
];

/** Read-only cards: no checkboxes, no actions. */
export function ReadonlyList(props: {
  family: Family;
  list: typeof listReadonlyFlow;
  columns: ReadonlyColumns;
  filters?: readonly FilterSpec[];
}) {
  const t = useText();
  const [isSetting, setIsSetting] = useState(false);
  return (
    <>
      <ListScreen
        list={props.list}
        name={`readonlyCards.${props.family}`}
        columns={props.columns}
        filters={[...FILTERS, ...(props.filters ?? [])]}
        search={{ key: 'q', label: words.search }}
        shownElsewhere={NOTICE_KEYS}
        rowName={(row) => row.iccid}
        notice={
          <Inline justify="between">
            <CarrierTabs />
            <NumbersFilter />
          </Inline>
        }
        actions={
          <CallButton call={setReadonlyView} onClick={() => setIsSetting(true)}>
            {t(words.views)}
          </CallButton>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {isSetting ? (
        <Suspense fallback={null}>
          <ViewsSheet onClose={() => setIsSetting(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
