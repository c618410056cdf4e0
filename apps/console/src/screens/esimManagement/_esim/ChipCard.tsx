import { detailPathOf } from '@cardinal/contract/routes/cardDetailPath.ts';
import { sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import type { ReactNode } from 'react';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { HistoryTab } from '../../../parts/cardViews/HistoryTab.tsx';
import { OverviewTab } from '../../../parts/cardViews/OverviewTab.tsx';
import { UsageTab } from '../../../parts/cardViews/UsageTab.tsx';
import { type CardView, useCard } from '../../../parts/cardViews/useCard.ts';
import { Link } from '../../../shell/Link.tsx';

const words = {
  none: text('没有启用的码号', 'No number enabled'),
  noneHint: text('启用一个码号后，这里是它的卡。', 'After a number is enabled, its card appears here.'),
  open: text('打开卡详情', 'Open the card'),
};

const PARTS: Readonly<Record<Part, (view: CardView) => ReactNode>> = {
  overview: (view) => <OverviewTab view={view} />,
  usage: (view) => <UsageTab view={view} />,
  history: (view) => <HistoryTab cardId={view.card.id} />,
};
type Part = 'overview' | 'usage' | 'history';

/** A part of the enabled profile's card, as on the card's own screen. */
export default function ChipCard({ iccid, part }: { iccid: string | undefined; part: Part }) {
  const t = useText();
  const { data, error, refetch } = useCard(iccid ?? '');
  if (iccid === undefined) return <EmptyState title={t(words.none)} hint={t(words.noneHint)} />;
  if (!data) return <NotLoaded failed={sentences.cardNotLoaded} error={error} onRetry={refetch} />;
  return (
    <>
      <Inline as="p" gap="m" below="s">
        <Identifier value={iccid} /> <Link to={detailPathOf(data.card)}>{t(words.open)}</Link>
      </Inline>
      {PARTS[part](data)}
    </>
  );
}
