import { constants, deflateRawSync } from 'node:zlib';
import { MB } from '@cardinal/primitives/file.ts';
import { type CellObject, utils, write } from '@e965/xlsx';
import {
  SHARED_STRINGS,
  SHEET,
  stringTable,
  workbookEntries,
  workbookOf,
  worksheet,
  zipOf,
} from './handmadeWorkbook.ts';
import type { SheetRefusalCode } from './sheetRefusal.ts';
import { workbookParts } from './xlsx/workbookText.ts';

/** A malicious or broken file. Generated on demand; none is stored. For tests. */
export type HostileSheet = {
  readonly about: string;
  readonly fileName: string;
  readonly code: SheetRefusalCode;
  bytes(): Buffer;
};

const xlsx = (about: string, code: SheetRefusalCode, bytes: () => Buffer, fileName = 'cards.xlsx'): HostileSheet => ({
  about,
  fileName,
  code,
  bytes,
});
const xls = (about: string, code: SheetRefusalCode, bytes: () => Buffer): HostileSheet => ({
  about,
  fileName: 'cards.XLS',
  code,
  bytes,
});

/**
 * A deflate stream that unpacks to `block` repeated: a block flushed on its own can be copied, so 4.9 GB are made without
 * ever being in memory.
 */
export function repeatedDeflate(head: string, block: Buffer, times: number): Buffer {
  const flushed = { finishFlush: constants.Z_FULL_FLUSH };
  const one = deflateRawSync(block, flushed);
  return Buffer.concat([deflateRawSync(Buffer.from(head), flushed), ...Array(times).fill(one), deflateRawSync('')]);
}

/** Incompressible text: digits of a generator with a fixed seed. */
function noiseOf(length: number): string {
  const bytes = Buffer.alloc(length);
  let state = 42;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = 48 + ((state >>> 16) & 63);
  }
  return bytes.toString('latin1').replaceAll('<', 'x');
}

const HEAD = worksheet('').slice(0, -'</sheetData></worksheet>'.length);
const spaces = () => Buffer.alloc(MB, ' ');
const swap = (workbook: string, from: string, to: string) =>
  workbookParts(['卡片']).map(([name, content]) => ({
    name,
    content: name === workbook ? content.replace(from, to) : content,
  }));
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const LAUGHS = `<!DOCTYPE x [<!ENTITY a "ha">${[...'bcdefghij'].map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'[index]};`.repeat(10)}">`).join('')}]>`;
const THIEF = '<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>';

const packed: HostileSheet[] = [
  xlsx('4.9 GB of blanks in the sheet, with a false size', 'tooComplex', () =>
    workbookOf({ entries: [{ name: SHEET, packed: repeatedDeflate(HEAD, spaces(), 4_900), unpackedSize: 90 * MB }] }),
  ),
  xlsx('4.9 GB of blanks that call themselves a kilobyte', 'damaged', () =>
    workbookOf({ entries: [{ name: SHEET, packed: repeatedDeflate(HEAD, spaces(), 4_900), unpackedSize: 1_024 }] }),
  ),
  xlsx('a sheet that announces 4.2 GB', 'inflated', () =>
    workbookOf({ entries: [{ name: SHEET, content: worksheet(''), unpackedSize: 0xffff_fff0 }] }),
  ),
  xlsx('4.9 GB in a part nobody reads', 'inflated', () =>
    workbookOf({ entries: [{ name: 'docProps/app.xml', packed: Buffer.from([3, 0]), unpackedSize: 0xffff_0000 }] }),
  ),
  xlsx('1.4 GB of empty rows, with a false size', 'inflated', () => {
    const rows = Buffer.from('<row/>'.repeat(170_000));
    return workbookOf({
      entries: [{ name: SHEET, packed: repeatedDeflate(HEAD, rows, 1_400), unpackedSize: 90 * MB }],
    });
  }),
  xlsx('tags that say nothing, packed no better than real data', 'tooComplex', () => {
    const nothing = Buffer.from('<a/>'.repeat(262_144));
    const noise = Array.from({ length: 9 }, () => `<!--${noiseOf(400_000)}-->`).join('');
    const sheet = repeatedDeflate(HEAD + noise, nothing, 110);
    return workbookOf({ entries: [{ name: SHEET, packed: sheet, unpackedSize: 99 * MB }] });
  }),
  xlsx('90 MB in the shared texts', 'inflated', () => {
    const block = Buffer.from('<si><t>aaaaaaaaaaaaaaaaaaaaaaaaaaaa</t></si>'.repeat(24_000));
    const entry = {
      name: SHARED_STRINGS,
      packed: repeatedDeflate('<sst>', block, 95),
      unpackedSize: 95 * MB,
    };
    return workbookOf({ entries: [entry] });
  }),
  xlsx('parts within the limit one by one and beyond it together', 'inflated', () => {
    const rows = `<row><c t="inlineStr"><is><t>${noiseOf(30_000)}</t></is></c></row>`;
    return workbookOf({
      entries: [
        {
          name: SHARED_STRINGS,
          content: stringTable(`<!--${rows}-->`.replaceAll('--><', '><')),
          unpackedSize: 70 * MB,
        },
        { name: SHEET, content: worksheet(rows), unpackedSize: 70 * MB },
      ],
    });
  }),
];

