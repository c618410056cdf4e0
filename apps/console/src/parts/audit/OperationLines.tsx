import { listOperations } from '@cardinal/contract/api/audit/audit.ts';
import { OperationType } from '@cardinal/contract/tasks/operationTypes.ts';
import { sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { LinesTable } from '../../kit/LinesTable.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { useRead } from '../../kit/useRead.ts';
import { Link } from '../../shell/Link.tsx';

const words = {
  whole: text('在操作日志中查看全部', 'View all in the operation log'),
};
const SHOWN = 20;

/** The last operations on a customer, of an account or on an object; `more` is the filter under which the log shows them all. */
export function OperationLines(props: {
  of:
    | { readonly customerId: string }
    | { readonly accountId: string }
    | { readonly objectKind: string; readonly objectId: string };
  more: string;
}) {
  const t = useText();
  const query = { ...props.of, pageNum: 1, pageSize: SHOWN as 20 };
  const { data, error, refetch } = useRead(listOperations, query);
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  if (data.list.length === 0) return <EmptyState title={t(sentences.noOperations)} />;
  const { fields } = listOperations;
  return (
    <>
      <LinesTable heads={[fields.at, fields.operationType, fields.actorName, fields.summary].map(({ label }) => label)}>
        {data.list.map((row) => (
          <tr key={row.id}>
            <td>
              <TimeText at={row.at} />
            </td>
            <td>{t(OperationType.labelOf(row.operationType))}</td>
            <td>{row.actorName}</td>
            <td>{row.summary}</td>
          </tr>
        ))}
      </LinesTable>
      <Paragraph above="m">
        <Link to={`/system/operationLog?${props.more}`}>{t(words.whole)}</Link>
      </Paragraph>
    </>
  );
}
