import { ImportMode } from '@cardinal/contract/api/cardImports/importSources.ts';
import {
  cancelImport,
  decideImport,
  IMPORT_PROGRESS,
  importTemplate,
  listImports,
  readImport,
  undoImport,
  uploadImport,
  wrongRowsSheet,
} from '@cardinal/contract/api/cardImports/imports.ts';
import { cardFields } from '@cardinal/contract/api/cards/cardFields.ts';
import { CardKind, CardSize, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { cardListPath } from '@cardinal/contract/routes/cardLists.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { lazy } from 'react';
import type { ListedDesk } from '../../../kit/sheetImport/importDesk.ts';
import { SameFile } from '../../../kit/sheetImport/SameFile.tsx';
import { MatchBatch } from './MatchBatch.tsx';

const words = {
  size: text('默认规格', 'Default size'),
  remark: text('默认备注', 'Default remark'),
  defaults: text('默认值', 'Defaults'),
  goodOnly: text('只导入正确的 {good} 行', 'Import only the {good} valid rows'),
  rowByRow: text(
    '逐行导入 {good} 行，个别行失败不影响其余',
    'Import {good} rows one by one; a failing row does not affect others',
  ),
  goodOnlyHint: text(
    '其余 {wrong} 行不导入，可下载修改后再次导入。',
    'The other {wrong} rows are not imported. Download, fix and import them again.',
  ),
  whole: text('整批导入，有一行失败则全部不导入', 'Import the whole batch, or nothing if any row fails'),
  wholeNot: text('有 {wrong} 行不能导入，不能选择整批导入。', 'Not available: {wrong} rows cannot be imported.'),
};

/** Cards from a delivery sheet, from segments, or from a carrier's list. */
export const CARD_IMPORT: ListedDesk<AnswerOf<typeof readImport>> = {
  list: listImports,
  detail: readImport,
  upload: uploadImport,
  template: importTemplate,
  wrongRows: wrongRowsSheet,
  decide: decideImport,
  cancel: cancelImport,
  undo: undoImport,
  topic: IMPORT_PROGRESS,
  idKey: 'batchId',
  formSteps: [nouns.source, words.defaults],
  Form: lazy(() => import('./NewImport.tsx')),
  words: {
    add: verbs.importCards,
    batch: text('导入批次 {batchNo}', 'Import batch {batchNo}'),
    none: text('还没有导入过卡', 'No cards imported yet'),
    noneHint: text(
      '来自运营商的交付表、号段或运营商的卡清单；先校验，再决定导入哪些行。',
      'Import from the carrier’s delivery sheet, number segments, or the carrier’s card list. Rows are validated first; then you choose which to import.',
    ),
    checking: text(
      '逐行校验后，再与本批其他行和已有的卡比对。',
      'Each row is validated, then compared with the rest of the batch and with existing cards.',
    ),
    subject: cardFields.iccid.label,
    n: sentences.cards,
    done: text(
      '卡的状态和用量来自运营商同步，同步前显示为初始状态。',
      'Status and usage come from carrier sync. Until the first sync, cards show their initial status.',
    ),
    cancelled: text('导入已取消，没有写入更多卡', 'Import cancelled. No further cards were written.'),
    undone: text(
      '已撤销：移除 {removed} 张卡，保留 {kept} 张',
      'Undone: {removed} {removed|card|cards} removed, {kept} kept',
    ),
    kept: text(
      '保留的卡在导入后被操作、激活或划拨过。',
      'Kept cards were operated on, activated or allocated after the import.',
    ),
    see: text('查看这 {n} 张卡', 'See {n|this|these} {n} {n|card|cards}'),
    seeKept: text('查看保留的卡', 'View kept cards'),
    brought: nouns.cardItems,
    undoBody: text(
      '将移除该批次导入的卡，最多 {count} 张。导入后被操作、激活或划拨过的卡会保留，并计入结果。',
      'Removes the cards imported by this batch, up to {count}. Cards operated on, activated or allocated since are kept and counted in the result.',
    ),
    undoConfirm: text('撤销 {count} 张卡', 'Undo {count} {count|card|cards}'),
  },
  facts: (batch, t) => [
    { label: ImportMode.title, value: t(ImportMode.labelOf(batch.mode)) },
    { label: nouns.carrierAccount, value: `${batch.carrierAccountName} · ${t(Platform.labelOf(batch.platform))}` },
    ...(batch.size === null ? [] : [{ label: words.size, value: t(CardSize.labelOf(batch.size)) }]),
    ...(batch.remark === null ? [] : [{ label: words.remark, value: batch.remark }]),
  ],
  choices: (batch, t) => {
    const wrong = batch.bad + batch.already;
    const counts = { good: countAmount(batch.good), wrong: countAmount(wrong) };
    const goodOnly = {
      value: 'goodOnly',
      label: t(wrong > 0 ? words.goodOnly : words.rowByRow, counts),
      going: batch.good,
    };
    const whole = { value: 'allOrNothing', label: t(words.whole), going: batch.good };
    if (batch.good === 0) return [goodOnly];
    return wrong > 0
      ? [
          { ...goodOnly, hint: t(words.goodOnlyHint, counts) },
          { ...whole, hint: t(words.wholeNot, counts), isDisabled: true },
        ]
      : [goodOnly, whole];
  },
  UnderFacts: SameFile,
  UnderFigures: MatchBatch,
  subjectOf: ({ iccid }) => iccid,
  broughtBy: ({ id, kind }) => cardListPath(kind ?? CardKind.values.flow, { importBatchId: id }),
};