const archives: HostileSheet[] = [
  xlsx('a file cut off in the middle', 'damaged', () => workbookOf().subarray(0, 900)),
  xlsx('a file without its last bytes', 'damaged', () => workbookOf().subarray(0, -10)),
  xlsx('a directory that points elsewhere', 'damaged', () => {
    const bytes = workbookOf();
    bytes.writeUInt32LE(7, bytes.length - 6);
    return bytes;
  }),
  xlsx('the signature of a zip and nothing else', 'damaged', () => Buffer.from('PK\x03\x04garbage'.repeat(40))),
  xlsx('an empty zip with text before it', 'notWorkbook', () =>
    Buffer.concat([Buffer.from('x'.repeat(99)), zipOf([])]),
  ),
  xlsx('packed bytes that are no deflate stream', 'damaged', () =>
    workbookOf({ entries: [{ name: SHEET, packed: Buffer.alloc(400, 0xff), unpackedSize: 900 }] }),
  ),
  xlsx('a checksum that does not fit', 'damaged', () =>
    workbookOf({ entries: [{ name: SHEET, content: worksheet(''), crc: 1 }] }),
  ),
  xlsx('an entry with a zip password', 'encrypted', () =>
    workbookOf({ entries: [{ name: SHEET, content: worksheet(''), flags: 0x0801 }] }),
  ),
  xlsx('a packing method we do not know', 'unsupported', () =>
    workbookOf({ entries: [{ name: SHEET, content: worksheet(''), method: 14 }] }),
  ),
  xlsx('ZIP64 marks in the directory', 'unsupported', () =>
    workbookOf({ entries: [{ name: SHEET, content: worksheet(''), offset: 0xffff_ffff }] }),
  ),
  xlsx('a zip in several volumes', 'unsupported', () => {
    const bytes = workbookOf();
    bytes.writeUInt16LE(3, bytes.length - 18);
    return bytes;
  }),
  xlsx('two entries over the same bytes', 'unsafe', () => {
    const entries = workbookEntries();
    return zipOf(entries.map((entry) => (entry.name === SHEET ? { ...entry, offset: 0 } : entry)));
  }),
  xlsx('two parts of one name', 'unsafe', () =>
    zipOf([...workbookEntries(), { name: SHEET.toUpperCase(), content: 'x' }]),
  ),
  xlsx('a name that climbs out', 'unsafe', () =>
    workbookOf({ entries: [{ name: '../../../etc/cron.d/x', content: 'x' }] }),
  ),
  xlsx('a name that climbs out with backslashes', 'unsafe', () =>
    workbookOf({ entries: [{ name: 'xl\\..\\..\\x', content: 'x' }] }),
  ),
  xlsx('an absolute name', 'unsafe', () => workbookOf({ entries: [{ name: '/etc/passwd', content: 'x' }] })),
  xlsx('a name on another drive', 'unsafe', () => workbookOf({ entries: [{ name: 'C:\\x', content: 'x' }] })),
  xlsx('a name with a NUL', 'unsafe', () => workbookOf({ entries: [{ name: 'xl/a\0.xml', content: 'x' }] })),
  xlsx('a name that changes in front of the data', 'unsafe', () =>
    workbookOf({ entries: [{ name: SHEET, content: worksheet(''), localName: 'xl/worksheets/sheet9.xml' }] }),
  ),
  xlsx('five thousand entries', 'tooComplex', () =>
    zipOf([...workbookEntries(), ...Array.from({ length: 5_000 }, (_one, index) => ({ name: `x/${index}` }))]),
  ),
];

