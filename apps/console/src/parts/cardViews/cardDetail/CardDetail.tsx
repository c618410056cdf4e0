import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { listPositions } from '@cardinal/contract/api/cardLookups/positioning.ts';
import { listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import { refreshCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { readCardMoment } from '@cardinal/contract/api/cardViews/timeMachine.ts';
import { listDifferences } from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import { readDailyUsage } from '@cardinal/contract/api/usage/usage.ts';
import { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import { detailPathOf } from '@cardinal/contract/routes/cardDetailPath.ts';
import { pathOf, routeOf } from '@cardinal/contract/routes/matching.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { DetailSkeleton, EmptyState } from '@cardinal/ui/States.tsx';
import { lazy, type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { type DetailTab, DetailTabs } from '../../../kit/DetailTabs.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { navigate } from '../../../shell/navigation.ts';
import { mayCall } from '../../../shell/permissions.ts';
import { usePlace, useSearch } from '../../../shell/screenContext.ts';
import { screenOf } from '../../../shell/screenFiles.ts';
import { closeTags, titleTag } from '../../../shell/shellState.ts';
import { CardSkeleton } from '../CardSkeleton.tsx';
import { HistoryTab } from '../HistoryTab.tsx';
import { OverviewTab } from '../OverviewTab.tsx';
import { UsageTab } from '../UsageTab.tsx';
import { type CardView, useCard } from '../useCard.ts';
import { CardActionSheet } from './CardActionSheet.tsx';
import { CardHeader } from './CardHeader.tsx';
import { DeviceTab } from './DeviceTab.tsx';
import { type AskFor, FunctionsTab } from './FunctionsTab.tsx';
import { JumpBox } from './JumpBox.tsx';
import { RawTab } from './RawTab.tsx';
import { SessionTab } from './SessionTab.tsx';
import { TradedCard } from './TradedCard.tsx';
import { useSiblingView } from './useSiblingView.ts';
import { VoiceTab } from './VoiceTab.tsx';

const DifferenceBanner = lazy(() => import('./DifferenceBanner.tsx'));
const RealNameTab = lazy(() => import('./RealNameTab.tsx'));
const SourceTab = lazy(() => import('./SourceTab.tsx'));
const LocationTab = lazy(() => import('./LocationTab.tsx'));
const TimeMachine = lazy(() => import('./timeMachine/TimeMachine.tsx'));

const { thirdParty, other } = Platform.values;

const words = {
  tabs: text('卡的各方面', 'Card sections'),
  functions: text('网络功能', 'Functions'),
  session: text('会话', 'Session'),
  realName: text('实名', 'Real name'),
  location: text('位置', 'Location'),
  raw: text('原始数据', 'Raw data'),
  which: text('要看哪张卡？', 'Which card?'),
  whichHint: text('输入 ICCID 或卡的其他号码。', 'Enter the ICCID or another number of the card.'),
};

/** The query to keep: the open tab and the point in time. */
const OPEN_PART = ['tab', 'at'] as const;

/** How a card is shown within something else, such as its pool. */
export type Within = {
  /** Its address there. */
  readonly addressOf: (card: CardView['card']) => string;
  /** Above all else. */
  readonly lead: (view: CardView) => ReactNode;
};

/** A card of another carrier or kind is redirected to its own address; the open tab is kept. */
function useOwnAddress(view: CardView | undefined, search: URLSearchParams, addressOf: Within['addressOf']) {
  const { path } = usePlace();
  const open = OPEN_PART.flatMap((name) => {
    const value = search.get(name);
    return value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
  }).join('&');
  useLayoutEffect(() => {
    if (!view) return;
    const own = addressOf(view.card);
    const match = routeOf(own);
    if (own.startsWith(`${path}?`) || own === path || !match || !screenOf(match.route)) return;
    const to = open ? `${own}${own.includes('?') ? '&' : '?'}${open}` : own;
    navigate(to, { replace: true });
    // The tag of the wrong address is closed.
    closeTags(pathOf(own), (tag) => tag.path === path);
  }, [view, path, open, addressOf]);
}

/** A tab that is loaded when first opened. */
const waiting = (part: ReactNode) => <Suspense fallback={<DetailSkeleton />}>{part}</Suspense>;

function tabsOf(view: CardView, t: ReturnType<typeof useText>, act: AskFor, isPoolAbove: boolean): DetailTab[] {
  const { session, raw, card, hides } = view;
  const voice = { key: 'voice', title: t(nouns.voice), content: () => <VoiceTab view={view} onAction={act} /> };
  return [
    ...(card.kind === CardKind.values.voice ? [voice] : []),
    { key: 'overview', title: t(nouns.overview), content: () => <OverviewTab view={view} isPoolAbove={isPoolAbove} /> },
    ...(mayCall(readDailyUsage) && !(hides.includes('daily') && hides.includes('remaining'))
      ? [{ key: 'usage', title: t(nouns.usage), content: () => <UsageTab view={view} /> }]
      : []),
    ...(view.functions.length > 0
      ? [{ key: 'functions', title: t(words.functions), content: () => <FunctionsTab view={view} onAction={act} /> }]
      : []),
    ...(session ? [{ key: 'session', title: t(words.session), content: () => <SessionTab view={view} /> }] : []),
    ...(card.platform === thirdParty || card.platform === other
      ? [{ key: 'source', title: t(nouns.source), content: () => waiting(<SourceTab view={view} />) }]
      : []),
    { key: 'realName', title: t(words.realName), content: () => waiting(<RealNameTab view={view} />) },
    ...(hides.includes('imei')
      ? []
      : [{ key: 'device', title: t(nouns.device), content: () => <DeviceTab view={view} /> }]),
    ...(mayCall(listPositions) && !hides.includes('location')
      ? [{ key: 'location', title: t(words.location), content: () => waiting(<LocationTab view={view} />) }]
      : []),
    ...(mayCall(listCardEvents)
      ? [{ key: 'history', title: t(nouns.history), content: () => <HistoryTab cardId={card.id} /> }]
      : []),
    ...(mayCall(readCardMoment)
      ? [
          {
            key: 'moment',
            title: t(nouns.timeMachine),
            content: () => waiting(<TimeMachine card={card} />),
          },
        ]
      : []),
    ...(raw ? [{ key: 'raw', title: t(words.raw), content: () => <RawTab raw={raw} /> }] : []),
  ];
}

function Opened(props: { view: CardView; within?: Within | undefined }) {
  const { view, within } = props;
  const t = useText();
  const [acting, setActing] = useState<{ action: CardAction; parameters?: Parameters<AskFor>[1] }>();
  const refresh = useChange(refreshCard, { done: t(sentences.refreshed) });
  const act: AskFor = (action, parameters) => {
    // One card is asked synchronously; tasks are for many.
    if (action === 'sync_card') void refresh.run({ body: { id: view.card.id } });
    else setActing({ action, parameters });
  };
  return (
    <>
      {within?.lead(view)}
      <CardHeader view={view} isRefreshing={refresh.isRunning} onAction={act} />
      {mayCall(listDifferences) ? (
        <Suspense fallback={null}>
          <DifferenceBanner card={view.card} />
        </Suspense>
      ) : null}
      <DetailTabs label={t(words.tabs)} tabs={tabsOf(view, t, act, within !== undefined)} />
      {acting ? <CardActionSheet card={view.card} {...acting} onClose={() => setActing(undefined)} /> : null}
    </>
  );
}

/** Everything about one card on one screen: its facts, its diagnosis, and its actions. */
function WholeCard(props: { iccid?: string | undefined; within?: Within | undefined }) {
  const t = useText();
  const { path, match } = usePlace();
  const [search] = useSearch();
  const iccid = props.iccid ?? search.get('iccid')?.trim() ?? '';
  const { data, error, refetch } = useCard(iccid);
  useOwnAddress(data, search, props.within?.addressOf ?? detailPathOf);
  const shown = data?.card.iccid;
  useLayoutEffect(() => titleTag(path, shown), [path, shown]);

  if (data) return <Opened key={data.card.id} view={data} within={props.within} />;
  const title = <h1>{t(match.route.title)}</h1>;
  if (iccid === '') {
    return (
      <>
        {title}
        <EmptyState title={t(words.which)} hint={t(words.whichHint)} action={<JumpBox />} />
      </>
    );
  }
  if (!error) return <CardSkeleton />;
  return (
    <>
      {title}
      <NotLoaded failed={sentences.cardNotLoaded} error={error} onRetry={refetch} asked={iccid}>
        <JumpBox />
      </NotLoaded>
    </>
  );
}

/** One card; when opened from the trades between partners, only the facts of the trade. */
export function CardDetail(props: { iccid?: string | undefined; within?: Within | undefined }) {
  const [search] = useSearch();
  const isSibling = useSiblingView();
  const iccid = search.get('iccid')?.trim() ?? '';
  if (isSibling === undefined) return <CardSkeleton />;
  return isSibling && iccid ? <TradedCard iccid={iccid} /> : <WholeCard {...props} />;
}
