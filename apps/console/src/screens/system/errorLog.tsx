import {
  cleanErrors,
  ErrorState as ErrorStates,
  handleError,
  listErrors,
  readError,
} from '@cardinal/contract/api/audit/audit.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, units } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { CodeBox } from '@cardinal/ui/layout/Box.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { ChartCard } from '../../kit/ChartCard.tsx';
import { useChange } from '../../kit/change.ts';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import { textFilter } from '../../kit/filters/textFilter.tsx';
import { FormDrawer } from '../../kit/form/FormDrawer.tsx';
import { ListChart } from '../../kit/list/ListChart.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useList } from '../../kit/list/useList.ts';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { useRead } from '../../kit/useRead.ts';
import { Can } from '../../shell/Can.tsx';
import { Link } from '../../shell/Link.tsx';

const words = {
  title: text('错误详情', 'Error'),
  none: text('没有错误记录', 'No errors recorded'),
  noneHint: text(
    '接口故障和生产环境的控制台错误会归类显示在这里。',
    'API faults and, in production, console errors are grouped here.',
  ),
  failed: text('详情加载失败', 'Failed to load details'),
  marked: text('已标记', 'Marked'),
  search: text('请求编号', 'Request ID'),
  clean: text('清理旧记录', 'Delete old entries'),
  cleanDays: text('未再出现的天数', 'Days not seen'),
  cleanNote: text(
    '删除这么多天未再出现的错误，连同样例，不能恢复。',
    'Permanently deletes errors not seen for this many days, including samples.',
  ),
  cleaned: text('已清理 {n} 条', '{n} {n|entry|entries} removed'),
  perHour: text('近 7 天每小时次数', 'Per hour, last 7 days'),
  samples: text('最近样例', 'Latest samples'),
  crumbs: text('之前的步骤', 'Steps before'),
  note: text('处理备注', 'Note'),
  account: text('涉及账号', 'Affected account'),
  under: text('涉及客户', 'Affected customer'),
  trace: text('该请求的操作', 'Operations of this request'),
};

/** Errors not seen for this long may be deleted. */
const CLEAN_AFTER_DAYS = 90;

type Row = RowOf<typeof listErrors>;
const LOOKS = {
  state: {
    new: { shape: 'disc', tone: 'bad' },
    seen: { shape: 'ring', tone: 'warning' },
    fixed: { shape: 'disc', tone: 'good' },
    ignored: { shape: 'cross', tone: 'neutral' },
  },
} as const;

const ACCOUNT = textFilter('account', words.account);
const UNDER = customerFilter('underCustomerId', words.under);

/** The reference that a user reads from the failed screen. */
const SEARCH = { key: 'requestId', label: words.search };

export default function ErrorLog() {
  const t = useText();
  const [shown, setShown] = useState<Row>();
  const [isCleaning, setIsCleaning] = useState(false);
  return (
    <>
      <ListScreen
        list={listErrors}
        search={SEARCH}
        actions={
          <CallButton call={cleanErrors} onClick={() => setIsCleaning(true)}>
            {t(words.clean)}
          </CallButton>
        }
        columns={[
          { field: 'lastSeen', pinned: 'left' },
          { field: 'message', width: 320 },
          { field: 'state', width: 100 },
          { field: 'occurrences', width: 80 },
          { field: 'accounts', width: 96 },
          { field: 'place', width: 200 },
          'source',
          'version',
          { field: 'firstSeen', isOff: true },
          'note',
        ]}
        filters={['source', 'state', ACCOUNT, UNDER, 'place', 'message', 'version', 'lastSeen']}
        notice={<AllPerHour />}
        looks={LOOKS}
        rowActions={(row) => [{ key: 'detail', label: t(nouns.details), onPick: () => setShown(row) }]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Sheet isOpen={shown !== undefined} title={t(words.title)} width={720} onClose={() => setShown(undefined)}>
        {shown ? <Detail row={shown} onDone={() => setShown(undefined)} /> : null}
      </Sheet>
      {isCleaning ? (
        <FormDrawer
          endpoint={cleanErrors}
          title={t(words.clean)}
          submit={words.clean}
          isDanger
          intro={t(words.cleanNote)}
          fields={[{ name: 'olderThanDays', kind: 'integer', label: words.cleanDays, unit: units.days }]}
          initial={{ olderThanDays: CLEAN_AFTER_DAYS }}
          done={({ removed }) => t(words.cleaned, { n: countAmount(removed) })}
          onClose={() => setIsCleaning(false)}
        />
      ) : null}
    </>
  );
}

type Hours = AnswerOf<typeof readError>['perHour'];

function PerHour(props: { hours: Hours; asOf?: string }) {
  const t = useText();
  const { hours, asOf } = props;
  if (hours.length < 2) return null;
  return (
    <ListChart title={t(words.perHour)}>
      <ChartCard
        title={t(words.perHour)}
        height={110}
        {...(asOf ? { asOf } : {})}
        chart={{
          shape: 'columns',
          measure: 'count',
          categories: hours.map(({ hour }) => wallTime(hour).slice(5, 16)),
          series: [{ key: 'count', name: t(words.perHour), values: hours.map(({ count }) => count) }],
        }}
      />
    </ListChart>
  );
}

/** The hourly totals of all listed errors. */
function AllPerHour() {
  const { page } = useList(listErrors);
  return page ? <PerHour hours={page.summary.perHour} asOf={page.asOf} /> : null;
}

function Detail({ row, onDone }: { row: Row; onDone: () => void }) {
  const t = useText();
  const [note, setNote] = useState(row.note ?? '');
  const mark = useChange(handleError, { done: t(words.marked), onDone });
  const { data, error, refetch } = useRead(readError, { id: row.id });
  if (!data) return <NotLoaded failed={words.failed} error={error} onRetry={refetch} />;
  return (
    <Stack gap="l">
      <div>
        <h2>{data.message}</h2>
        <Paragraph ink="secondary">{data.place}</Paragraph>
      </div>
      <Can call={handleError}>
        <Inline>
          <Input
            value={note}
            maxLength={255}
            placeholder={t(words.note)}
            aria-label={t(words.note)}
            onChange={(event) => setNote(event.target.value)}
          />
          {ErrorStates.options
            .filter((option) => option.value !== row.state && option.value !== 'new')
            .map((option) => (
              <Button
                key={option.key}
                disabled={mark.isRunning}
                onClick={() => void mark.run({ body: { id: row.id, state: option.value, ...(note ? { note } : {}) } })}
              >
                {t(option.label)}
              </Button>
            ))}
        </Inline>
      </Can>
      <PerHour hours={data.perHour} />
      <h3>{t(words.samples)}</h3>
      {data.samples.map((sample) => (
        <section key={`${sample.at} ${sample.requestId}`}>
          <p>
            <TimeText at={sample.at} /> · <Identifier value={sample.requestId} />
            {sample.account ? ` · ${sample.account} ` : ' '}
            <Link to={`/system/operationLog?requestId=${encodeURIComponent(sample.requestId)}`}>{t(words.trace)}</Link>
          </p>
          {sample.crumbs.length > 0 ? (
            <Paragraph ink="secondary">
              {t(words.crumbs)}: {sample.crumbs.join(' → ')}
            </Paragraph>
          ) : null}
          {sample.stack ? <CodeBox>{sample.stack}</CodeBox> : null}
        </section>
      ))}
    </Stack>
  );
}