const contents: HostileSheet[] = [
  xlsx('entities that multiply', 'unsafe', () =>
    workbookOf({ entries: [{ name: SHEET, content: worksheet('').replace('<worksheet', `${LAUGHS}<worksheet`) }] }),
  ),
  xlsx('an entity that reads our files, in the workbook', 'unsafe', () =>
    workbookOf({ entries: swap('xl/workbook.xml', '<workbook', `${THIEF}<workbook`) }),
  ),
  xlsx('an entity that reads our files, in the shared texts', 'unsafe', () =>
    workbookOf({ entries: [{ name: SHARED_STRINGS, content: `${THIEF}<sst><si><t>&file;</t></si></sst>` }] }),
  ),
  xlsx('an entity nobody defined', 'damaged', () =>
    workbookOf({ rows: '<row><c t="inlineStr"><is><t>&file;</t></is></c></row>' }),
  ),
  xlsx('a sheet outside the file', 'unsafe', () =>
    workbookOf({ entries: swap(RELATIONS, 'worksheets/sheet1.xml', '../../../../etc/passwd') }),
  ),
  xlsx('a sheet at another address', 'unsafe', () =>
    workbookOf({ entries: swap(RELATIONS, 'worksheets/sheet1.xml', 'http://169.254.169.254/latest') }),
  ),
  xlsx('a sheet declared external', 'unsafe', () =>
    workbookOf({ entries: swap(RELATIONS, 'Target="worksheets/sheet1.xml"', 'Target="s.xml" TargetMode="External"') }),
  ),
  xlsx('no sheet where the workbook says', 'noSheet', () => workbookOf({ without: [SHEET] })),
  xlsx('a workbook that lists no sheet', 'noSheet', () =>
    workbookOf({ entries: swap('xl/workbook.xml', '<sheet ', '<shoe ') }),
  ),
  xlsx('a document that is no workbook', 'notWorkbook', () =>
    zipOf([
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: '_rels/.rels', content: '<Relationships/>' },
      { name: 'word/document.xml', content: '<document/>' },
    ]),
  ),
  xlsx('a zip of holiday pictures', 'notWorkbook', () => zipOf([{ name: 'beach.jpg', content: 'x' }])),
  xlsx('a workbook with macros', 'macros', () =>
    workbookOf({
      entries: swap(
        RELATIONS,
        '</Relationships>',
        '<Relationship Id="m" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/></Relationships>',
      ),
    }),
  ),
  xlsx('a sheet that stops in a cell', 'damaged', () =>
    workbookOf({ entries: [{ name: SHEET, content: `${HEAD}<row><c><v>1` }] }),
  ),
  xlsx('tags that cross', 'damaged', () => workbookOf({ rows: '<row><c></row></c>' })),
  xlsx('bytes that are no UTF-8', 'damaged', () =>
    workbookOf({ entries: [{ name: SHEET, content: Buffer.concat([Buffer.from(HEAD), Buffer.from([0xc3, 0x28])]) }] }),
  ),
  xlsx('an encoding XML parts do not have', 'unsupported', () =>
    workbookOf({ entries: [{ name: SHEET, content: worksheet('').replace('UTF-8', 'GBK') }] }),
  ),
  xlsx('a hundred thousand elements inside each other', 'tooComplex', () =>
    workbookOf({ rows: '<row>'.repeat(100_000) }),
  ),
  xlsx('a tag with ten thousand attributes', 'tooComplex', () => {
    const attributes = Array.from({ length: 10_000 }, (_one, index) => `a${index}="${index * 7_919}"`).join(' ');
    return workbookOf({ rows: `<row ${attributes}></row>` });
  }),
  xlsx('a cell of forty thousand characters', 'cellTooLong', () =>
    workbookOf({ rows: `<row><c t="inlineStr"><is><t>${'长'.repeat(40_000)}</t></is></c></row>` }),
  ),
  xlsx('a text of three million characters', 'tooComplex', () =>
    workbookOf({ rows: `<row><c t="inlineStr"><is><t>${'a'.repeat(3 * MB)}</t></is></c></row>` }),
  ),
  xlsx('a text in a thousand pieces', 'cellTooLong', () =>
    workbookOf({
      rows: `<row><c t="inlineStr"><is>${`<r><t>${'a'.repeat(999)}</t></r>`.repeat(1_000)}</is></c></row>`,
    }),
  ),
  xlsx('content in the last column there is', 'tooManyColumns', () =>
    workbookOf({ rows: '<row r="1"><c r="XFD1"><v>1</v></c></row>' }),
  ),
  xlsx('a column beyond the last', 'damaged', () => workbookOf({ rows: '<row r="1"><c r="ZZZ1"><v>1</v></c></row>' })),
  xlsx('rows that go back', 'damaged', () => workbookOf({ rows: '<row r="9"/><row r="2"/>' })),
  xlsx('a row beyond the last', 'damaged', () => workbookOf({ rows: '<row r="99999999"><c><v>1</v></c></row>' })),
  xlsx('a text that is not in the table', 'damaged', () => workbookOf({ rows: '<row><c t="s"><v>7</v></c></row>' })),
  xlsx('one row more than an import takes', 'tooManyRows', () => {
    const rows = Array.from({ length: 500_002 }, (_one, index) => `<row><c><v>${(index * 7_919) % 1e6}</v></c></row>`);
    return workbookOf({ rows: rows.join('') });
  }),
];

