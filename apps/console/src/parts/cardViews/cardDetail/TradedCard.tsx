import { cardFields } from '@cardinal/contract/api/cards/cardFields.ts';
import { readTradedCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { CardKind, Lifecycle } from '@cardinal/contract/enumerations/card.ts';
import { sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { CarrierName } from '../../../kit/table/CarrierName.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { Link } from '../../../shell/Link.tsx';
import { Facts } from '../Facts.tsx';

const words = {
  trade: text('交易', 'Trade'),
  none: text('没有交易记录', 'No trade records'),
  at: text('交易时间', 'Traded at'),
  from: text('转出方', 'From'),
  to: text('转入方', 'To'),
  note: text('说明', 'Note'),
  back: text('返回卡交易情况', 'Back to card trades'),
};

/** A card as its trading partner sees it: the trade and its status. */
export function TradedCard(props: { iccid: string }) {
  const t = useText();
  const { data, error, refetch } = useRead(readTradedCard, { iccid: props.iccid });
  if (!data) return <NotLoaded failed={sentences.cardNotLoaded} error={error} onRetry={refetch} />;
  return (
    <>
      <Stack as="header" gap="s" below="xs">
        <Inline>
          <h1>
            <Identifier value={data.iccid} />
          </h1>
          <Spacer />
          <Link to="/partner/cardTransactionSituation">{t(words.back)}</Link>
        </Inline>
      </Stack>
      <Grid columns={3}>
        <Panel title={t(readTradedCard.summary)}>
          <Facts
            facts={[
              { label: cardFields.platform.label, value: <CarrierName platform={data.platform} /> },
              { label: cardFields.kind.label, value: t(CardKind.labelOf(data.kind)) },
              {
                label: cardFields.lifecycle.label,
                value: `${t(Lifecycle.labelOf(data.lifecycle))} · ${data.shownStatus.text}`,
              },
              { label: cardFields.packageName.label, value: data.packageName },
            ]}
          />
        </Panel>
        <Panel title={t(words.trade)}>
          {data.trade ? (
            <Facts
              facts={[
                { label: words.at, value: <TimeText at={data.trade.at} /> },
                { label: words.from, value: data.trade.from },
                { label: words.to, value: data.trade.to },
                { label: words.note, value: data.trade.note },
              ]}
            />
          ) : (
            <p>{t(words.none)}</p>
          )}
        </Panel>
      </Grid>
    </>
  );
}
