import type { listGuides } from '@cardinal/contract/api/settings/guides.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { UploadField } from '../../../kit/UploadField.tsx';
import type { useUpload } from '../../../kit/upload/useUpload.ts';

const words = { save: text('上传', 'Upload') };

/** A file of a guide: keep (`present`), replace or remove. */
export function GuideFileSheet(props: {
  row: RowOf<typeof listGuides>;
  words: Readonly<Record<'title' | 'note' | 'file' | 'remove', Text>>;
  demand: Parameters<typeof UploadField>[0]['demand'];
  present: ReactNode;
  upload: Pick<ReturnType<typeof useUpload>, 'isSending' | 'field'> & {
    readonly submit: (body: { guideId: string }) => Promise<void>;
  };
  removing: { readonly isRunning: boolean; readonly run: (asked: { body: { guideId: string } }) => Promise<unknown> };
  onClose: () => void;
}) {
  const t = useText();
  const { row, upload, removing } = props;
  const body = { guideId: row.id };
  return (
    <Sheet
      isOpen
      title={t(props.words.title, { name: row.title })}
      onClose={props.onClose}
      footer={
        <Inline justify="end">
          {props.present ? (
            <Button danger loading={removing.isRunning} onClick={() => void removing.run({ body })}>
              {t(props.words.remove)}
            </Button>
          ) : null}
          <Button type="primary" loading={upload.isSending} onClick={() => void upload.submit(body)}>
            {t(words.save)}
          </Button>
        </Inline>
      }
    >
      <Stack>
        <p>{t(props.words.note)}</p>
        {props.present}
        <UploadField label={t(props.words.file)} demand={props.demand} {...upload.field} />
      </Stack>
    </Sheet>
  );
}
