import { CARD_ACTIONS } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { CardSetVerdict, cardSetRest, refreshCardSet } from '@cardinal/contract/api/cardBatches/cardSets.ts';
import { listCards, listNbCards, listVoiceCards } from '@cardinal/contract/api/cards/cardList.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from '../../shell/Link.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { useChange } from '../change.ts';
import { Figure } from '../import/Figure.tsx';
import { LiveProgress } from '../import/LiveProgress.tsx';
import { RowsAtFault } from '../import/RowsAtFault.tsx';
import { NotLoaded } from '../NotLoaded.tsx';
import { saveFile } from '../saveFile.ts';
import { SET_KEY } from './CardSetFilter.tsx';
import { useReport } from './useCardSets.ts';
import '../import/import.css';

const words = {
  reading: text('正在识别号码', 'Matching numbers'),
  goesOn: text(
    '可以关闭此面板，后台会继续；识别完成后在号码集中查看。',
    'You can close this panel. Matching continues in the background; find the result under card sets.',
  ),
  failed: text('文件未能读取', 'The file could not be read'),
  again: text('报告加载失败', 'Failed to load the report'),
  cards: text('找到的卡', 'Cards found'),
  rest: text('其余号码（{n} 个）', 'Not found ({n})'),
  first: text('其余号码（共 {total} 个，显示前 {n} 个）', 'Not found: {n} of {total} shown'),
  all: text('下载全部', 'Download all'),
  number: text('号码', 'Number'),
  asOf: text(
    '按您现在的数据范围和卡的当前号码计算；新入库的卡和号码变更核对于',
    'Based on your data scope and current card numbers. New cards and number changes last checked at',
  ),
  refresh: text('重新核对', 'Look again'),
  refreshing: text('核对中…', 'Looking…'),
  filter: text('在列表中筛选', 'Filter list'),
  see: text('查看：', 'View in: '),
  flow: text('流量卡', 'Data cards'),
  voice: text('语音卡', 'Voice cards'),
  nb: text('NB卡', 'NB-IoT cards'),
  act: text('批量操作', 'Batch operations'),
};

const LISTS = [
  { label: words.flow, call: listCards, path: '/cardsManagement/flowCardManagement' },
  { label: words.voice, call: listVoiceCards, path: '/cardsManagement/voiceCardManagement' },
  { label: words.nb, call: listNbCards, path: '/cardsManagement/NBCardManagement' },
] as const;
const ANY_ACTION = { permission: Object.values(CARD_ACTIONS).flat() as [string, ...string[]] };

type Report = NonNullable<NonNullable<ReturnType<typeof useReport>['data']>['report']>;

/** The report of a set: the result of its numbers, where its cards are, and the rest as a sheet. */
export function CardSetReport(props: {
  id: string;
  onFilter?: ((id: string) => void) | undefined;
  onClose: () => void;
}) {
  const { id, onFilter } = props;
  const t = useText();
  const { data, error, refetch } = useReport(id);
  const refreshing = useChange(refreshCardSet);
  if (!data) return <NotLoaded failed={words.again} error={error} onRetry={refetch} />;
  if (data.state === 'reading') {
    return (
      <Stack gap="xl">
        <LiveProgress label={t(words.reading)} done={data.numbers} total={undefined} run={id} />
        <p className="field-help">{t(words.goesOn)}</p>
      </Stack>
    );
  }
  if (!data.report) {
    return (
      <Span as="p" ink="danger" role="alert">
        <b>{t(words.failed)}</b> {data.failure}
      </Span>
    );
  }
  const hasCards = data.report.cards > 0;
  return (
    <Stack gap="xl">
      <Figures report={data.report} />
      <p className="field-help">
        {t(words.asOf)} <TimeText at={data.resolvedAt} />{' '}
        {data.isRefreshing ? (
          t(words.refreshing)
        ) : (
          <TextButton disabled={refreshing.isRunning} onClick={() => void refreshing.run({ body: { id } })}>
            {t(words.refresh)}
          </TextButton>
        )}
      </p>
      {hasCards ? (
        <Inline gap="l">
          {onFilter ? (
            <Button type="primary" onClick={() => onFilter(id)}>
              {t(words.filter)}
            </Button>
          ) : (
            <span>
              {t(words.see)}
              {LISTS.filter((list) => mayCall(list.call)).map((list) => (
                <Link key={list.path} to={`${list.path}?${SET_KEY}=${id}`} onFollow={props.onClose}>
                  {t(list.label)}
                </Link>
              ))}
            </span>
          )}
          {mayCall(ANY_ACTION) ? (
            <Link to={`/cardsManagement/batchOperate?${SET_KEY}=${id}`} onFollow={props.onClose}>
              {t(words.act)}
            </Link>
          ) : null}
        </Inline>
      ) : null}
      <Rest id={id} report={data.report} />
    </Stack>
  );
}

function Figures({ report }: { report: Report }) {
  const t = useText();
  const { found } = CardSetVerdict.values;
  const others = report.verdicts.filter(({ verdict }) => verdict !== found);
  return (
    <Grid as="dl" columns="narrow" gap="s">
      <Figure label={t(words.cards)} value={report.cards} ink={report.cards > 0 ? 'success' : undefined} />
      {others.map(({ verdict, count }) => (
        <Figure key={verdict} label={t(CardSetVerdict.labelOf(verdict))} value={count} />
      ))}
    </Grid>
  );
}

function Rest({ id, report }: { id: string; report: Report }) {
  const t = useText();
  const [isSaving, setIsSaving] = useState(false);
  if (report.left.length === 0) return null;
  const save = async () => {
    setIsSaving(true);
    await saveFile(cardSetRest, { id });
    setIsSaving(false);
  };
  const { found } = CardSetVerdict.values;
  const total = report.verdicts.reduce((sum, { verdict, count }) => (verdict === found ? sum : sum + count), 0);
  const n = report.left.length;
  const title = t(n < total ? words.first : words.rest, { n: countAmount(n), total: countAmount(total) });
  return (
    <Stack as="section" gap="s">
      <Inline justify="between">
        <h2>{title}</h2>
        <Button size="small" loading={isSaving} onClick={() => void save()}>
          {t(words.all)}
        </Button>
      </Inline>
      <RowsAtFault
        title={title}
        columns={[nouns.row, words.number, nouns.reason]}
        rows={report.left.map(({ rowNumber, typed, words }) => ({ rowNumber, value: typed, words }))}
      />
    </Stack>
  );
}
