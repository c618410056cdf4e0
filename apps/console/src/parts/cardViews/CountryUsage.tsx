import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ShareBar } from '@cardinal/ui/layout/Bar.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { CountryName } from '../../kit/CountryName.tsx';
import { FigureCell, figures, LinesTable } from '../../kit/LinesTable.tsx';
import { Panel, type PanelState } from '../../kit/Panel.tsx';
import { CountryUsageMap } from './CountryUsageMap.tsx';
import { NetworkName } from './NetworkName.tsx';
import type { Places } from './useCardPlaces.ts';

const words = {
  title: text('近 {days} 天各国用量', 'Usage by country, last {days} {days|day|days}'),
  none: text('这段时间没有带国家的会话', 'No sessions with a country in this period'),
  unknown: text('未知国家', 'Unknown'),
  networks: text('网络', 'Networks'),
  sessions: text('会话数', 'Sessions'),
};

const HUNDRED = 100n;
const shareOf = (bytes: string, total: bigint) => (total === 0n ? 0 : Number((BigInt(bytes) * HUNDRED) / total));

/** Usage by country and network, the largest first. */
export function CountryUsage(props: {
  countries: Places['countries'] | undefined;
  days: number;
  state: PanelState;
  isHiddenEmpty?: boolean;
}) {
  const { countries, days } = props;
  const t = useText();
  if (props.isHiddenEmpty && countries?.length === 0) return null;
  const total = (countries ?? []).reduce((sum, { bytes }) => sum + BigInt(bytes), 0n);
  return (
    <Panel title={t(words.title, { days })} state={props.state}>
      {countries === undefined ? undefined : countries.length === 0 ? (
        <Paragraph ink="secondary">{t(words.none)}</Paragraph>
      ) : (
        <>
          <CountryUsageMap countries={countries} />
          <LinesTable
            heads={[
              nouns.country,
              words.networks,
              nouns.share,
              figures(nouns.dataUsed),
              figures(words.sessions),
              nouns.last,
            ]}
          >
            {countries.map(({ country, bytes, sessions, lastAt, networks }) => (
              <tr key={country ?? ''}>
                <td>{country ? <CountryName code={country} /> : t(words.unknown)}</td>
                <td>
                  <Stack as="span" gap="xs">
                    {networks.map((network) => (
                      <NetworkName key={`${network.mcc}-${network.mnc}`} network={network} />
                    ))}
                  </Stack>
                </td>
                <td>
                  <Inline as="span" isOneLine>
                    <Span width="xs">
                      <ShareBar share={shareOf(bytes, total) / 100} />
                    </Span>
                    {shareOf(bytes, total)}%
                  </Inline>
                </td>
                <FigureCell>
                  <Volume bytes={bytes} />
                </FigureCell>
                <FigureCell>{sessions}</FigureCell>
                <td>
                  <TimeText at={lastAt} />
                </td>
              </tr>
            ))}
          </LinesTable>
        </>
      )}
    </Panel>
  );
}
