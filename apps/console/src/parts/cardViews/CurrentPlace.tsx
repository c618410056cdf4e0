import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { CountryName } from '../../kit/CountryName.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { Facts } from './Facts.tsx';
import { NetworkName } from './NetworkName.tsx';
import type { Places } from './useCardPlaces.ts';

const words = {
  title: text('当前国家与网络', 'Current country and network'),
  last: text('最近国家与网络', 'Last country and network'),
  unknown: text('该网络未对应国家', 'No country is known for this network'),
  since: text('开始于', 'Since'),
  heard: text('运营商告知于', 'Reported by the carrier'),
};

/** Where a card is, since when, and how old the reading is; for an offline card its last place. */
export function CurrentPlace({ place }: { place: NonNullable<Places['current']> }) {
  const t = useText();
  return (
    <Panel title={t(place.isOnline ? words.title : words.last)} asOf={place.readAt}>
      <Facts
        facts={[
          { label: nouns.country, value: place.country ? <CountryName code={place.country} /> : t(words.unknown) },
          { label: nouns.network, value: <NetworkName network={place.network} /> },
          { label: words.since, value: <TimeText at={place.since} /> },
          { label: words.heard, value: <TimeText at={place.readAt} /> },
        ]}
      />
    </Panel>
  );
}
