import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import type { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { BulkAction } from '../../kit/bulk/BulkBar.tsx';
import type { CardBulkSheet as BulkSheet } from '../../kit/bulk/CardBulkSheet.tsx';
import type { CardBulkAction } from '../../kit/bulk/cardBulkAction.ts';
import { sourceOfPicked } from '../../kit/bulk/cardSource.ts';
import type { FilterSpec } from '../../kit/filters/FilterForm.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import type { Filters } from '../../kit/listState.ts';
import { pathsOf } from '../../shell/guard.ts';
import { Link } from '../../shell/Link.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { useSearch } from '../../shell/screenContext.ts';
import { useShell } from '../../shell/shellState.ts';
import { useSignedIn } from '../../shell/signedIn.ts';
import { CARD_BULK, guardOf } from '../cardBatches/cardBulk.tsx';
import { CarrierTabs } from '../cards/CarrierTabs.tsx';
import { CARD_WORDS } from '../cards/cardColumns.tsx';
import { NumbersFilter } from '../cards/NumbersFilter.tsx';
import { NOTICE_KEYS } from '../cards/noticeKeys.ts';
import { useLiveCards } from './liveCards.ts';
import { useCardReasons } from './useCardReasons.ts';

// Loaded lazily: no list waits for its panels.
const CardPanel = lazy(async () => ({ default: (await import('./CardPanel.tsx')).CardPanel }));
const CardMenu = lazy(() => import('./CardMenu.tsx'));
const CardBulkSheet = lazy(async () => ({
  default: (await import('../../kit/bulk/CardBulkSheet.tsx')).CardBulkSheet,
}));

const words = {
  search: text('任意号码片段，至少 4 位', 'Any part of a number, at least 4 digits'),
  byNumbers: text('按号码批量操作', 'Batch operations by number'),
  none: text('还没有卡', 'No cards yet'),
  noneHint: text('导入卡后会显示在这里。', 'Cards appear here after an import.'),
  total: text('总数', 'Total'),
  ending: text('7 天内到期', 'Ending in 7 days'),
  imeiChanged: text('更换过设备', 'Device changed'),
  province: text('按省份（最近一次定位）', 'By province (last known location)'),
  unconfirmed: text('超 10 分钟未确认', 'Unconfirmed for over 10 min'),
  realNameMissing: text('缺少实名', 'Real name missing'),
};

const IMPORT = '/system/importCard';
const SEARCH = { key: 'q', label: words.search };
const FILTER_NAMES = {
  endingWithinDays: words.ending,
  imeiChangedSince: words.imeiChanged,
  province: words.province,
};

const VIEWS = [
  { title: nouns.pending, query: 'isPending=true' },
  { title: words.unconfirmed, query: 'unconfirmedLong=true' },
  { title: CARD_WORDS.outOfControl, query: 'outOfControl=true' },
  { title: words.realNameMissing, query: 'realNameMissing=true' },
];

/** A list that shows cards of every kind, for one question about them. */
export type OneQuestion = {
  /** The name under which columns and views are kept. */
  readonly name: string;
  readonly fixed: Filters;
  readonly empty: { readonly title: Text; readonly hint: Text };
  /** Of the actions on many cards those that answer it, and the screen's own. */
  readonly offers: readonly CardAction[];
  readonly bulk?: readonly BulkAction[];
  readonly views?: readonly { readonly title: Text; readonly query: string }[];
  /** The list's own figures: each the name it has in the answer, its words, and the filter it stands for. */
  readonly figures?: readonly (readonly [name: string, label: Text, filter: Filters])[];
};

/** A list of cards: of one kind, or those that a question is about. */
export function CardList(props: {
  kind?: CardKind;
  question?: OneQuestion;
  list: typeof listCards;
  columns: readonly ColumnSpec<typeof listCards>[];
  /** Called once: the offered actions follow from the session's permissions. */
  filters: () => readonly FilterSpec[];
  /** Above the table: content of this kind only. */
  overview?: ReactNode;
}) {
  const { kind, question } = props;
  const t = useText();
  const [search] = useSearch();
  // eSIM cards have no list of their own: a link with their kind finds them among the data cards.
  const isNamed = kind === CardKind.values.flow && search.get('kind') === String(CardKind.values.esim);
  const ownFilters = question?.fixed;
  const fixed = useMemo(
    (): Filters | undefined => ownFilters ?? (isNamed ? undefined : { kind: String(kind) }),
    [ownFilters, isNamed, kind],
  );
  const [acting, setActing] = useState<{
    bulk: CardBulkAction;
    picked?: Parameters<typeof BulkSheet>[0]['picked'];
    done: () => void;
  }>();
  const [peeked, setPeeked] = useState<string>();
  const [hasPeeked, setHasPeeked] = useState(false);
  const [filters] = useState(props.filters);
  const looked = useSignedIn(({ look }) => look?.cardColumns);
  const wantedColumns = question ? undefined : looked;
  const mayImport = useShell((shell) => !question && pathsOf(shell.entries).includes(IMPORT));
  useLiveCards(props.list);

  const peek = (cardId: string) => {
    setHasPeeked(true);
    setPeeked(cardId);
  };
  const offered = CARD_BULK.filter(
    ({ action }) => mayCall(guardOf(action)) && (question === undefined || question.offers.includes(action)),
  );
  const common = offered.map(
    (each): BulkAction => ({
      key: each.action,
      label: each.label,
      isDanger: each.isDanger ?? false,
      onPick: (picked, done) =>
        setActing({ bulk: each, picked: { source: sourceOfPicked(picked), count: picked.count }, done }),
    }),
  );
  // The screen's own are buttons, behind the two main ones.
  const bulk = [...common.slice(0, 2), ...(question?.bulk ?? []), ...common.slice(2)];
  const actOnOne = (action: CardAction, cardId: string) => {
    const found = CARD_BULK.find((each) => each.action === action);
    if (found) setActing({ bulk: found, picked: { source: { kind: 'ids', ids: [cardId] }, count: 1 }, done: () => {} });
  };

  return (
    <>
      <ListScreen
        list={props.list}
        name={question?.name ?? `cards.${kind}`}
        columns={props.columns}
        wantedColumns={wantedColumns}
        fixed={fixed}
        filters={filters}
        search={SEARCH}
        filterNames={FILTER_NAMES}
        shownElsewhere={NOTICE_KEYS}
        rowName={(row) => row.iccid}
        notice={
          <>
            {props.overview}
            <Inline justify="between">
              <CarrierTabs />
              <NumbersFilter {...(kind === undefined ? {} : { kind })} />
            </Inline>
          </>
        }
        figures={
          question && !question.figures
            ? undefined
            : (summary, pick, filters) => figuresOf(question?.figures ?? FIGURES, summary, pick, filters, t)
        }
        views={question ? (question.views ?? []) : VIEWS}
        bulk={bulk}
        useBulkReasons={useCardReasons}
        unit={CARD_WORDS.unit}
        rowActions={(row) => [
          { key: 'peek', label: t(nouns.peek), onPick: () => peek(row.id) },
          {
            key: 'menu',
            label: t(nouns.actions),
            entries: (close) => (
              <Suspense>
                <CardMenu cardId={row.id} onAction={(action) => actOnOne(action, row.id)} close={close} />
              </Suspense>
            ),
          },
        ]}
        actions={
          <>
            {offered[0] && !question ? (
              <Button onClick={() => setActing({ bulk: offered[0] as CardBulkAction, done: () => {} })}>
                {t(words.byNumbers)}
              </Button>
            ) : null}
            {/* Cards are looked for here first, also by who has none yet. */}
            {mayImport ? (
              <Link to={IMPORT} className="button">
                {t(verbs.importCards)}
              </Link>
            ) : null}
          </>
        }
        empty={{
          title: question?.empty.title ?? words.none,
          hint: question?.empty.hint ?? words.noneHint,
          ...(mayImport ? { action: <Link to={IMPORT}>{t(verbs.importCards)}</Link> } : {}),
        }}
      />
      {hasPeeked ? (
        <Suspense>
          <CardPanel cardId={peeked} onClose={() => setPeeked(undefined)} onAction={actOnOne} />
        </Suspense>
      ) : null}
      {acting ? (
        <Suspense>
          <CardBulkSheet
            bulk={acting.bulk}
            picked={acting.picked}
            onClose={() => setActing(undefined)}
            onStarted={acting.done}
          />
        </Suspense>
      ) : null}
    </>
  );
}

type Summary = { total: number; totalIsEstimate: boolean; isEstimate: boolean };

const FIGURES: NonNullable<OneQuestion['figures']> = [
  ['activated', nouns.activated, { lifecycle: 'activated' }],
  ['stopped', nouns.stopped, { lifecycle: 'stopped' }],
  ['unactivated', nouns.unactivated, { lifecycle: 'unactivated' }],
  ['endingSoon', words.ending, { endingWithinDays: '7' }],
  ['online', nouns.online, { onlineState: '1' }],
];

function figuresOf(
  shown: NonNullable<OneQuestion['figures']>,
  summary: Summary,
  pick: (filters: Filters) => void,
  filters: Filters,
  t: ReturnType<typeof useText>,
) {
  const said = (n: number, isEstimate: boolean) => (isEstimate ? `≈ ${countAmount(n)}` : countAmount(n));
  const of = summary as unknown as Readonly<Record<string, number>>;
  return [
    // The total is the pager's, with the same accuracy.
    { key: 'total', label: t(words.total), value: said(summary.total, summary.totalIsEstimate), isActive: false },
    ...shown.map(([key, label, filter]) => {
      const [name = '', value] = Object.entries(filter)[0] ?? [];
      const isActive = String(filters[name] ?? '') === String(value);
      const { [name]: _, ...others } = filters;
      return {
        key,
        label: t(label),
        value: said(of[key] ?? 0, summary.isEstimate),
        isActive,
        onPick: () => pick(isActive ? others : { ...filters, ...filter }),
      };
    }),
  ];
}
