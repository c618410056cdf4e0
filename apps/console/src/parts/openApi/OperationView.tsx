import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { LinesTable } from '../../kit/LinesTable.tsx';
import { type Json, operationParts, type SchemaLine } from './schemaLines.ts';

const words = {
  parameters: text('参数', 'Parameters'),
  answer: text('应答 {status}', 'Answer {status}'),
  accepted: text(
    '202 表示已受理，不表示已完成：以 taskNo 查询任务进度。',
    '202 means accepted, not completed. Query the task by its taskNo.',
  ),
  errors: text('错误码', 'Errors'),
  place: text('位置', 'In'),
  type: text('类型', 'Type'),
  meaning: text('含义', 'Meaning'),
  required: text('必填', 'required'),
};

function Lines(props: { lines: readonly (SchemaLine & { readonly place?: string })[] }) {
  const t = useText();
  const hasPlace = props.lines.some(({ place }) => place !== undefined);
  return (
    <LinesTable heads={[nouns.field, ...(hasPlace ? [words.place] : []), words.type, nouns.rules]}>
      {props.lines.map((line) => (
        <tr key={line.name}>
          <td>
            <code>{line.name}</code>
            {line.isRequired ? (
              <Span as="small" ink="danger" size="s">
                {' '}
                {t(words.required)}
              </Span>
            ) : null}
          </td>
          {hasPlace ? <td>{line.place}</td> : null}
          <td>{line.type}</td>
          <td className="is-prose">{line.rules.join(' · ')}</td>
        </tr>
      ))}
    </LinesTable>
  );
}

/** An operation of the OpenAPI document in readable form. */
export function OperationView({ operation }: { operation: Json }) {
  const t = useText();
  const { parameters, body, answer, errors } = operationParts(operation);
  return (
    <Stack gap="s">
      {parameters.length > 0 ? (
        <>
          <h2>{t(words.parameters)}</h2>
          <Lines lines={parameters} />
        </>
      ) : null}
      {body.length > 0 ? (
        <>
          <h2>{t(nouns.body)}</h2>
          <Lines lines={body} />
        </>
      ) : null}
      <h2>{t(words.answer, { status: answer.status })}</h2>
      {answer.status === '202' ? <Paragraph ink="secondary">{t(words.accepted)}</Paragraph> : null}
      <Lines lines={answer.lines.map(({ isRequired: _, ...line }) => ({ ...line, isRequired: false }))} />
      <h2>{t(words.errors)}</h2>
      <LinesTable heads={[nouns.statusCode, nouns.resultCode, words.meaning]}>
        {errors.map(({ status, code, zh, en }) => (
          <tr key={code}>
            <td>{status}</td>
            <td>
              <code>{code}</code>
            </td>
            <td className="is-prose">{t(text(zh, en))}</td>
          </tr>
        ))}
      </LinesTable>
    </Stack>
  );
}
