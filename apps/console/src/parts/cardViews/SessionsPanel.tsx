import { readCardSessions, SESSIONS_PER_PAGE } from '@cardinal/contract/api/carrierSync/sessions.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { type ReactNode, useState } from 'react';
import { CountryName } from '../../kit/CountryName.tsx';
import { FigureCell, figures, LinesTable } from '../../kit/LinesTable.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { Nothing } from '../../kit/table/cells.tsx';
import { Pagination } from '../../kit/table/Pagination.tsx';
import { useRead } from '../../kit/useRead.ts';
import { NetworkName } from './NetworkName.tsx';

const words = {
  title: text('会话明细', 'Sessions'),
  count: text('共 {n} 次', '{n} {n|session|sessions}'),
  none: text(
    '还没有会话记录，刷新卡时向运营商读取',
    'No sessions yet. Refreshing the card reads them from the carrier.',
  ),
  used: text('用量', 'Data'),
  up: text('上行', 'Up'),
  down: text('下行', 'Down'),
  rat: text('制式', 'Radio'),
  apn: text('APN', 'APN'),
};

/** IP addresses contain separators of their own. */
const WHOLE = 64;

const volume = (bytes: string | null): ReactNode => (bytes === null ? <Nothing /> : <Volume bytes={bytes} />);

/** The sessions of a card, page by page, without columns that its carrier never reports. */
export function SessionsPanel({ cardId }: { cardId: string }) {
  const t = useText();
  const [page, setPage] = useState(1);
  const sessions = useRead(readCardSessions, { cardId, page }, { keepsPrevious: true });
  const { data } = sessions;
  if (data && !data.isOffered && data.total === 0) return null;
  const rows = data?.sessions ?? [];
  const tells = {
    direction: rows.some(({ bytesUp, bytesDown }) => bytesUp !== null || bytesDown !== null),
    place: rows.some(({ country, network }) => country !== null || network.mcc !== null),
  };
  return (
    <Panel title={t(words.title)} state={sessions} aside={data ? t(words.count, { n: countAmount(data.total) }) : null}>
      {data === undefined ? undefined : data.total === 0 ? (
        <Paragraph ink="secondary">{t(words.none)}</Paragraph>
      ) : (
        <>
          <LinesTable
            heads={[
              nouns.started,
              nouns.ended,
              figures(words.used),
              ...(tells.direction ? [figures(words.up), figures(words.down)] : []),
              ...(tells.place ? [nouns.country, nouns.network] : []),
              words.rat,
              nouns.ipAddress,
              words.apn,
            ]}
          >
            {rows.map((row) => (
              <tr key={row.startedAt}>
                <td>
                  <TimeText at={row.startedAt} />
                </td>
                <td>{row.endedAt ? <TimeText at={row.endedAt} /> : row.isOpen ? t(nouns.stillOpen) : <Nothing />}</td>
                <FigureCell>{volume(row.bytes)}</FigureCell>
                {tells.direction ? (
                  <>
                    <FigureCell>{volume(row.bytesUp)}</FigureCell>
                    <FigureCell>{volume(row.bytesDown)}</FigureCell>
                  </>
                ) : null}
                {tells.place ? (
                  <>
                    <td>{row.country ? <CountryName code={row.country} /> : <Nothing />}</td>
                    <td>
                      <NetworkName network={row.network} />
                    </td>
                  </>
                ) : null}
                <td>{row.rat ?? <Nothing />}</td>
                <td>{row.ipAddress ? <Identifier value={row.ipAddress} groupOf={WHOLE} /> : <Nothing />}</td>
                <td>{row.apn ?? <Nothing />}</td>
              </tr>
            ))}
          </LinesTable>
          {data.total > SESSIONS_PER_PAGE ? (
            <Pagination
              total={data.total}
              isEstimate={false}
              pageNum={page}
              pageSize={SESSIONS_PER_PAGE}
              onPage={setPage}
            />
          ) : null}
        </>
      )}
    </Panel>
  );
}
