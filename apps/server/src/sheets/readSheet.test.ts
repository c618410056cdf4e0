import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '@cardinal/primitives/text.ts';
import { type BookType, type CellObject, utils, type WorkSheet, write } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HandmadeWorkbook, SHARED_STRINGS, SHEET, workbookOf, worksheet } from './handmadeWorkbook.ts';
import { openSheet } from './readSheet.ts';
import type { SheetLimits } from './sheetLimits.ts';
import { flawAt, type SheetRow } from './sheetRow.ts';
import { workbookParts } from './xlsx/workbookText.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-sheet-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function gathered(rows: AsyncIterable<SheetRow>): Promise<SheetRow[]> {
  const all: SheetRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

async function rowsOf(bytes: Buffer, fileName = 'cards.xlsx', limits: Partial<SheetLimits> = {}): Promise<SheetRow[]> {
  const path = join(folder, 'upload');
  await writeFile(path, bytes);
  const sheet = await openSheet(path, fileName, limits);
  try {
    return await gathered(sheet.rows());
  } finally {
    await sheet.close();
  }
}

const cellsOf = async (workbook: HandmadeWorkbook, limits?: Partial<SheetLimits>) =>
  (await rowsOf(workbookOf(workbook), 'cards.xlsx', limits)).map(({ cells }) => cells);
const cellOf = async (cell: string, workbook: HandmadeWorkbook = {}) => {
  const [row] = await rowsOf(workbookOf({ ...workbook, rows: `<row r="1">${cell}</row>` }));
  return { text: row?.cells[0], flaw: row && flawAt(row, 0)?.kind };
};

function bookOf(sheets: Record<string, WorkSheet>, bookType: BookType): Buffer {
  const book = utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name);
  return write(book, { type: 'buffer', bookType, compression: true, bookSST: true }) as Buffer;
}

const sheetOf = (rows: unknown[][]) => utils.aoa_to_sheet<CellObject>(rows as CellObject[][], { UTC: true });

describe.each(['xlsx', 'xls'] as const)('a workbook another program wrote as %s', (extension) => {
  const bookType: BookType = extension === 'xls' ? 'biff8' : 'xlsx';
  const name = `cards.${extension.toUpperCase()}`;

  it('gives texts, numbers, truth values and dates as a person reads them', async () => {
    const day = new Date('2026-11-21T00:00:00Z');
    const moment = new Date('2026-11-21T08:30:15Z');
    const rows = await rowsOf(
      bookOf(
        {
          卡片: sheetOf([
            ['ICCID', '号码', '价格', '可用', '日期', '时间'],
            ['89860100000000000001', 1_064_900_000_001, 12.5, true, day, moment],
          ]),
        },
        bookType,
      ),
      name,
    );
    expect(rows).toEqual([
      { rowNumber: 1, cells: ['ICCID', '号码', '价格', '可用', '日期', '时间'], flaws: [] },
      {
        rowNumber: 2,
        cells: ['89860100000000000001', '1064900000001', '12.5', 'TRUE', '2026-11-21', '2026-11-21T08:30:15'],
        flaws: [],
      },
    ]);
  });

  it('is read from the first sheet alone', async () => {
    const sheets = { 一: sheetOf([['first']]), 二: sheetOf([['second']]) };
    expect((await rowsOf(bookOf(sheets, bookType), name)).map(({ cells }) => cells)).toEqual([['first']]);
  });

  it('leaves out empty rows and keeps the row numbers', async () => {
    const rows = await rowsOf(bookOf({ 一: sheetOf([['a'], [], ['  '], [null, 'b']]) }, bookType), name);
    expect(rows.map(({ rowNumber, cells }) => [rowNumber, cells])).toEqual([
      [1, ['a']],
      [4, ['', 'b']],
    ]);
  });

  it('says which long numbers Excel has damaged', async () => {
    const [row] = await rowsOf(bookOf({ 一: sheetOf([[8.98601e18, 123_456_789_012_345]]) }, bookType), name);
    expect(row?.flaws.map(({ column, kind }) => [column, kind])).toEqual([[0, 'damagedNumber']]);
    expect(row?.cells[1]).toBe('123456789012345');
    const words = row?.flaws[0]?.problem;
    expect(words && say(words.text, 'zh_CN')).toContain('文本格式');
  });

  it('takes five hundred rows and refuses one more when that is the limit', async () => {
    const rows = (count: number) => sheetOf(Array.from({ length: count }, (_one, index) => [`r${index}`]));
    const limits = { rows: 499 };
    expect(await rowsOf(bookOf({ 一: rows(500) }, bookType), name, limits)).toHaveLength(500);
    await expect(rowsOf(bookOf({ 一: rows(501) }, bookType), name, limits)).rejects.toMatchObject({
      code: 'tooManyRows',
      problem: { facts: { max: 499 } },
    });
  });

  it('can be read twice and left in the middle', async () => {
    const path = join(folder, 'twice');
    await writeFile(path, bookOf({ 一: sheetOf([['a'], ['b'], ['c']]) }, bookType));
    const sheet = await openSheet(path, name);
    for await (const row of sheet.rows()) {
      expect(row.cells).toEqual(['a']);
      break;
    }
    expect((await gathered(sheet.rows())).map(({ cells }) => cells[0])).toEqual(['a', 'b', 'c']);
    await sheet.close();
  });
});

