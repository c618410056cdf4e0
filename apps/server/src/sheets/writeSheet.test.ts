import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type CellObject, read } from '@e965/xlsx';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { looksLikeFormula } from './formulaText.ts';
import { openSheet } from './readSheet.ts';
import type { SheetColumn, SheetValue } from './sheetColumns.ts';
import { type SheetToWrite, writeSheet } from './writeSheet.ts';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'write-sheet-'));
});
beforeEach(() => {
  path = join(folder, 'export');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const TEXT: SheetColumn[] = [{ title: '内容', kind: 'text' }];

async function written(columns: SheetColumn[], rows: SheetValue[][], more: Partial<SheetToWrite> = {}) {
  const answer = await writeSheet(path, { format: 'xlsx', columns, rows, ...more });
  const book = read(await readFile(path), { cellNF: true, dense: true });
  const sheet = (name: string): (CellObject | undefined)[][] => book.Sheets[name]?.['!data'] ?? [];
  return { answer, book, sheet, cells: sheet(book.SheetNames[0]!) };
}

/** A strict parser for RFC 4180, independent of the writer it tests. */
function fieldsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  while (pattern.lastIndex < csv.length) {
    const found = pattern.exec(csv);
    if (!found) throw new Error(`not CSV at ${csv.slice(0, 80)}`);
    rows.at(-1)!.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
    if (found[3] === '\r\n') rows.push([]);
  }
  rows.pop();
  return rows;
}

async function csvOf(columns: SheetColumn[], rows: SheetValue[][]) {
  await writeSheet(path, { format: 'csv', columns, rows });
  const text = await readFile(path, 'utf8');
  expect(text.startsWith('\ufeff')).toBe(true);
  return fieldsOf(text.slice(1));
}

describe('a workbook we write', () => {
  const columns: SheetColumn[] = [
    { title: 'ICCID', kind: 'text', width: 24 },
    { title: '余额', kind: 'money' },
    { title: '次数', kind: 'number' },
    { title: '时间', kind: 'time' },
    { title: '日期', kind: 'date' },
  ];

  it('is read by another program cell by cell as it was meant', async () => {
    const { cells } = await written(columns, [
      ['89860100000000000001', '-12.50', 7n, new Date('2026-11-20T16:30:15Z'), '2026-11-21'],
      [null, -0.1, '12345678901234567', '2026-11-20T16:00:00Z', new Date('2026-11-20T16:00:00Z')],
    ]);
    expect(cells[0]?.map((cell) => cell?.v)).toEqual(['ICCID', '余额', '次数', '时间', '日期']);
    expect(cells[1]?.map((cell) => [cell?.t, cell?.w])).toEqual([
      ['s', '89860100000000000001'],
      ['n', '-12.50'],
      ['n', '7'],
      ['n', '2026-11-21 00:30:15'],
      ['n', '2026-11-21'],
    ]);
    // More digits than Excel keeps: a text is better than a wrong number.
    expect(cells[2]?.slice(1).map((cell) => [cell?.t, cell?.w])).toEqual([
      ['n', '-0.10'],
      ['s', '12345678901234567'],
      ['n', '2026-11-21 00:00:00'],
      ['n', '2026-11-21'],
    ]);
  });

  it('is read by our own reader as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { minLength: 1, maxLength: 30 }),
        async (texts) => {
          const rows = texts.map((one) =>
            one.replace(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '').trim(),
          );
          await writeSheet(path, { format: 'xlsx', columns: TEXT, rows: rows.map((one) => [`>${one}`]) });
          const sheet = await openSheet(path, 'x.xlsx');
          const found: (string | undefined)[] = [];
          for await (const { cells } of sheet.rows()) found.push(cells[0]);
          await sheet.close();
          expect(found).toEqual(['内容', ...rows.map((one) => `>${one}`)]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('keeps what XML cannot carry, blanks at the ends and texts that look like escapes', async () => {
    const odd = [' a ', 'a\nb', 'a\rb', '\u0000\u0001', '_x0041_', '<&>"', '\ud800', '\uffff', '😀'];
    const { cells } = await written(
      TEXT,
      odd.map((one) => [one]),
    );
    expect(cells.slice(1).map((row) => row[0]?.v)).toEqual([
      ' a ',
      'a\nb',
      'a\rb',
      '\u0000\u0001',
      '_x0041_',
      '<&>"',
      '\ud800',
      '\uffff',
      '😀',
    ]);
  });

  it('goes on on another sheet when one is full', async () => {
    const rows = Array.from({ length: 25 }, (_one, index) => [`r${index}`]);
    const { answer, book, sheet } = await written(TEXT, rows, { rowsPerSheet: 10, sheetName: '流量卡' });
    expect(answer).toMatchObject({ rows: 25, sheets: 3 });
    expect(book.SheetNames).toEqual(['流量卡', '流量卡 2', '流量卡 3']);
    const values = book.SheetNames.map((name) => sheet(name).map((row) => row[0]?.v));
    expect(values.map((one) => one[0])).toEqual(['内容', '内容', '内容']);
    expect(values.flatMap((one) => one.slice(1))).toEqual(rows.flat());
  });

  it('has a heading even when there are no rows', async () => {
    const { answer, cells } = await written(TEXT, []);
    expect(answer).toMatchObject({ rows: 0, sheets: 1 });
    expect(cells.map((row) => row[0]?.v)).toEqual(['内容']);
  });

  it.each([
    ['a/b:c*[d]?', 'a b c  d'],
    ["'quoted'", 'quoted'],
    ['', 'Sheet'],
    ['长'.repeat(40), '长'.repeat(31)],
  ])('names its sheet «%s» as Excel allows', async (sheetName, shown) => {
    const { book } = await written(TEXT, [], { sheetName });
    expect(book.SheetNames).toEqual([shown]);
  });

  it('cuts a text that is longer than a cell', async () => {
    const { cells } = await written(TEXT, [['长'.repeat(40_000)]]);
    expect(cells[1]?.[0]?.v).toBe(`${'长'.repeat(32_766)}…`);
  });

  it('names columns beyond Z', async () => {
    const wide = Array.from({ length: 60 }, (_one, index) => ({ title: `c${index}`, kind: 'number' as const }));
    const { cells } = await written(wide, [wide.map((_one, index) => index)]);
    expect(cells[1]?.map((cell) => cell?.v)).toEqual(wide.map((_one, index) => index));
  });
});

describe('what would be taken for a formula', () => {
  const SIGNS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
  const dangerous = fc
    .tuple(fc.constantFrom('', ' ', '\u200b', '\ufeff', '\u3000', '\u0000'), fc.constantFrom(...SIGNS), fc.string())
    .map(([before, sign, rest]) => before + sign + rest);
  const anything = fc.oneof(dangerous, fc.string(), fc.string({ unit: 'binary' }));

  it('is recognised by each of its signs', () => {
    for (const sign of SIGNS) expect(looksLikeFormula(`${sign}1`)).toBe(true);
    for (const text of ['', '1=1', 'a-b', '89860100000000000001', '张三']) expect(looksLikeFormula(text)).toBe(false);
  });

  it('is a text in every workbook, unchanged, and marked as text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { minLength: 1, maxLength: 40 }), async (texts) => {
        const given = texts.map((one) => one.replaceAll('\r\n', '\n'));
        const { cells } = await written(
          TEXT,
          given.map((one) => [one]),
        );
        for (const [index, text] of given.entries()) {
          const cell = cells[index + 1]?.[0];
          if (text === '') continue;
          expect(cell?.t).toBe('s');
          expect(cell?.f).toBeUndefined();
          expect(cell?.v).toBe(text);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('never begins a field of a CSV, and the field still says the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { minLength: 1, maxLength: 40 }), async (given) => {
        const texts = given.map((one) => one.toWellFormed());
        const rows = await csvOf(
          [{ title: '=1+1', kind: 'text' }, ...TEXT],
          texts.map((one) => [one, one]),
        );
        expect(rows).toHaveLength(texts.length + 1);
        expect(rows[0]).toEqual(["'=1+1", '内容']);
        for (const [index, text] of texts.entries()) {
          const [first, second] = rows[index + 1]!;
          expect(first).toBe(second);
          expect(first).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
          expect(first!.replace(/^'|\t$/g, '')).toBe(text.replace(/^'|\t$/g, ''));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('does not include numbers: negative amounts stay amounts', async () => {
    const columns: SheetColumn[] = [
      { title: '金额', kind: 'money' },
      { title: '数', kind: 'number' },
      { title: '备注', kind: 'text' },
    ];
    const row = ['-12.50', -7, '-7'];
    expect((await csvOf(columns, [row]))[1]).toEqual(['-12.50', '-7', "'-7"]);
    const { cells } = await written(columns, [row]);
    expect(cells[1]?.map((cell) => [cell?.t, cell?.v])).toEqual([
      ['n', -12.5],
      ['n', -7],
      ['s', '-7'],
    ]);
  });

  it('is a text also where a number was promised', async () => {
    const columns: SheetColumn[] = [{ title: '金额', kind: 'money' }];
    for (const value of ['=1+1', '-1+cmd|x', '+1', '-', '1e3']) {
      const [, row] = await csvOf(columns, [[value]]);
      expect(row?.[0]).not.toMatch(/^[=+@]|^-(?!\d+(\.\d+)?$)/);
    }
    const { cells } = await written(columns, [['=1+1']]);
    expect(cells[1]?.[0]).toMatchObject({ t: 's', v: '=1+1' });
  });
});

describe('a CSV we write', () => {
  it('is quoted where it must be and shows moments in the zone of the reader', async () => {
    const columns: SheetColumn[] = [
      { title: '备注', kind: 'text' },
      { title: '时间', kind: 'time' },
      { title: '日期', kind: 'date' },
    ];
    const moment = new Date('2026-11-20T16:30:15Z');
    expect(
      await csvOf(columns, [
        ['a,"b"\r\nc', moment, moment],
        ['a;=b', null, '2026-01-02'],
      ]),
    ).toEqual([
      ['备注', '时间', '日期'],
      ['a,"b"\r\nc', '2026-11-21 00:30:15', '2026-11-21'],
      ['a;=b', '', '2026-01-02'],
    ]);
  });

  it('marks digits a spreadsheet would damage', async () => {
    const rows = await csvOf(TEXT, [['89860100000000000001'], ['0012'], ['12345678901'], ['0'], ['张三']]);
    expect(rows.flat()).toEqual(['内容', '89860100000000000001\t', '0012\t', '12345678901', '0', '张三']);
  });
});

describe('a file we write', () => {
  it.each(['xlsx', 'csv'] as const)('answers the size and hash of its %s', async (format) => {
    const answer = await writeSheet(path, { format, columns: TEXT, rows: [['a'], ['b']] });
    const bytes = await readFile(path);
    expect(answer).toMatchObject({
      rows: 2,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect((await stat(path)).mode & 0o077).toBe(0);
  });

  it.each(['xlsx', 'csv'] as const)('is absent when its rows break off in the middle of a %s', async (format) => {
    await rm(path, { force: true });
    const broken = new Error('the connection broke');
    async function* rows(): AsyncGenerator<SheetValue[]> {
      for (let index = 0; index < 50_000; index += 1) yield [`row ${index}`];
      throw broken;
    }
    await expect(writeSheet(path, { format, columns: TEXT, rows: rows() })).rejects.toBe(broken);
    expect(await readdir(folder)).not.toContain('export');
    expect(await readdir(folder)).not.toContain('export.part');
  });

  it('is absent when it was stopped, and the one before it stays', async () => {
    await writeFile(path, 'before');
    const stop = new AbortController();
    function* rows(): Generator<SheetValue[]> {
      for (let index = 0; ; index += 1) {
        if (index === 30_000) stop.abort(new Error('stopped'));
        yield [`row ${index}`];
      }
    }
    const writing = writeSheet(path, { format: 'xlsx', columns: TEXT, rows: rows(), signal: stop.signal });
    await expect(writing).rejects.toThrow('stopped');
    expect(await readFile(path, 'utf8')).toBe('before');
    expect(await readdir(folder)).toEqual(['export']);
  });

  it('says that the disk is full and leaves nothing', async () => {
    await rm(path, { force: true });
    // A file size limit simulates a full disk on any machine.
    const program = `
      process.on('SIGXFSZ', () => {});
      import { writeSheet } from ${JSON.stringify(new URL('./writeSheet.ts', import.meta.url).href)};
      function* rows() { for (let i = 0; i < 400000; i += 1) yield [String(i * 7919)]; }
      for (const format of ['xlsx', 'csv']) {
        try {
          await writeSheet(${JSON.stringify(path)}, { format, columns: [{ title: 'a', kind: 'text' }], rows: rows() });
          console.log('written');
        } catch (error) { console.log(error.name, error.code, error.problem.text.en); }
      }`;
    const command = `ulimit -f 512 && exec "$0" --input-type=module -e "$1"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', command, process.execPath, program]);
    expect(stdout.trim().split('\n')).toEqual(
      Array(2).fill(expect.stringContaining('SheetDiskFull diskFull Disk full')),
    );
    expect(await readdir(folder)).toEqual([]);
  });
});
