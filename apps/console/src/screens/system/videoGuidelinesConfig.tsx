import {
  addGuide,
  deleteGuide,
  editGuide,
  listGuides,
  shelveGuide,
  uploadCover,
  uploadFilm,
} from '@cardinal/contract/api/settings/guides.ts';
import { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { useChange } from '../../kit/change.ts';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { Nothing } from '../../kit/table/cells.tsx';
import { Can } from '../../shell/Can.tsx';
import { GuideText } from '../../shell/GuideText.tsx';
import { confirmFirst } from '../../shell/questions.ts';
import { GuideCover } from './_guides/GuideCover.tsx';
import { GuideFilm } from './_guides/GuideFilm.tsx';
import { GuideForm } from './_guides/GuideForm.tsx';

const words = {
  add: text('新增指引', 'New guide'),
  edit: verbs.edit,
  preview: verbs.preview,
  up: text('上架', 'Put on the shelf'),
  down: text('下架', 'Take off'),
  isUp: text('已上架，页面右上角出现「?」', 'On the shelf: the screen has its «?» now'),
  isDown: text('已下架', 'Taken off the shelf'),
  remove: verbs.delete,
  removeQuestion: text('删除指引「{name}」？', 'Delete the guide “{name}”?'),
  removed: text('指引已删除', 'Guide deleted'),
  everybody: text('全部客户', 'Everybody'),
  film: text('视频文件', 'Film'),
  cover: text('封面', 'Cover'),
  uploaded: text('文件', 'File'),
  link: text('链接', 'Link'),
  none: text('还没有指引', 'No guides yet'),
  noneHint: text(
    '给页面写几步说明或附上短视频（链接或 MP4 文件），用户在该页面右上角点「?」查看。',
    'Write steps for a screen and link or upload a short film; people open it by the «?» at its top right.',
  ),
};

type Row = RowOf<typeof listGuides>;

const COLUMNS: readonly ColumnSpec<typeof listGuides>[] = [
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
  if (row.film) return t(words.uploaded);
  if (!row.videoUrl) return <Nothing />;
  return (
    <a href={row.videoUrl} target="_blank" rel="noreferrer">
      {t(words.link)}
    </a>
  );
}

export default function VideoGuides() {
  const t = useText();
  const language = useLanguage();
  const [edited, setEdited] = useState<'new' | Row>();
  const [filmed, setFilmed] = useState<Row>();
  const [covered, setCovered] = useState<Row>();
  const [looked, setLooked] = useState<Row>();
  const shelving = useChange(shelveGuide, { done: t(words.isUp) });
  const unshelving = useChange(shelveGuide, { done: t(words.isDown) });
  const removing = useChange(deleteGuide, { done: t(words.removed) });
  const remove = async (row: Row) => {
    const isSure = await confirmFirst({
      title: t(words.removeQuestion, { name: row.title }),
      confirm: t(words.remove),
      isDanger: true,
    });
    if (isSure) await removing.run({ body: { guideId: row.id } });
  };
  return (
    <>
      <ListScreen
        list={listGuides}
        columns={COLUMNS}
        filters={['title', 'route', 'language', 'kinds', 'isOnShelf']}
        rowName={(row) => row.title}
        rowActions={(row) => [
          { key: 'preview', label: t(words.preview), onPick: () => setLooked(row) },
          { key: 'edit', label: t(words.edit), call: editGuide, onPick: () => setEdited(row) },
          { key: 'film', label: t(words.film), call: uploadFilm, onPick: () => setFilmed(row) },
          { key: 'cover', label: t(words.cover), call: uploadCover, onPick: () => setCovered(row) },
          row.isOnShelf
            ? {
                key: 'down',
                label: t(words.down),
                call: shelveGuide,
                onPick: () => void unshelving.run({ body: { guideId: row.id, isOnShelf: false } }),
              }
            : {
                key: 'up',
                label: t(words.up),
                call: shelveGuide,
                onPick: () => void shelving.run({ body: { guideId: row.id, isOnShelf: true } }),
              },
          { key: 'remove', label: t(words.remove), call: deleteGuide, isDanger: true, onPick: () => void remove(row) },
        ]}
        actions={
          <Can call={addGuide}>
            <Button type="primary" onClick={() => setEdited('new')}>
              {t(words.add)}
            </Button>
          </Can>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {edited ? <GuideForm row={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} /> : null}
      {filmed ? <GuideFilm row={filmed} onClose={() => setFilmed(undefined)} /> : null}
      {covered ? <GuideCover row={covered} onClose={() => setCovered(undefined)} /> : null}
      {looked ? (
        <Sheet isOpen title={looked.title} onClose={() => setLooked(undefined)}>
          <GuideText
            film={looked.film}
            cover={looked.cover}
            videoUrl={looked.videoUrl}
            seconds={looked.seconds}
            steps={(language === 'en' && looked.stepsEn) || looked.stepsZh}
          />
        </Sheet>
      ) : null}
    </>
  );
}
