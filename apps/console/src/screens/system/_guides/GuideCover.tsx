import { COVER, type listGuides, readCover, removeCover, uploadCover } from '@cardinal/contract/api/settings/guides.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { page } from '../../../http/connection.ts';
import { useChange } from '../../../kit/change.ts';
import { useUpload } from '../../../kit/upload/useUpload.ts';
import { GuideFileSheet } from './GuideFileSheet.tsx';

const words = {
  title: text('「{name}」的封面', 'Cover of “{name}”'),
  note: text(
    '显示在视频之前；知道图片地址的人都可查看，请勿包含客户资料。',
    'Shown before the video. Anyone with the image address can view it; do not include customer data.',
  ),
  present: text('当前封面', 'Present cover'),
  file: text('封面图片', 'Picture'),
  saved: text('封面已上传', 'Cover uploaded'),
  remove: text('移除封面', 'Remove cover'),
  removed: text('封面已移除', 'Cover removed'),
  missing: verbs.selectAnImage,
};

const DEMAND = { ...COVER, content: 'image' } as const;

/** The cover of a guide: keep, replace or remove. */
export function GuideCover({ row, onClose }: { row: RowOf<typeof listGuides>; onClose: () => void }) {
  const t = useText();
  const removing = useChange(removeCover, { done: t(words.removed), onDone: onClose });
  const upload = useUpload(uploadCover, { missing: t(words.missing), done: () => t(words.saved), onDone: onClose });
  return (
    <GuideFileSheet
      row={row}
      words={words}
      demand={DEMAND}
      upload={upload}
      removing={removing}
      onClose={onClose}
      present={
        row.cover ? (
          <img
            className="guide-cover"
            src={`${page.baseAddress()}${readCover.path}?cover=${row.cover}`}
            alt={t(words.present)}
          />
        ) : null
      }
    />
  );
}
