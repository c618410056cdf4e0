// What importing rooms use of sheetImports.

export { NOT_READ, waitingFiles } from './batchFiles.ts';
export { checkJob, sweepBatches, sweepJob } from './batchJobs.ts';
export { answerSheet, templateSheet, wrongRowsSheet } from './batchSheets.ts';
export { changeBatch, countRows, findBatch, lockBatch, markRepeated, type RowCounts } from './batchStore.ts';
export type { Batch, BatchTable, RowTable } from './batchTables.ts';
export { failBatch } from './checkBatch.ts';
export { batchIn, cancelBatch, startUndo, startWriting } from './decideBatch.ts';
export { EXAMPLE_LEFT, FLAW_FAULTS } from './exampleRow.ts';
export type { ImportKind, RemovedPart, StoredWords, WrittenPart } from './importKind.ts';
export { cellsOf, SHARED_FAULTS, shownCells } from './readCells.ts';
export { endOfTask, finishBatch, takeBackInParts, writeInParts } from './runBatch.ts';
export { findColumns, type Places, type SheetColumn, type SheetColumns } from './sheetColumns.ts';
export { batchDataset, rowsWith, showBatches } from './showBatch.ts';
export { splitStored } from './storedCodeRules.ts';
export { batchNoOf, beginBatch, productFor, refusedAt, type SheetTerms, takeSheet, targetOf } from './takeSheet.ts';
