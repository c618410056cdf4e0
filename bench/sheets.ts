import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDeflateRaw, createInflateRaw } from 'node:zlib';
import { SHARED_STRINGS, SHEET, workbookOf } from '@cardinal/server/sheets/handmadeWorkbook.ts';
import { openSheet } from '@cardinal/server/sheets/readSheet.ts';
import type { SheetColumn } from '@cardinal/server/sheets/sheetColumns.ts';
import { writeSheet } from '@cardinal/server/sheets/writeSheet.ts';

/** One figure: what ours costs, what the barest way of doing it costs in the same run, and the goal for their ratio. */
export type SheetFigure = {
  readonly name: string;
  readonly ours: number;
  readonly bare: number;
  readonly unit: 's CPU' | 'MB';
  readonly goal: number;
};

const IMPORT_ROWS = 500_000;
const TURNS = 3;
const EXPORT_ROWS = 1_000_000;
const KINDS = ['text', 'text', 'text', 'text', 'text', 'number', 'money', 'time', 'text', 'text'] as const;
const COLUMNS: SheetColumn[] = KINDS.map((kind, index) => ({ title: `列 ${index + 1}`, kind }));

function cardAt(index: number) {
  const digits = String(index).padStart(9, '0');
  return [
    `89860123450${digits}`,
    `1064${digits}`,
    `460010${digits}`,
    '已激活',
    '某某物联网客户',
    index * 7,
    (-index / 100).toFixed(2),
    '2026-11-21T08:30:15.000Z',
    '标签一,标签二',
    index % 3 === 0 ? `备注 ${index}` : '',
  ];
}

/** The hash of a file is asked for, so the barest way makes it too. */
async function* hashed(pieces: AsyncIterable<Buffer>) {
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  hash.digest();
}

/** Memory in use, in MB: sampled after garbage collections if the process exposes them. */
let held = 0;
function lookAtMemory(row: number): void {
  if (!globalThis.gc || row % 20_000 !== 0) return;
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  held = Math.max(held, (heapUsed + external) / 1024 ** 2);
}

async function* cards(count: number) {
  for (let index = 0; index < count; index += 1) {
    lookAtMemory(index);
    yield cardAt(index);
  }
}

/** The measurements, each in its own process, so that processor time and memory are its own. */
const WORK: Record<string, (folder: string, rows: number) => Promise<unknown>> = {
  async nothing() {},
  async readOurs(folder, rows) {
    const limits = { bytes: 1e9, rows, inflatedBytes: 1e9, elements: 1e9 };
    const sheet = await openSheet(join(folder, `${rows}.xlsx`), 'cards.xlsx', limits);
    let digits = 0;
    for await (const row of sheet.rows()) {
      lookAtMemory(row.rowNumber);
      digits += row.cells[0]!.length;
    }
    await sheet.close();
    return digits;
  },
  /** Unpacks the parts and picks texts with a pattern: no limits, no checks, no other writer's dialect. */
  async readBare(folder, rows) {
    const path = join(folder, `${rows}.xlsx`);
    const strings: string[] = [];
    await eachPiece(path, SHARED_STRINGS, '</si>', (piece) => {
      for (const [, value] of piece.matchAll(/<t>([^<]*)</g)) strings.push(value!);
    });
    let digits = 0;
    await eachPiece(path, SHEET, '</row>', (piece) => {
      for (const [, row] of piece.matchAll(/<row[^>]*>(.*?)<\/row>/g)) {
        const cells: string[] = [];
        for (const [, kind, value] of row!.matchAll(/<c [^>]*?(t="s")?><v>([^<]*)</g)) {
          cells.push(kind ? strings[Number(value)]! : value!);
        }
        digits += cells[0]!.length;
      }
    });
    return digits;
  },
  writeOurs: (folder, rows) =>
    writeSheet(join(folder, 'ours.xlsx'), { format: 'xlsx', columns: COLUMNS, rows: cards(rows) }),
  /** The same cells as strings put together and packed: nothing escaped, nothing guarded. */
  async writeBare(folder, rows) {
    async function* pieces() {
      let piece = '';
      let number = 0;
      for await (const card of cards(rows)) {
        number += 1;
        piece += `<row r="${number}">`;
        for (let index = 0; index < card.length; index += 1) {
          const reference = String.fromCharCode(65 + index) + number;
          piece +=
            typeof card[index] === 'number'
              ? `<c r="${reference}"><v>${card[index]}</v></c>`
              : `<c r="${reference}" t="inlineStr"><is><t>${card[index]}</t></is></c>`;
        }
        piece += '</row>';
        if (piece.length > 65_536) {
          yield Buffer.from(piece);
          piece = '';
        }
      }
      yield Buffer.from(piece);
    }
    const file = await open(join(folder, 'bare.xlsx'), 'w');
    await pipeline(pieces(), createDeflateRaw({ level: 3 }), hashed, file.createWriteStream());
  },
  writeOursCsv: (folder, rows) =>
    writeSheet(join(folder, 'ours.csv'), { format: 'csv', columns: COLUMNS, rows: cards(rows) }),
  async writeBareCsv(folder, rows) {
    async function* pieces() {
      let piece = '';
      for await (const card of cards(rows)) {
        piece += `${card.map((one) => `"${one}"`).join(',')}\r\n`;
        if (piece.length > 65_536) {
          yield Buffer.from(piece);
          piece = '';
        }
      }
      yield Buffer.from(piece);
    }
    const file = await open(join(folder, 'bare.csv'), 'w');
    await pipeline(pieces(), hashed, file.createWriteStream());
  },
};

