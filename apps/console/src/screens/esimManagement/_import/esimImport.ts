import { type chipImports, ESIM_IMPORT_PROGRESS, type numberImports } from '@cardinal/contract/api/esim/imports.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import type { ListedDesk } from '../../../kit/sheetImport/importDesk.ts';
import { SameFile } from '../../../kit/sheetImport/SameFile.tsx';

export type EsimBatch = AnswerOf<typeof chipImports.detail>;
type Desk = ListedDesk<EsimBatch>;

const words = {
  all: text('导入全部可导入的 {n} 行', 'Import all {n} valid rows'),
  withoutWarned: text('不导入有提醒的 {n} 行', 'Leave out {n} rows with warnings'),
};

/** The shared texts of both sheets. */
export const SHARED_WORDS = {
  cancelled: text('导入已取消，没有写入更多数据', 'Import cancelled. No further data was written.'),
  undone: text('已撤销：移除 {removed}，保留 {kept}', 'Undone: {removed} removed, {kept} kept'),
  kept: text('保留的在导入后被使用过或划拨过。', 'Kept items were used or allocated after the import.'),
  see: verbs.viewImportedItems,
  seeKept: verbs.viewImportedItems,
  brought: text('导入的内容', 'Imported items'),
  undoBody: text(
    '将移除该批次导入的内容，最多 {count} 条。导入后使用过或划拨过的会保留，并计入结果。',
    'Removes the items imported by this batch, up to {count}. Items used or allocated since are kept and counted in the result.',
  ),
  undoConfirm: verbs.undo,
};

/** The steps shared by both eSIM sheets. */
export const esimDesk = (
  api: typeof chipImports | typeof numberImports,
  account: Text,
  own: Pick<Desk, 'words' | 'Form' | 'broughtBy'> & Partial<Desk>,
): Desk => ({
  list: api.list,
  detail: api.detail,
  upload: api.upload,
  template: api.template,
  wrongRows: api.wrongRows,
  decide: api.decide,
  cancel: api.cancel,
  undo: api.undo,
  topic: ESIM_IMPORT_PROGRESS,
  idKey: 'esimBatchId',
  formSteps: [nouns.file],
  facts: ({ carrierAccountName, smdpAccountName }) => [
    { label: account, value: carrierAccountName },
    ...(smdpAccountName === null ? [] : [{ label: nouns.smDPAccount, value: smdpAccountName }]),
  ],
  choices: ({ good, warned }, t) => [
    { value: 'all', label: t(words.all, { n: countAmount(good) }), going: good },
    ...(warned > 0
      ? [
          {
            value: 'withoutWarned',
            label: t(words.withoutWarned, { n: countAmount(warned) }),
            going: good - warned,
          },
        ]
      : []),
  ],
  subjectOf: ({ subject }) => subject,
  UnderFacts: SameFile,
  ...own,
});