describe('the thread that reads .xls', () => {
  const many = () => bookOf({ 一: sheetOf(Array.from({ length: 20_000 }, (_one, row) => [row, `r${row}`])) }, 'biff8');

  it('gives rows in the order of the sheet, however many messages they take', async () => {
    const rows = await rowsOf(many(), 'cards.xls');
    expect(rows.map(({ rowNumber, cells }) => `${rowNumber} ${cells[1]}`)).toEqual(
      Array.from({ length: 20_000 }, (_one, row) => `${row + 1} r${row}`),
    );
  });

  it('is ended when it takes more memory than it may, and the process lives on', async () => {
    await expect(rowsOf(many(), 'cards.xls', { xlsMemoryMb: 8 })).rejects.toMatchObject({ code: 'tooComplex' });
  });

  it('is ended when it takes more time than it may', async () => {
    await expect(rowsOf(many(), 'cards.xls', { xlsMilliseconds: 1 })).rejects.toMatchObject({ code: 'tooComplex' });
  });
});

describe('an .xlsx of any origin', () => {
  it('may leave out where its rows and cells stand', () =>
    expect(
      cellsOf({ rows: '<row><c><v>1</v></c><c r="C1"><v>3</v></c><c><v>4</v></c></row><row><c><v>5</v></c></row>' }),
    ).resolves.toEqual([['1', '', '3', '4'], ['5']]));

  it('may prefix every element, as the .NET library does', () =>
    expect(
      cellsOf({
        entries: [
          {
            name: SHEET,
            content:
              '<?xml version="1.0"?><x:worksheet xmlns:x="main"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>8986</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>',
          },
        ],
      }),
    ).resolves.toEqual([['8986']]));

  it('may be UTF-16', () =>
    expect(
      cellsOf({
        entries: [
          {
            name: SHEET,
            content: Buffer.from(
              `\ufeff${worksheet('<row><c><v>7</v></c></row>').replace('UTF-8', 'UTF-16')}`,
              'utf16le',
            ),
          },
        ],
      }),
    ).resolves.toEqual([['7']]));

  it('may name its parts with backslashes', () => {
    const windows = workbookOf({
      without: [SHEET],
      entries: [{ name: 'xl\\worksheets\\sheet1.xml', content: worksheet('<row><c><v>1</v></c></row>') }],
    });
    return expect(rowsOf(windows)).resolves.toHaveLength(1);
  });

  it('may have no styles and no shared texts', () =>
    expect(
      cellsOf({ without: ['xl/styles.xml', SHARED_STRINGS], rows: '<row><c><v>1</v></c></row>' }),
    ).resolves.toEqual([['1']]));

  it('has its hidden sheets passed over', async () => {
    const entries = workbookParts(['隐藏', '可见']).map(([name, content]) => ({
      name,
      content: content.replace('name="隐藏"', 'name="隐藏" state="hidden"'),
    }));
    const second = { name: 'xl/worksheets/sheet2.xml', content: worksheet('<row><c><v>2</v></c></row>') };
    expect(await cellsOf({ entries: [...entries, second] })).toEqual([['2']]);
  });

  it('joins formatted pieces of a text and drops pronunciation hints', () =>
    expect(
      cellsOf({
        sharedStrings: '<si><r><rPr><b/></rPr><t>8986</t></r><r><t>01</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si>',
        rows: '<row><c t="s"><v>0</v></c></row>',
      }),
    ).resolves.toEqual([['898601']]));

  it('reads entities, CDATA, comments and escaped characters', () =>
    expect(
      cellsOf({
        rows: '<row><c t="inlineStr"><is><t>a&amp;&#x4e2d;&#25991;<!-- - -->&lt;<![CDATA[<b>]]>_x0041__x005F_x0041_</t></is></c></row>',
      }),
    ).resolves.toEqual([['a&中文<<b>A_x0041_']]));

  it('has invisible characters taken out of what was pasted', () =>
    expect(
      cellOf('<c t="inlineStr"><is><t>&#x202d; 13800138000&#x202c;&#xfeff;&#x3000;_x0000_</t></is></c>'),
    ).resolves.toEqual({
      text: '13800138000',
    }));

  it('keeps the line breaks inside a cell', () =>
    expect(cellOf('<c t="inlineStr"><is><t xml:space="preserve">a\r\nb</t></is></c>')).resolves.toMatchObject({
      text: 'a\nb',
    }));

  it('gives formulas by their saved result and says when there is none', async () => {
    expect(await cellOf('<c t="str"><f>A2&amp;"x"</f><v>89x</v></c>')).toEqual({ text: '89x' });
    expect(await cellOf('<c><f>SUM(B1:B9)</f></c>')).toEqual({ text: '', flaw: 'formulaWithoutResult' });
    expect(await cellOf('<c t="e"><f>1/0</f><v>#DIV/0!</v></c>')).toEqual({ text: '#DIV/0!', flaw: 'errorValue' });
  });

  it('ignores formatted cells without content, however far right', () =>
    expect(cellsOf({ rows: '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row>' })).resolves.toEqual([['1']]));
});