/** A part of a zip as text, in pieces that end with a whole `ending`. */
async function eachPiece(path: string, part: string, ending: string, take: (piece: string) => void): Promise<void> {
  const file = await open(path);
  const { size } = await file.stat();
  const tail = Buffer.alloc(4_096);
  await file.read(tail, 0, tail.length, size - tail.length);
  const record = tail.lastIndexOf(part) - 46;
  const start = tail.readUInt32LE(record + 42) + 30 + part.length;
  const packed = file.createReadStream({ start, end: start + tail.readUInt32LE(record + 20) - 1 });
  const text = new TextDecoder();
  let left = '';
  for await (const bytes of packed.pipe(createInflateRaw({ chunkSize: 64 * 1024 }))) {
    left += text.decode(bytes, { stream: true });
    const end = left.lastIndexOf(ending) + ending.length;
    if (end < ending.length) continue;
    take(left.slice(0, end));
    left = left.slice(end);
  }
}

/** A workbook as Excel saves it: identifiers in the table of shared texts, two columns, half a million rows. */
async function makeImport(folder: string, rows: number): Promise<void> {
  const strings: string[] = [];
  const lines: string[] = [];
  for (let index = 0; index < rows; index += 1) {
    const [iccid] = cardAt(index);
    strings.push(`<si><t>${iccid}</t></si>`);
    const number = index + 1;
    const msisdn = 1_064_900_000_000 + index;
    lines.push(
      `<row r="${number}" spans="1:2"><c r="A${number}" s="1" t="s"><v>${index}</v></c><c r="B${number}"><v>${msisdn}</v></c></row>`,
    );
  }
  await writeFile(join(folder, `${rows}.xlsx`), workbookOf({ rows: lines.join(''), sharedStrings: strings.join('') }));
}

type Cost = { readonly cpu: number; readonly held: number };

async function costOf(work: string, folder: string, rows: number, watched = false): Promise<Cost> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...(watched ? ['--expose-gc'] : []),
    fileURLToPath(import.meta.url),
    work,
    folder,
    String(rows),
  ]);
  return JSON.parse(stdout) as Cost;
}

/** Measures reading and writing against the barest way, and whether memory stays where it is when rows grow. */
export async function sheetFigures(): Promise<SheetFigure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-sheets-'));
  try {
    await makeImport(folder, IMPORT_ROWS);
    await makeImport(folder, IMPORT_ROWS / 5);
    const start = await costOf('nothing', folder, 0);
    const cpu = async (name: string, work: string, bare: string, rows: number, goal: number): Promise<SheetFigure> => {
      const ours: number[] = [];
      const barest: number[] = [];
      // Alternates both and takes the best of each: other load slows both, but never speeds one up.
      for (let turn = 0; turn < TURNS; turn += 1) {
        ours.push((await costOf(work, folder, rows)).cpu - start.cpu);
        barest.push((await costOf(bare, folder, rows)).cpu - start.cpu);
      }
      return { name, ours: Math.min(...ours), bare: Math.min(...barest), unit: 's CPU', goal };
    };
    const memory = async (name: string, work: string, rows: number, goal: number): Promise<SheetFigure> => {
      const [many, few] = [await costOf(work, folder, rows, true), await costOf(work, folder, rows / 5, true)];
      return { name, ours: many.held, bare: few.held, unit: 'MB', goal };
    };
    return [
      await cpu('read xlsx, 500,000 rows', 'readOurs', 'readBare', IMPORT_ROWS, 2.5),
      await cpu('write xlsx, 1,000,000 x 10', 'writeOurs', 'writeBare', EXPORT_ROWS, 1.3),
      await cpu('write csv, 1,000,000 x 10', 'writeOursCsv', 'writeBareCsv', EXPORT_ROWS, 1.3),
      await memory('held: read 500,000 rows / 100,000', 'readOurs', IMPORT_ROWS, 2),
      await memory('held: write xlsx 1,000,000 / 200,000', 'writeOurs', EXPORT_ROWS, 1.2),
      await memory('held: write csv 1,000,000 / 200,000', 'writeOursCsv', EXPORT_ROWS, 1.2),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [work, folder, rows] = process.argv.slice(2);
  if (work && folder) {
    await WORK[work]!(folder, Number(rows));
    const { user, system } = process.cpuUsage();
    const cost: Cost = { cpu: (user + system) / 1e6, held };
    process.stdout.write(JSON.stringify(cost));
  } else {
    for (const { name, ours, bare, unit, goal } of await sheetFigures()) {
      const ratio = (ours / bare).toFixed(2);
      process.stdout.write(
        `${name}: ${ours.toFixed(1)} against ${bare.toFixed(1)} ${unit}, ratio ${ratio} (goal ${goal})\n`,
      );
    }
  }
}
