import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { cardFields } from '@cardinal/contract/api/cards/cardFields.ts';
import { EventResult } from '@cardinal/contract/api/cards/history.ts';
import { peekCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { readDailyUsage } from '@cardinal/contract/api/usage/usage.ts';
import { detailPathOf } from '@cardinal/contract/routes/cardDetailPath.ts';
import { sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { ReasonedButton } from '@cardinal/ui/ReasonedButton.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Alert } from 'antd';
import { lazy, Suspense } from 'react';
import { FactsList } from '../../kit/FactsList.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { useRead } from '../../kit/useRead.ts';
import { Can } from '../../shell/Can.tsx';
import { Link } from '../../shell/Link.tsx';
import { CardStatus } from '../cards/CardStatus.tsx';
import { CARD_WORDS, EndsCell, UsageCell } from '../cards/cardColumns.tsx';
import { ACTION_WORDS, isFrequent, rank } from './actionWords.ts';

const words = {
  open: text('打开详情', 'Open details'),
  notNow: text('暂不可用的操作（{n}）', 'Unavailable now ({n})'),
  events: text('最近操作', 'Latest operations'),
};

const UsageChart = lazy(async () => ({
  default: (await import('./UsageChart.tsx')).UsageChart,
}));
const CHART_HEIGHT = 140;

/** A card beside the list: status, diagnosis, actions with reasons why not, and recent history. */
export function CardPanel(props: {
  cardId: string | undefined;
  onClose: () => void;
  onAction: (action: CardAction, cardId: string) => void;
}) {
  const t = useText();
  return (
    <Sheet isOpen={props.cardId !== undefined} title={t(peekCard.summary)} width={480} onClose={props.onClose}>
      {props.cardId ? <Content cardId={props.cardId} onAction={props.onAction} /> : null}
    </Sheet>
  );
}

function Content({ cardId, onAction }: { cardId: string; onAction: (action: CardAction, cardId: string) => void }) {
  const t = useText();
  const { data, error, refetch } = useRead(peekCard, { id: cardId });
  if (!data) return <NotLoaded failed={sentences.cardNotLoaded} error={error} onRetry={refetch} />;
  const { card, diagnosis } = data;
  const offered = data.offered.toSorted((a, b) => rank(a.action) - rank(b.action));
  const buttons = offered.filter(({ action, isAllowed }) => isAllowed || isFrequent(action));
  const others = offered.filter((offer) => !buttons.includes(offer));
  return (
    <>
      <Inline gap="m" align="baseline" justify="between">
        <h2>
          <Identifier value={card.iccid} />
        </h2>
        <Link to={detailPathOf(card)}>{t(words.open)}</Link>
      </Inline>
      <Paragraph below="m">
        <CardStatus card={card} />
      </Paragraph>
      <Alert
        type={diagnosis.state === 'good' ? 'success' : diagnosis.state === 'bad' ? 'error' : 'warning'}
        title={diagnosis.words}
        style={{ marginBottom: 16 }}
      />
      <Inline below="l" align="start">
        {buttons.map(({ action, why }) => (
          <ReasonedButton
            key={action}
            why={why}
            className={action === 'cancel_card' ? 'is-danger' : undefined}
            onPick={() => onAction(action, cardId)}
          >
            {t(ACTION_WORDS[action].name)}
          </ReasonedButton>
        ))}
      </Inline>
      {others.length > 0 ? (
        <Stack as="details" gap="none" below="xl" ink="secondary">
          <summary>{t(words.notNow, { n: others.length })}</summary>
          <Stack as="ul" gap="s" above="s">
            {others.map(({ action, why }) => (
              <Columns as="li" side="s" gap="m" key={action}>
                <span>{t(ACTION_WORDS[action].name)}</span>
                <small>{why}</small>
              </Columns>
            ))}
          </Stack>
        </Stack>
      ) : null}
      <FactsList
        facts={[
          { label: cardFields.packageName.label, value: card.packageName },
          { label: cardFields.packageEndsAt.label, value: card.packageEndsAt && <EndsCell at={card.packageEndsAt} /> },
          { label: CARD_WORDS.usage, value: card.flowUsed && <UsageCell row={card} /> },
        ]}
      />
      {data.hides.includes('daily') ? null : (
        <Can call={readDailyUsage}>
          <div className="above-l below-l" style={{ minHeight: CHART_HEIGHT }}>
            <Suspense>
              <UsageChart cardId={cardId} height={CHART_HEIGHT} />
            </Suspense>
          </div>
        </Can>
      )}
      <h3>{t(words.events)}</h3>
      {data.events.length === 0 ? <p>{t(sentences.noOperations)}</p> : null}
      <Stack as="ul" isDivided>
        {data.events.map((event) => (
          <Inline as="li" justify="between" isOneLine key={event.id}>
            <span>
              {event.words} · {t(EventResult.labelOf(event.result))}
            </span>
            <TimeText at={event.at} />
          </Inline>
        ))}
      </Stack>
    </>
  );
}