const wrongFiles: HostileSheet[] = [
  xlsx('nothing', 'size', () => Buffer.alloc(0)),
  xlsx('more than 5 MB', 'size', () => Buffer.concat([workbookOf(), Buffer.alloc(5 * MB)])),
  xlsx('a text', 'notWorkbook', () => Buffer.from('iccid,imsi\n8986,46001\n')),
  xlsx('a picture', 'notWorkbook', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
  xlsx('an extension we do not take', 'extension', () => workbookOf(), 'cards.csv'),
  xlsx('two extensions, the last one wrong', 'extension', () => workbookOf(), 'cards.xlsx.exe'),
  xlsx('a web page under another name', 'contentMismatch', () => Buffer.from('<html><table></table></html>'), 'c.xls'),
  xlsx('an XML sheet of 2003', 'contentMismatch', () => Buffer.from('<?xml version="1.0"?><Workbook/>'), 'c.xls'),
  xlsx('an xlsx called xls', 'contentMismatch', () => workbookOf(), 'cards.xls'),
  xlsx('an xls called xlsx', 'contentMismatch', () => realXls()),
  xlsx('a workbook with a password', 'encrypted', () => renamedStream('EncryptedPackage')),
];

/** A valid .xls, to be corrupted. */
export function realXls(rows: (string | number)[][] = [['ICCID'], ['89860100000000000001'], [8.986e19]]): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet<CellObject>(rows as unknown as CellObject[][]), '卡片');
  return write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer;
}

function renamedStream(name: string): Buffer {
  const bytes = realXls();
  const at = bytes.indexOf(Buffer.from('Workbook', 'utf16le'));
  bytes.fill(0, at, at + 64);
  bytes.write(name, at, 'utf16le');
  bytes.writeUInt16LE((name.length + 1) * 2, at + 64);
  return bytes;
}

const oldFiles: HostileSheet[] = [
  xls('the signature and noise', 'damaged', () => Buffer.concat([realXls().subarray(0, 8), Buffer.alloc(4_096, 0x5a)])),
  xls('an xls cut off', 'damaged', () => realXls(manyRows()).subarray(0, 9_000)),
  xls('a chain of sectors that runs in a circle', 'damaged', () => {
    const bytes = realXls(manyRows());
    // The first sector of the sector table: every entry points to itself.
    const table = (bytes.readUInt32LE(0x4c) + 1) * 512;
    for (let index = 0; index < 128; index += 1) bytes.writeUInt32LE(index, table + index * 4);
    return bytes;
  }),
  xls('a table of sectors outside the file', 'damaged', () => {
    const bytes = realXls();
    bytes.writeUInt32LE(0x00ff_ffff, 0x4c);
    return bytes;
  }),
  xls('a text document', 'notWorkbook', () => renamedStream('WordDocument')),
  xls('an xls with a password', 'encrypted', () => {
    const bytes = realXls(manyRows());
    // Turns the second record into the one that announces a password.
    const first = bytes.indexOf(Buffer.from([0x09, 0x08, 0x10, 0x00]));
    bytes.writeUInt16LE(0x2f, first + 4 + bytes.readUInt16LE(first + 2));
    return bytes;
  }),
  xls('a record longer than the file', 'damaged', () => {
    const bytes = realXls(manyRows());
    const first = bytes.indexOf(Buffer.from([0x09, 0x08, 0x10, 0x00]));
    bytes.writeUInt16LE(0xffff, first + 2);
    return bytes;
  }),
];

function manyRows(): string[][] {
  return Array.from({ length: 300 }, (_one, index) => [`8986010000000000${String(index).padStart(4, '0')}`]);
}

export const HOSTILE_SHEETS: readonly HostileSheet[] = [
  ...packed,
  ...archives,
  ...contents,
  ...wrongFiles,
  ...oldFiles,
];
