import { type listGuides, readFilm, removeFilm, uploadFilm } from '@cardinal/contract/api/settings/guides.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { FILM } from '@cardinal/primitives/film.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { page } from '../../../http/connection.ts';
import { useChange } from '../../../kit/change.ts';
import { useUpload } from '../../../kit/upload/useUpload.ts';
import { GuideFileSheet } from './GuideFileSheet.tsx';

const words = {
  title: text('「{name}」的视频文件', 'Video file of “{name}”'),
  note: text(
    '视频存于本系统，不依赖外部网站；知道播放地址的人都可观看，请勿包含客户资料。',
    'Stored on this system; no external site is needed. Anyone with the address can watch it; do not include customer data.',
  ),
  present: text('当前视频', 'Present film'),
  file: text('MP4 视频', 'MP4 film'),
  saved: text('视频已上传', 'Film uploaded'),
  remove: text('移除视频', 'Remove video'),
  removed: text('视频已移除', 'Film removed'),
  missing: text('请选择视频文件', 'Select a video file'),
};

const DEMAND = { extensions: FILM.extensions, maxBytes: FILM.maxBytes, content: 'film' } as const;

/** The uploaded video of a guide: keep, replace or remove. */
export function GuideFilm({ row, onClose }: { row: RowOf<typeof listGuides>; onClose: () => void }) {
  const t = useText();
  const removing = useChange(removeFilm, { done: t(words.removed), onDone: onClose });
  const upload = useUpload(uploadFilm, { missing: t(words.missing), done: () => t(words.saved), onDone: onClose });
  return (
    <GuideFileSheet
      row={row}
      words={words}
      demand={DEMAND}
      upload={upload}
      removing={removing}
      onClose={onClose}
      present={
        row.film ? (
          // biome-ignore lint/a11y/useMediaCaption: what is said in it stands in the steps of the guide
          <video
            controls
            preload="metadata"
            src={`${page.baseAddress()}${readFilm.path}?film=${row.film}`}
            aria-label={t(words.present)}
          />
        ) : null
      }
    />
  );
}
