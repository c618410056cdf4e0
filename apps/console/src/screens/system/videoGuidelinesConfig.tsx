import { guides, shelveGuide, uploadCover, uploadFilm } from '@cardinal/contract/api/settings/guides.ts';
import { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { runOf, type Step } from '../../kit/register/registerSpec.ts';
import { Nothing } from '../../kit/table/cells.tsx';
import { GuideText } from '../../shell/help/GuideText.tsx';
import { GuideCover } from './_guides/GuideCover.tsx';
import { GuideFilm } from './_guides/GuideFilm.tsx';
import { GUIDE_FORM } from './_guides/guideForm.ts';

const words = {
  isUp: text('已上架，可在该页面的「?」中打开', 'Published; the “?” of its page now opens it'),
  isDown: text('已下架', 'Unpublished'),
  everybody: text('全部客户', 'Everybody'),
  film: text('视频文件', 'Video file'),
  cover: text('封面', 'Cover'),
  hint: text(
    '给页面写几步说明或附上短视频（链接或 MP4 文件），用户在该页面右上角点「?」查看。',
    'Write steps for a page or attach a short video (link or MP4). Users open it with the “?” at the top right of the page.',
  ),
};

type Row = RowOf<typeof guides.list>;

const COLUMNS: readonly ColumnSpec<typeof guides.list>[] = [
  { field: 'title', pinned: 'left', width: 200 },
  { field: 'screen', width: 120, cell: (row) => <Screen row={row} /> },
  { field: 'isOnShelf', width: 110 },
  { field: 'plays', width: 90 },
  { field: 'helpfulPercent', width: 90 },
  { field: 'language', width: 140 },
  { field: 'kinds', width: 130, cell: (row) => <Kinds row={row} /> },
  { field: 'videoUrl', width: 70, cell: (row) => <Films row={row} /> },
  { field: 'seconds', width: 100 },
  { field: 'sort', width: 80 },
  { field: 'route', width: 270, isOff: true },
  { field: 'updatedAt', isOff: true },
];

function Screen({ row }: { row: Row }) {
  return useText()(row.screen);
}
function Kinds({ row }: { row: Row }) {
  const t = useText();
  return row.kinds.length === 0
    ? t(words.everybody)
    : row.kinds.map((kind) => t(CustomerKind.labelOf(kind))).join(' · ');
}
function Films({ row }: { row: Row }) {
  const t = useText();
  if (row.film) return t(nouns.file);
  if (!row.videoUrl) return <Nothing />;
  return (
    <a href={row.videoUrl} target="_blank" rel="noreferrer">
      {t(nouns.link)}
    </a>
  );
}

function Preview({ row, onClose }: { row: Row; onClose: () => void }) {
  const language = useLanguage();
  return (
    <Sheet isOpen title={row.title} onClose={onClose}>
      <GuideText
        film={row.film}
        cover={row.cover}
        videoUrl={row.videoUrl}
        seconds={row.seconds}
        steps={(language === 'en' && row.stepsEn) || row.stepsZh}
      />
    </Sheet>
  );
}

const PREVIEW: Step<Row> = {
  key: 'preview',
  label: verbs.preview,
  opens: (row, close) => <Preview row={row} onClose={close} />,
};
const FILM: Step<Row> = {
  key: 'film',
  label: words.film,
  call: uploadFilm,
  opens: (row, close) => <GuideFilm row={row} onClose={close} />,
};
const COVER: Step<Row> = {
  key: 'cover',
  label: words.cover,
  call: uploadCover,
  opens: (row, close) => <GuideCover row={row} onClose={close} />,
};
const SHELF: Step<Row> = {
  key: 'shelf',
  label: ({ isOnShelf }) => (isOnShelf ? verbs.unpublish : verbs.publish),
  runs: ({ id, isOnShelf }) =>
    runOf(shelveGuide, { guideId: id, isOnShelf: !isOnShelf }, { done: isOnShelf ? words.isDown : words.isUp }),
};

export default function VideoGuides() {
  return (
    <RegisterScreen
      register={guides}
      columns={COLUMNS}
      filters={['title', 'route', 'language', 'kinds', 'isOnShelf']}
      rowName={({ title }) => title}
      form={GUIDE_FORM}
      begin={{ language: 'zh_CN', kinds: [], sort: 10 }}
      values={({ language }) => ({ language: language === 'en' ? 'en' : 'zh_CN' })}
      steps={[PREVIEW, 'edit', FILM, COVER, SHELF, 'delete']}
      hint={words.hint}
    />
  );
}
