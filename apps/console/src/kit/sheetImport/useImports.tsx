import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Button } from 'antd';
import { CallButton } from '../CallButton.tsx';
import { useLiveList } from '../list/useLiveList.ts';
import { saveFile } from '../saveFile.ts';
import type { Looks } from '../table/cells.tsx';
import type { RowAction } from '../table/RowActions.tsx';
import { ImportSheet } from './ImportSheet.tsx';
import type { ImportBatch, ListedDesk } from './importDesk.ts';
import { IMPORT_LOOKS, MAY_UNDO } from './importLooks.ts';
import { useOpenBatch } from './useOpenBatch.ts';
import { useUndo } from './useUndo.ts';

const words = {
  template: text('下载模板', 'Template'),
};
const LOOKS: Readonly<Record<string, Looks>> = { state: IMPORT_LOOKS };

type Row = Pick<ImportBatch, 'id' | 'batchNo' | 'imported' | 'state'>;

/** Past imports and new ones: the actions for a list of batches, and the panel that the address opens over it. */
export function useImports<B extends ImportBatch>(desk: ListedDesk<B>) {
  const t = useText();
  const [opened, open] = useOpenBatch();
  const undo = useUndo(desk);
  useLiveList(desk.list, desk.topic);
  const add = (
    <CallButton call={desk.upload} type="primary" onClick={() => open('new')}>
      {t(desk.words.add)}
    </CallButton>
  );
  const rowActions = (row: Row): readonly RowAction[] => [
    { key: 'view', label: t(verbs.open), onPick: () => open(row.id) },
    ...(row.imported > 0 && row.state !== 'undone'
      ? [{ key: 'brought', label: t(desk.words.brought), to: desk.broughtBy(row) }]
      : []),
    ...(row.imported > 0 && MAY_UNDO.has(row.state)
      ? [
          {
            key: 'undo',
            label: t(verbs.undo),
            call: desk.undo,
            isDanger: true,
            onPick: () => void undo(row).then((isAsked) => isAsked && open(row.id)),
          },
        ]
      : []),
  ];
  return {
    list: {
      looks: LOOKS,
      rowName: (row: Row) => row.batchNo,
      actions: (
        <>
          <Button onClick={() => void saveFile(desk.template, {})}>{t(words.template)}</Button>
          {add}
        </>
      ),
      rowActions,
      empty: { title: desk.words.none, hint: desk.words.noneHint, action: add },
    },
    panel: <ImportSheet desk={desk} opened={opened} onOpen={open} />,
  };
}
