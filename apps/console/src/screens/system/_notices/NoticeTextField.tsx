import { uploadPicture } from '@cardinal/contract/api/notices/notices.ts';
import { NOTICE_TEXT_MAX } from '@cardinal/contract/noticeText.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ScrollBox } from '@cardinal/ui/layout/Box.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Button, Input } from 'antd';
import { useRef } from 'react';
import { useChange } from '../../../kit/change.ts';
import { describedBy } from '../../../kit/Field.tsx';
import type { OwnControl } from '../../../kit/form/formFields.ts';
import { NoticeText } from '../../../shell/NoticeText.tsx';

const words = {
  heading: text('标题', 'Heading'),
  strong: text('加粗', 'Bold'),
  picture: text('图片', 'Picture'),
  words: text('文字', 'words'),
};

type Mark = { readonly label: Text; readonly before: string; readonly after: string; readonly isLine?: boolean };
const MARKS: readonly Mark[] = [
  { label: words.heading, before: '# ', after: '', isLine: true },
  { label: words.strong, before: '**', after: '**' },
  { label: nouns.list, before: '- ', after: '', isLine: true },
  { label: nouns.link, before: '[', after: '](https://)' },
];

const PICTURES = '.jpg,.jpeg,.png,.gif,.webp';

/** The text of a notice: buttons insert markup, and a preview below shows it as readers will see it. */
export function NoticeTextField(props: { own: OwnControl }) {
  const t = useText();
  const { id, problem, onChange } = props.own;
  const written = typeof props.own.value === 'string' ? props.own.value : '';
  const file = useRef<HTMLInputElement>(null);
  const uploading = useChange(uploadPicture);

  const area = () => document.getElementById(id) as HTMLTextAreaElement | null;
  const put = (from: number, to: number, inserted: string) => {
    onChange(written.slice(0, from) + inserted + written.slice(to));
    // The field has its new text in the next task.
    setTimeout(() => {
      const field = area();
      field?.focus();
      field?.setSelectionRange(from + inserted.length, from + inserted.length);
    });
  };
  const mark = ({ before, after, isLine }: Mark) => {
    const field = area();
    const [from, to] = [field?.selectionStart ?? written.length, field?.selectionEnd ?? written.length];
    const chosen = written.slice(from, to) || t(words.words);
    const isAtStart = from === 0 || written[from - 1] === '\n';
    put(from, to, `${isLine && !isAtStart ? '\n' : ''}${before}${chosen}${after}`);
  };
  const insertPicture = async (picked: File | undefined) => {
    if (!picked) return;
    const answer = await uploading.run({ body: {}, file: picked });
    if (!answer) return;
    const at = area()?.selectionEnd ?? written.length;
    const name = picked.name.replace(/\.\w+$/, '').replace(/[[\]]/g, '');
    put(at, at, `${at === 0 || written[at - 1] === '\n' ? '' : '\n'}![${name}](image:${answer.id})\n`);
  };

  return (
    <div>
      <Inline gap="xs" below="xs">
        {MARKS.map((each) => (
          <Button key={each.label.en} size="small" onClick={() => mark(each)}>
            {t(each.label)}
          </Button>
        ))}
        <Button size="small" loading={uploading.isRunning} onClick={() => file.current?.click()}>
          {t(words.picture)}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept={PICTURES}
          aria-label={t(words.picture)}
          onChange={(event) => {
            void insertPicture(event.target.files?.[0]);
            // The same file may be chosen again.
            event.target.value = '';
          }}
        />
      </Inline>
      <Input.TextArea
        {...describedBy(id, { problem })}
        status={problem ? 'error' : ''}
        value={written}
        maxLength={NOTICE_TEXT_MAX}
        autoSize={{ minRows: 6, maxRows: 16 }}
        onChange={(event) => onChange(event.target.value)}
      />
      {written.trim() === '' ? null : (
        <ScrollBox height="m" isFramed above="s">
          <small>{t(verbs.preview)}</small>
          <NoticeText written={written} />
        </ScrollBox>
      )}
    </div>
  );
}
