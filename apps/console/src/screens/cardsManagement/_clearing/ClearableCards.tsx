import { listClearableCards } from '@cardinal/contract/api/orders/balanceClearing.ts';
import { IDLE_MONTHS } from '@cardinal/contract/api/orders/batchActions.ts';
import { Currency } from '@cardinal/contract/enumerations/money.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { InputNumber, Select } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Picked } from '../../../kit/bulk/BulkBar.tsx';
import type { CardBulkSheet as BulkSheet } from '../../../kit/bulk/CardBulkSheet.tsx';
import { sourceOfPicked } from '../../../kit/bulk/cardSource.ts';
import { customerFilter } from '../../../kit/filters/customerFilter.tsx';
import type { FilterSpec, OwnFilter } from '../../../kit/filters/FilterForm.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import type { Looks } from '../../../kit/table/cells.tsx';
import { CARD_BULK, guardOf } from '../../../parts/cardBatches/cardBulk.tsx';
import { CardNumber } from '../../../parts/cards/CardNumber.tsx';
import { CARD_WORDS } from '../../../parts/cards/cardColumns.tsx';
import { NumbersFilter } from '../../../parts/cards/NumbersFilter.tsx';
import { NOTICE_KEYS } from '../../../parts/cards/noticeKeys.ts';
import { mayCall } from '../../../shell/permissions.ts';
import { useSearch } from '../../../shell/screenContext.ts';

const CardBulkSheet = lazy(async () => ({
  default: (await import('../../../kit/bulk/CardBulkSheet.tsx')).CardBulkSheet,
}));

const words = {
  idle: text('闲置满几个月', 'Idle for months'),
  own: text('本客户的币种', 'My currency'),
  partly: text('前 {n} 张的合计', 'Of the first {n} cards'),
  none: text('没有可清理余额的卡', 'No balances to clear'),
  noneHint: text(
    '已销户、已离开付款客户或长期未用、且还有余额的卡会列在这里。',
    'Cards with money on them that are cancelled, left their payer or are idle are listed here.',
  ),
};

const LOOKS: Readonly<Record<string, Looks>> = {
  why: {
    cancelled: { shape: 'cross', tone: 'neutral' },
    moved: { shape: 'half', tone: 'neutral' },
    idle: { shape: 'ring', tone: 'neutral' },
  },
  block: {
    openOrder: { shape: 'half', tone: 'busy' },
    openClearing: { shape: 'half', tone: 'busy' },
  },
};

const CURRENCY = 'currency';
const IDLE = 'idleMonths';

const currencyFilter = (label: string): OwnFilter => ({
  keys: [CURRENCY],
  label: nouns.currency,
  control: ({ id, filters, change }) => (
    <CurrencyChoice id={id} label={label} value={filters[CURRENCY]} onChange={(next) => change(CURRENCY, next)} />
  ),
});

function CurrencyChoice(props: {
  id: string;
  label: string;
  value: unknown;
  onChange: (value: string | undefined) => void;
}) {
  const t = useText();
  return (
    <Select
      id={props.id}
      allowClear
      placeholder={props.label}
      value={props.value === undefined ? undefined : String(props.value)}
      options={Currency.options.map((each) => ({ value: each.value as string, label: t(each.label) }))}
      onChange={(value: string | undefined) => props.onChange(value)}
    />
  );
}

const IDLE_FILTER: OwnFilter = {
  keys: [IDLE],
  label: words.idle,
  control: ({ id, filters, change }) => (
    <InputNumber
      id={id}
      min={IDLE_MONTHS.least}
      max={IDLE_MONTHS.most}
      precision={0}
      placeholder={String(IDLE_MONTHS.usual)}
      value={filters[IDLE] === undefined ? null : Number(filters[IDLE])}
      onChange={(next) => change(IDLE, next === null ? undefined : String(next))}
    />
  ),
};

const CLEARING = CARD_BULK.find(({ action }) => action === 'clear_balance');

/** Cards with money on them that may be cleared, and the batch that gives it back. */
export default function ClearableCards() {
  const t = useText();
  const [search] = useSearch();
  const currency = useRef<Currency>(undefined);
  const [acting, setActing] = useState<{ picked: Parameters<typeof BulkSheet>[0]['picked']; done: () => void }>();
  const [filters] = useState((): readonly FilterSpec[] => [
    'iccid',
    'why',
    customerFilter('under', nouns.customerAndBelow),
    IDLE_FILTER,
    { field: 'movedAt', range: { mode: 'any' } },
    'total',
    'block',
    currencyFilter(t(words.own)),
    'platform',
  ]);
  const pick = (picked: Picked, done: () => void) => {
    const source = sourceOfPicked(picked);
    // What the filter finds is found by this list, which is not that of all cards.
    const listed = source.kind === 'filter' ? { ...source, kind: 'listed' as const } : source;
    setActing({ picked: { source: listed, count: picked.count }, done });
  };
  const months = Number(search.get(IDLE) ?? IDLE_MONTHS.usual);
  return (
    <>
      <ListScreen
        list={listClearableCards}
        columns={[
          { field: 'iccid', pinned: 'left', width: 220, cell: (row) => <CardNumber iccid={row.iccid} /> },
          { field: 'customerName', width: 160 },
          'why',
          'block',
          { field: 'total', width: 112 },
          { field: 'paid', width: 112 },
          { field: 'gift', width: 112 },
          { field: 'preload', width: 112 },
          'movedAt',
          'lastSessionAt',
          { field: 'platform', isOff: true },
          { field: 'currency', isOff: true },
        ]}
        filters={filters}
        looks={LOOKS}
        rowName={(row) => row.iccid}
        unit={CARD_WORDS.unit}
        shownElsewhere={NOTICE_KEYS}
        notice={<NumbersFilter hasSets={false} />}
        figures={(summary, apply, applied) => {
          currency.current = summary.currency;
          const amount = (key: 'paid' | 'gift' | 'preload') => ({
            key,
            label: t(listClearableCards.fields[key].label),
            value: moneyAmount(summary[key], summary.currency),
            unit: summary.currency,
          });
          return [
            {
              key: 'cards',
              label: summary.isPartial ? t(words.partly, { n: countAmount(summary.cards) }) : t(nouns.cardCount),
              value: countAmount(summary.cards),
              ...(Object.keys(applied).length > 0 ? { onPick: () => apply({}) } : {}),
            },
            amount('paid'),
            amount('gift'),
            amount('preload'),
          ];
        }}
        bulk={
          CLEARING && mayCall(guardOf('clear_balance'))
            ? [{ key: 'clear', label: CLEARING.label, isDanger: true, onPick: pick }]
            : []
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {acting && CLEARING ? (
        <Suspense>
          <CardBulkSheet
            bulk={CLEARING}
            picked={acting.picked}
            initial={{ ...(currency.current ? { currency: currency.current } : {}), idleMonths: months }}
            onClose={() => setActing(undefined)}
            onStarted={acting.done}
          />
        </Suspense>
      ) : null}
    </>
  );
}
