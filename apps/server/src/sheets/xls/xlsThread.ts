import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type CellObject, read, set_cptable, type WorkSheet } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { type CellContent, dateContent, isDateFormat, numberContent, stringContent } from '../cellText.ts';
import type { SheetLimits } from '../sheetLimits.ts';
import { refusal, SheetRefusal } from '../sheetRefusal.ts';
import { RowAssembly, type SheetRow } from '../sheetRow.ts';
import { workbookStream } from './workbookStream.ts';
import type { XlsAnswer, XlsTask } from './xlsMessages.ts';

const ROWS_PER_MESSAGE = 1_000;

/** Runs in a separate thread: the whole workbook is in memory here, under this thread's own limit. */
function* sheetRows(sheet: WorkSheet, date1904: boolean, limits: SheetLimits): Generator<SheetRow> {
  const assembly = new RowAssembly(limits);
  const rows: (CellObject | undefined)[][] = sheet['!data'] ?? [];
  for (const [index, cells] of rows.entries()) {
    if (!cells) continue;
    assembly.begin(index + 1);
    for (const [column, cell] of cells.entries()) {
      if (!cell || cell.v === undefined) continue;
      if (cell.t === 'e') {
        assembly.put(column, cell.w ?? '#ERROR', 'errorValue');
        continue;
      }
      const content = contentOf(cell, date1904);
      assembly.put(column, content.text, content.flaw);
    }
    const row = assembly.end();
    if (row) yield row;
  }
}

function contentOf(cell: CellObject, date1904: boolean): CellContent {
  if (cell.t === 'b') return { text: cell.v ? 'TRUE' : 'FALSE' };
  if (cell.t !== 'n') return stringContent(String(cell.v ?? ''));
  const raw = String(cell.v);
  return isDateFormat(String(cell.z ?? '')) ? dateContent(raw, date1904) : numberContent(raw);
}

function openSheet(bytes: Buffer, limits: SheetLimits): Generator<SheetRow> {
  const stream = workbookStream(bytes);
  set_cptable(codePages);
  const book = read(stream, { type: 'buffer', dense: true, cellNF: true, cellHTML: false, cellFormula: false });
  const states = book.Workbook?.Sheets ?? [];
  const sheets = book.SheetNames.map((name, index) => ({ sheet: book.Sheets[name], hidden: states[index]?.Hidden }));
  // Charts and macro sheets state their type; worksheets do not.
  const worksheets = sheets.filter(({ sheet }) => sheet && !sheet['!type']);
  const sheet = (worksheets.find(({ hidden }) => !hidden) ?? worksheets[0])?.sheet;
  if (!sheet) throw refusal('noSheet');
  return sheetRows(sheet, book.Workbook?.WBProps?.date1904 === true, limits);
}

/** One message of rows per request, so that a slow reader is not flooded. */
function nextRows(rows: Iterator<SheetRow>): XlsAnswer {
  const batch: SheetRow[] = [];
  while (batch.length < ROWS_PER_MESSAGE) {
    const next = rows.next();
    if (next.done) return { rows: batch, last: true };
    batch.push(next.value);
  }
  return { rows: batch, last: false };
}

/** The library's errors mean nothing to a person: the file is damaged, or has a password. */
function refusalOf(error: unknown): XlsAnswer {
  if (error instanceof SheetRefusal) return { refused: error.code, problem: error.problem };
  const words = error instanceof Error ? error.message : '';
  const { code, problem } = /password|encrypt/i.test(words)
    ? refusal('encrypted')
    : refusal('damaged', { part: 'xls' });
  return { refused: code, problem };
}

const port = parentPort;
if (port) {
  const task = workerData as XlsTask;
  let rows: Iterator<SheetRow> | undefined;
  port.on('message', async () => {
    try {
      rows ??= openSheet(await readFile(task.path), task.limits);
      port.postMessage(nextRows(rows));
    } catch (error) {
      port.postMessage(refusalOf(error));
    }
  });
}
