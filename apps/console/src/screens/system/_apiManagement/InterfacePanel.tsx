import { CALLERS_DAYS, listOpenInterfaces, readOpenInterface } from '@cardinal/contract/api/openApi/catalogue.ts';
import { OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { CodeBox } from '@cardinal/ui/layout/Box.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { ChartCard } from '../../../kit/ChartCard.tsx';
import { DetailTabs } from '../../../kit/DetailTabs.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { SheetActions } from '../../../kit/SheetActions.tsx';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { OperationView } from '../../../parts/openApi/OperationView.tsx';
import { InterfacePath, InterfaceStanding } from './interfaceCells.tsx';

const words = {
  failed: text('接口加载失败', 'Failed to load the interface'),
  schema: text('结构', 'Schema'),
  example: text('示例', 'Example'),
  errors: text('近 7 天的错误', 'Errors, last 7 days'),
  noErrors: text('近 7 天没有错误', 'No errors in the last 7 days'),
  calls: text('近 7 天调用', 'Calls, last 7 days'),
  answered: text('成功', 'Answered'),
  noNotes: text('暂无', 'None'),
  callers: text('近 {days} 天调用方', 'Callers, last {days} days'),
  callersOf: text(
    '{keys} 个密钥，{accounts} 个账号，{customers} 个客户',
    '{keys} {keys|key|keys}, {accounts} {accounts|account|accounts}, {customers} {customers|customer|customers}',
  ),
  noExample: text('该接口无需参数。', 'This interface takes no parameters.'),
  count: text('次数', 'Calls'),
};

type Row = RowOf<typeof listOpenInterfaces>;
type Detail = AnswerOf<typeof readOpenInterface>;

/** One open interface: its status and performance, its parameters and answers, its errors. */
export default function InterfacePanel(props: {
  row: Row | undefined;
  actions: (row: Row) => readonly RowAction[];
  onClose: () => void;
}) {
  const t = useText();
  const { row } = props;
  const name = row?.name ?? '';
  const { data, error, refetch } = useRead(readOpenInterface, row !== undefined && { name });
  return (
    <Sheet
      isOpen={row !== undefined}
      title={row?.title ?? t(nouns.interface)}
      width={880}
      onClose={props.onClose}
      extra={row ? <SheetActions actions={props.actions(row)} /> : null}
    >
      {row && data ? (
        <DetailTabs
          label={row.title}
          tabs={[
            { key: 'overview', title: t(nouns.overview), content: () => <Overview row={row} detail={data} /> },
            { key: 'schema', title: t(words.schema), content: () => <OperationView operation={data.operation} /> },
            { key: 'example', title: t(words.example), content: () => <Example detail={data} /> },
            { key: 'errors', title: t(words.errors), content: () => <Errors detail={data} /> },
          ]}
        />
      ) : (
        <NotLoaded failed={words.failed} error={error} onRetry={refetch} />
      )}
    </Sheet>
  );
}

function Overview({ row, detail }: { row: Row; detail: Detail }) {
  const t = useText();
  const { fields } = listOpenInterfaces;
  const { callers } = detail;
  return (
    <Stack gap="l">
      <FactsList
        facts={[
          { label: fields.path.label, value: <InterfacePath row={row} /> },
          { label: fields.name.label, value: <code>{row.name}</code> },
          { label: fields.state.label, value: <InterfaceStanding row={row} /> },
          { label: fields.callsPerSecond.label, value: row.callsPerSecond },
          { label: fields.cost.label, value: row.cost },
          {
            label: fields.keyScope.label,
            value: row.keyScope === null ? t(nouns.everyKey) : t(OpenScope.labelOf(row.keyScope)),
          },
          { label: fields.permission.label, value: row.permission },
          { label: fields.keys.label, value: countAmount(row.keys) },
          {
            label: text(
              words.callers.zh.replace('{days}', String(CALLERS_DAYS)),
              words.callers.en.replace('{days}', String(CALLERS_DAYS)),
            ),
            value: t(words.callersOf, callers),
          },
          { label: fields.updatedAt.label, value: row.updatedAt && <TimeText at={row.updatedAt} /> },
          { label: fields.updatedBy.label, value: row.updatedBy },
        ]}
      />
      <ChartCard
        title={t(words.calls)}
        chart={{
          shape: 'columns',
          measure: 'count',
          isStacked: true,
          isLastOpen: true,
          categories: detail.hours.map(({ at }) => wallTime(at).slice(5, 16)),
          series: [
            { key: 'ok', name: t(words.answered), values: detail.hours.map(({ calls, errors }) => calls - errors) },
            { key: 'bad', name: t(nouns.failed), values: detail.hours.map(({ errors }) => errors), isBad: true },
          ],
        }}
      />
      <h2>{t(nouns.changeNotes)}</h2>
      <Paragraph ink="secondary">{t(text(detail.notesZh ?? '', detail.notesEn ?? '')) || t(words.noNotes)}</Paragraph>
    </Stack>
  );
}

function Example({ detail }: { detail: Detail }) {
  const t = useText();
  return (
    <Stack gap="l">
      {Object.keys(detail.example).length === 0 ? (
        <Paragraph ink="secondary">{t(words.noExample)}</Paragraph>
      ) : (
        <CodeBox>{JSON.stringify(detail.example, null, 2)}</CodeBox>
      )}
    </Stack>
  );
}

function Errors({ detail }: { detail: Detail }) {
  const t = useText();
  if (detail.errors.length === 0) return <Paragraph ink="secondary">{t(words.noErrors)}</Paragraph>;
  return (
    <LinesTable heads={[nouns.statusCode, nouns.resultCode, figures(words.count), nouns.last]}>
      {detail.errors.map(({ status, code, calls, lastAt }) => (
        <tr key={`${status} ${code}`}>
          <td>{status}</td>
          <td>
            <code>{code}</code>
          </td>
          <FigureCell>{countAmount(calls)}</FigureCell>
          <td>
            <TimeText at={lastAt} />
          </td>
        </tr>
      ))}
    </LinesTable>
  );
}
