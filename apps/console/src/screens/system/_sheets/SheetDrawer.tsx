import type { AnswerOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Badge, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import type { CallInput } from '../../../http/call.ts';
import { UploadField } from '../../../kit/UploadField.tsx';
import { useImportFile } from '../../../kit/upload/useImportFile.ts';
import { useUpload } from '../../../kit/upload/useUpload.ts';

const words = {
  file: text('表格文件', 'Sheet'),
  missing: text('请上传表格文件', 'Upload sheet'),
  columns: text(
    '第一行为表头，从第二行起按以下顺序填写各列：',
    'The first row is the header. From the second row, fill in the columns in this order:',
  ),
  whole: text('任何一行有误则整份不导入。', 'If any row has an error, nothing is imported.'),
};

/** Imports a small sheet synchronously; errors are shown at the file. */
export function SheetDrawer<E extends Endpoint>(props: {
  endpoint: E;
  title: string;
  body: CallInput<E>['body'];
  columns: readonly string[];
  done: (answer: AnswerOf<E>) => string;
  onClose: () => void;
}) {
  const t = useText();
  const { demand } = useImportFile();
  const upload = useUpload(props.endpoint, { missing: t(words.missing), done: props.done, onDone: props.onClose });

  return (
    <Sheet
      isOpen
      title={props.title}
      onClose={props.onClose}
      footer={
        <Inline justify="end">
          <Button onClick={props.onClose}>{t(verbs.cancel)}</Button>
          <Button type="primary" loading={upload.isSending} onClick={() => void upload.submit(props.body)}>
            {t(verbs.import)}
          </Button>
        </Inline>
      }
    >
      <Stack>
        <p>{t(words.columns)}</p>
        <Inline as="ol">
          {props.columns.map((column, at) => (
            <Badge as="li" key={column}>
              <Span ink="secondary">{String.fromCharCode(65 + at)}</Span> {column}
            </Badge>
          ))}
        </Inline>
        <Paragraph ink="secondary">{t(words.whole)}</Paragraph>
        <UploadField label={t(words.file)} demand={demand} {...upload.field} />
      </Stack>
    </Sheet>
  );
}
