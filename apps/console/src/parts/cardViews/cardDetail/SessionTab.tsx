import { cardFields } from '@cardinal/contract/api/cards/cardFields.ts';
import { OnlineState } from '@cardinal/contract/enumerations/card.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { Facts } from '../Facts.tsx';
import type { CardView } from '../useCard.ts';

const words = {
  apn: text('APN', 'APN'),
  rat: text('网络制式', 'Radio access'),
};

/** The latest session as the carrier reported it. */
export function SessionTab(props: { view: CardView }) {
  const { card, session } = props.view;
  const t = useText();
  if (!session) return null;
  return (
    <Grid columns={3}>
      <Panel title={t(nouns.latestSession)} asOf={session.readAt}>
        <Facts
          facts={[
            { label: cardFields.onlineState.label, value: t(OnlineState.labelOf(card.onlineState)) },
            { label: nouns.started, value: session.startedAt ? <TimeText at={session.startedAt} /> : null },
            {
              label: nouns.ended,
              value: session.endedAt ? (
                <TimeText at={session.endedAt} />
              ) : session.startedAt && card.onlineState === OnlineState.values.online ? (
                t(nouns.stillOpen)
              ) : null,
            },
            {
              label: nouns.ipAddress,
              value: session.ipAddress ? <Identifier value={session.ipAddress} groupOf={64} /> : null,
            },
            { label: words.apn, value: session.apn },
            { label: words.rat, value: session.rat },
            { label: cardFields.communicationPlan.label, value: card.communicationPlan },
            { label: cardFields.imei.label, value: card.imei ? <Identifier value={card.imei} /> : null },
          ]}
        />
      </Panel>
    </Grid>
  );
}
