import { cardFields } from '@cardinal/contract/api/cards/cardFields.ts';
import { listCardEvents } from '@cardinal/contract/api/cards/history.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { mayCall } from '../../../shell/permissions.ts';
import { Facts } from '../Facts.tsx';
import { HistoryTab } from '../HistoryTab.tsx';
import { BoundDevice } from '../OverviewTab.tsx';
import type { CardView } from '../useCard.ts';

const words = {
  changedAt: text('换机时间', 'Device changed'),
  notSeen: text('未见换机', 'No change seen'),
  seen: text('用过的设备', 'Devices used'),
  before: text('划入前', 'Before allocation'),
  locks: text('绑定记录', 'Bindings'),
  noLocks: text('还没有绑定过设备', 'Never bound to a device'),
};

/** Device actions on a card; only the carrier knows when it moved to another device. */
const LOCKING = ['bind_imei', 'unbind_imei'] as const;

/** The device the card is in, the one it is bound to, and their history. */
export function DeviceTab(props: { view: CardView }) {
  const { card, imeiLock, imeiChangedAt, imeis } = props.view;
  const t = useText();
  return (
    <Grid columns={3}>
      <Panel title={t(nouns.device)} asOf={card.lastSyncAt ?? undefined}>
        <Facts
          facts={[
            { label: cardFields.imei.label, value: card.imei ? <Identifier value={card.imei} /> : null },
            { label: cardFields.boundImei.label, value: <BoundDevice lock={imeiLock} /> },
            {
              label: words.changedAt,
              value: imeiChangedAt ? <TimeText at={imeiChangedAt} /> : t(words.notSeen),
            },
          ]}
        />
      </Panel>
      {imeis.length > 0 ? (
        <Panel title={t(words.seen)}>
          <Stack as="ol" gap="s">
            {imeis.map(({ imei, seenAt }) => (
              <Inline as="li" justify="between" key={`${imei} ${seenAt}`}>
                <Identifier value={imei} />
                <span>{seenAt ? <TimeText at={seenAt} /> : t(words.before)}</span>
              </Inline>
            ))}
          </Stack>
        </Panel>
      ) : null}
      {mayCall(listCardEvents) ? (
        <Panel title={t(words.locks)}>
          <HistoryTab cardId={card.id} actions={LOCKING} none={words.noLocks} />
        </Panel>
      ) : null}
    </Grid>
  );
}