describe('a number in a cell', () => {
  const exact: [string, string][] = [
    ['0', '0'],
    ['-12', '-12'],
    ['1.0649E12', '1064900000000'],
    ['1064900000001.0', '1064900000001'],
    ['0.1', '0.1'],
    ['0.30000000000000004', '0.3'],
    ['1E-7', '0.0000001'],
    ['123456789012345', '123456789012345'],
    ['1234567890123456', '1234567890123456'],
  ];
  it.each(exact)('%s is read as %s', async (raw, shown) => {
    expect(await cellOf(`<c><v>${raw}</v></c>`)).toEqual({ text: shown });
  });

  const damaged = [
    '8.98601E+19',
    '8.9860100000000001E+18',
    '89860100000000000000',
    '898601000000000000',
    '1234567890123450',
    '89860100000000012345',
  ];
  it.each(damaged)('%s has lost digits', async (raw) => {
    expect(await cellOf(`<c><v>${raw}</v></c>`)).toMatchObject({ flaw: 'damagedNumber' });
  });

  it('was damaged before it became the text 8.98601E+19', async () => {
    expect(await cellOf('<c t="inlineStr"><is><t>8.98601E+19</t></is></c>')).toMatchObject({ flaw: 'damagedNumber' });
    expect(await cellOf('<c t="inlineStr"><is><t>89860100000000000000</t></is></c>')).toEqual({
      text: '89860100000000000000',
    });
  });
});

describe('a date in a cell', () => {
  const styles = (format: string) =>
    `<styleSheet><numFmts><numFmt numFmtId="180" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="180"/><xf numFmtId="14"/><xf numFmtId="31"/></cellXfs></styleSheet>`;
  const shown: [format: string, style: number, serial: string, text: string][] = [
    ['General', 2, '46347', '2026-11-21'],
    ['General', 3, '46347', '2026-11-21'],
    ['yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@', 1, '46347', '2026-11-21'],
    ['[$-804]yyyy/m/d h:mm', 1, '46347.354166666664', '2026-11-21T08:30:00'],
    ['h:mm:ss', 1, '0.5', '12:00:00'],
    ['yyyy-mm-dd', 1, '59', '1900-02-28'],
    ['yyyy-mm-dd', 1, '61', '1900-03-01'],
    ['[h]:mm', 1, '1.5', '1.5'],
    ['0.00&quot;days&quot;', 1, '46347', '46347'],
    ['[Red]0.00', 1, '46347', '46347'],
    ['#,##0\\ \\y', 1, '46347', '46347'],
    ['yyyy-mm-dd', 1, '-1', '-1'],
    ['yyyy-mm-dd', 1, '8.98601E+19', '89860100000000000000'],
  ];
  it.each(shown)('in format %s (style %i), %s is read as %s', async (format, style, serial, text) => {
    expect(await cellOf(`<c s="${style}"><v>${serial}</v></c>`, { styles: styles(format) })).toMatchObject({ text });
  });

  it('may be counted from 1904', async () => {
    const entries = workbookParts(['一']).map(([name, content]) => ({
      name,
      content: content.replace('<sheets>', '<workbookPr date1904="1"/><sheets>'),
    }));
    expect(await cellOf('<c s="7"><v>44885</v></c>', { entries })).toMatchObject({ text: '2026-11-21' });
  });
});
