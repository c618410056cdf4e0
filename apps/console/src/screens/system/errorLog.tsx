import { ErrorState as ErrorStates, handleError, listErrors, readError } from '@cardinal/contract/api/audit.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { ErrorState } from '@cardinal/ui/States.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Space } from 'antd';
import { useState } from 'react';
import { call } from '../../http/call.ts';
import { useChange } from '../../kit/change.ts';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { Can } from '../../shell/Can.tsx';
import './_logs/logs.css';

const words = {
  detail: text('详情', 'Details'),
  title: text('错误详情', 'Error'),
  none: text('没有错误记录', 'No errors recorded'),
  noneHint: text(
    '接口故障和生产环境的控制台错误会归类显示在这里。',
    'Faults of the API and, in production, of the console are grouped here.',
  ),
  failed: text('详情加载失败', 'The details could not be loaded'),
  marked: text('已标记', 'Marked'),
};

type Row = RowOf<typeof listErrors>;
const LOOKS = {
  state: {
    new: { shape: 'disc', tone: 'bad' },
    seen: { shape: 'ring', tone: 'warning' },
    fixed: { shape: 'disc', tone: 'good' },
    ignored: { shape: 'cross', tone: 'neutral' },
  },
} as const;

export default function ErrorLog() {
  const t = useText();
  const [shown, setShown] = useState<Row>();
  return (
    <>
      <ListScreen
        list={listErrors}
        columns={[
          { field: 'lastSeen', pinned: 'left' },
          'occurrences',
          'accounts',
          'source',
          { field: 'place', width: 220 },
          { field: 'message', width: 360 },
          'state',
          'version',
          { field: 'firstSeen', isOff: true },
          'note',
        ]}
        filters={['source', 'state', 'place', 'message', 'version', 'lastSeen']}
        looks={LOOKS}
        rowActions={(row) => [{ key: 'detail', label: t(words.detail), onPick: () => setShown(row) }]}
        actionsWidth={90}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Sheet isOpen={shown !== undefined} title={t(words.title)} width={720} onClose={() => setShown(undefined)}>
        {shown ? <Detail row={shown} onDone={() => setShown(undefined)} /> : null}
      </Sheet>
    </>
  );
}

function Detail({ row, onDone }: { row: Row; onDone: () => void }) {
  const t = useText();
  const mark = useChange(handleError, { done: t(words.marked), onDone });
  const { data, error } = useQuery({
    queryKey: [readError.name, row.id],
    queryFn: ({ signal }) => call(readError, { query: { id: row.id } }, { signal, isSilent: true }),
  });
  if (error) return <ErrorState title={t(words.failed)} hint={error.message} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <h2>{data.message}</h2>
      <p className="quiet">{data.place}</p>
      <Can call={handleError}>
        <Space style={{ marginBottom: 16 }}>
          {ErrorStates.options
            .filter((option) => option.value !== row.state && option.value !== 'new')
            .map((option) => (
              <Button
                key={option.key}
                size="small"
                disabled={mark.isRunning}
                onClick={() => void mark.run({ body: { id: row.id, state: option.value } })}
              >
                {t(option.label)}
              </Button>
            ))}
        </Space>
      </Can>
      {data.samples.map((sample) => (
        <section key={`${sample.at} ${sample.requestId}`}>
          <p>
            <TimeText at={sample.at} /> · <Identifier value={sample.requestId} />
          </p>
          {sample.stack ? <pre className="stack">{sample.stack}</pre> : null}
        </section>
      ))}
    </>
  );
}
