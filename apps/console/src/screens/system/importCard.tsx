import { importTemplate, listImports, undoImport, uploadImport } from '@cardinal/contract/api/cards/imports.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Button } from 'antd';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { saveFile } from '../../kit/saveFile.ts';
import type { Looks } from '../../kit/table/cells.tsx';
import { Can } from '../../shell/Can.tsx';
import { cardsOfBatch } from './_importCard/batchLinks.ts';
import { ImportSheet } from './_importCard/ImportSheet.tsx';
import { IMPORT_LOOKS, MAY_UNDO } from './_importCard/importLooks.ts';
import { useLiveBatches } from './_importCard/useBatch.ts';
import { useOpenBatch } from './_importCard/useOpenBatch.ts';
import { useUndo } from './_importCard/useUndo.ts';

const words = {
  add: text('导入卡', 'Import cards'),
  template: text('下载模板', 'Template'),
  view: text('查看', 'Open'),
  cards: text('卡片', 'Cards'),
  undo: text('撤销', 'Undo'),
  none: text('还没有导入过卡', 'No cards were imported yet'),
  noneHint: text(
    '用运营商的交付表（.xlsx 或 .xls）导入，先校验，再决定导入哪些行。',
    'Import from the carrier’s delivery sheet (.xlsx or .xls): it is checked first, then you decide which rows go in.',
  ),
  find: text('包含的 ICCID', 'ICCID inside'),
};

const LOOKS: Readonly<Record<string, Looks>> = { state: IMPORT_LOOKS };

export default function ImportCards() {
  const t = useText();
  const [opened, open] = useOpenBatch();
  const undo = useUndo();
  useLiveBatches();
  const add = (
    <Can call={uploadImport}>
      <Button type="primary" onClick={() => open('new')}>
        {t(words.add)}
      </Button>
    </Can>
  );
  return (
    <>
      <ListScreen
        list={listImports}
        search={{ key: 'iccid', label: words.find }}
        columns={[
          { field: 'batchNo', width: 150, pinned: 'left' },
          { field: 'state', width: 124 },
          { field: 'fileName', width: 160 },
          { field: 'carrierAccountName', width: 130 },
          { field: 'rows', width: 84 },
          { field: 'imported', width: 84 },
          { field: 'bad', width: 72 },
          { field: 'already', width: 104 },
          'createdAt',
          { field: 'operator', width: 100 },
          { field: 'good', isOff: true },
          { field: 'platform', isOff: true },
          { field: 'kind', isOff: true },
          { field: 'productCode', isOff: true },
          { field: 'finishedAt', isOff: true },
        ]}
        filters={['batchNo', 'state', 'fileName', 'operator', 'createdAt', 'platform', 'kind', 'productCode']}
        looks={LOOKS}
        rowName={(row) => row.batchNo}
        actions={
          <>
            <Button onClick={() => void saveFile(importTemplate, {})}>{t(words.template)}</Button>
            {add}
          </>
        }
        rowActions={(row) => [
          { key: 'view', label: t(words.view), onPick: () => open(row.id) },
          ...(row.imported > 0 && row.state !== 'undone'
            ? [{ key: 'cards', label: t(words.cards), to: cardsOfBatch(row.id, row.kind) }]
            : []),
          ...(row.imported > 0 && MAY_UNDO.has(row.state)
            ? [
                {
                  key: 'undo',
                  label: t(words.undo),
                  call: undoImport,
                  isDanger: true,
                  onPick: () => undo(row).then((isAsked) => isAsked && open(row.id)),
                },
              ]
            : []),
        ]}
        empty={{ title: words.none, hint: words.noneHint, action: add }}
      />
      <ImportSheet opened={opened} onOpen={open} />
    </>
  );
}
