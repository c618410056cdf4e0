import {
  listPositions,
  locateCards,
  PositionSource,
  revealPositions,
} from '@cardinal/contract/api/cardLookups/positioning.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button, Input } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { LinesTable } from '../../../kit/LinesTable.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { Can } from '../../../shell/Can.tsx';
import { Link } from '../../../shell/Link.tsx';
import { mayCall } from '../../../shell/permissions.ts';
import type { CardView } from '../useCard.ts';

const WhereTheyAre = lazy(() => import('../../cardLookups/WhereTheyAre.tsx'));

const words = {
  none: text('还没有定位过此卡', 'This card has not been located yet'),
  asked: text('发起时间', 'Asked'),
  by: text('查询人', 'By'),
  waiting: text('查询中…', 'Being asked…'),
  show: text('在地图上查看', 'Show on the map'),
  logged: text('每次查看都会记入操作日志', 'Every view is recorded in the operation log'),
  all: text('全部 {n} 条', 'All {n}'),
  ask: text('立即定位', 'Locate now'),
  started: text('已向运营商查询位置', 'Querying the carrier'),
};

const SHOWN = 10;
/** Poll interval while an answer is pending. */
const WATCH_MS = 1_500;

/** The position queries of a card: who asked when and why; a click shows the places. */
export default function LocationTab({ view }: { view: CardView }) {
  const { iccid } = view.card;
  const t = useText();
  const [isShown, setIsShown] = useState(false);
  const [purpose, setPurpose] = useState('');
  const query = useRead(
    listPositions,
    { iccid: [iccid], pageNum: 1, pageSize: SHOWN },
    { every: (data) => (data?.list.some((row) => row.state !== 'done') ? WATCH_MS : false) },
  );
  const asking = useChange(locateCards, {
    done: t(words.started),
    onDone: () => {
      setPurpose('');
      setIsShown(false);
    },
  });
  const { data } = query;
  const isFound = data?.list.some((row) => row.isFound) ?? false;
  return (
    <Stack>
      <Panel
        title={t(listPositions.summary)}
        state={query}
        aside={
          data && data.total > SHOWN ? (
            <Link to={`/operationManagement/cardPositioning?iccidContains=${iccid}`}>
              {t(words.all, { n: data.total })}
            </Link>
          ) : null
        }
      >
        {data ? (
          <>
            <Can call={locateCards}>
              <Columns
                as="form"
                side="auto"
                isSideLast
                gap="s"
                below="m"
                width="xxl"
                onSubmit={(event) => {
                  event.preventDefault();
                  void asking.run({ body: { numbers: iccid, purpose: purpose.trim() } });
                }}
              >
                <Input
                  aria-label={t(sentences.purposeRetained)}
                  placeholder={t(sentences.purposeRetained)}
                  maxLength={255}
                  value={purpose}
                  onChange={(event) => setPurpose(event.target.value)}
                />
                <Button htmlType="submit" disabled={purpose.trim().length < 2} loading={asking.isRunning}>
                  {t(words.ask)}
                </Button>
              </Columns>
            </Can>
            {data.list.length === 0 ? (
              <Paragraph ink="secondary">{t(words.none)}</Paragraph>
            ) : (
              <LinesTable heads={[words.asked, words.by, nouns.purpose, nouns.outcome, nouns.seenAt]}>
                {data.list.map((row) => (
                  <tr key={row.id}>
                    <td>
                      <TimeText at={row.createdAt} />
                    </td>
                    <td>{row.accountName}</td>
                    <td>{row.purpose}</td>
                    <td>
                      {row.state !== 'done'
                        ? t(words.waiting)
                        : row.source
                          ? t(PositionSource.labelOf(row.source))
                          : row.words}
                    </td>
                    <td>{row.locatedAt ? <TimeText at={row.locatedAt} /> : <Nothing />}</td>
                  </tr>
                ))}
              </LinesTable>
            )}
            {isFound && !isShown && mayCall(revealPositions) ? (
              <Inline as="p" gap="m" above="m">
                <Button type="primary" onClick={() => setIsShown(true)}>
                  {t(words.show)}
                </Button>
                <Paragraph as="span" ink="secondary">
                  {t(words.logged)}
                </Paragraph>
              </Inline>
            ) : null}
          </>
        ) : undefined}
      </Panel>
      {isShown ? (
        <Suspense>
          <WhereTheyAre asked={{ iccid }} />
        </Suspense>
      ) : null}
    </Stack>
  );
}
