import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCsv } from './readCsv.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cardinal-csv-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function rowsOf(content: string | Buffer, limits = {}) {
  const path = join(folder, 'x.csv');
  await writeFile(path, content);
  const rows = [];
  for await (const row of (await openCsv(path, 'x.csv', limits)).rows()) rows.push(row);
  return rows;
}

test.each([
  [
    'a,b\r\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a;b\nc\td\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    '\ufeff"a,1","say ""yes"""\n"two\nlines",x',
    [
      ['a,1', 'say "yes"'],
      ['two\nlines', 'x'],
    ],
  ],
  ['"89860112345678901234\t"\r\n\r\n,x', [['89860112345678901234'], ['', 'x']]],
])('%j', async (content, cells) => {
  expect((await rowsOf(content)).map((row) => row.cells)).toEqual(cells);
});

test('rows keep their number, a rounded number is told as such', async () => {
  const rows = await rowsOf('ICCID\n\n8.98601E+19\n');
  expect(rows.map((row) => row.rowNumber)).toEqual([1, 3]);
  expect(rows[1]?.flaws).toMatchObject([{ column: 0, kind: 'damagedNumber' }]);
});

test('Chinese of another encoding is read too', async () => {
  const [row] = await rowsOf(Buffer.from([0xbf, 0xa8, 0xba, 0xc5, 0x2c, 0x31]));
  expect(row?.cells).toEqual(['卡号', '1']);
  const [utf16] = await rowsOf(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('卡号,1', 'utf16le')]));
  expect(utf16?.cells).toEqual(['卡号', '1']);
});

test('what is no text, what never ends and what is too long is refused', async () => {
  await expect(rowsOf(Buffer.from([0x50, 0x4b, 3, 4, 20]))).rejects.toMatchObject({ code: 'contentMismatch' });
  await expect(rowsOf(Buffer.from([1, 0, 2]))).rejects.toMatchObject({ code: 'notWorkbook' });
  await expect(rowsOf(`"${'x'.repeat(40_000)}`)).rejects.toMatchObject({ code: 'cellTooLong' });
  await expect(rowsOf('1\n2\n3\n', { rows: 1 })).rejects.toMatchObject({ code: 'tooManyRows' });
  await expect(rowsOf('')).rejects.toMatchObject({ code: 'size' });
});
