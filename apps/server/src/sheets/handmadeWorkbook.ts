import { crc32, deflateRawSync } from 'node:zlib';
import { ROOT_RELATIONSHIPS, STYLES, workbookParts } from './xlsx/workbookText.ts';

/** A hand-made zip entry: everything it says about itself may be false. For tests. */
export type HandmadeEntry = {
  readonly name: string;
  readonly content?: string | Buffer;
  /** The bytes in the file, if they are not `content` compressed. */
  readonly packed?: Buffer;
  readonly unpackedSize?: number;
  readonly method?: number;
  readonly flags?: number;
  readonly crc?: number;
  /** The name before the data, if it differs from the directory's. */
  readonly localName?: string;
  /** The entry's offset according to the directory. */
  readonly offset?: number;
};

/** A zip of these entries, in this order. */
export function zipOf(entries: readonly HandmadeEntry[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? '');
    const packed = entry.packed ?? (entry.method === 0 ? content : deflateRawSync(content));
    const method = entry.method ?? 8;
    const crc = entry.crc ?? crc32(content);
    const unpacked = entry.unpackedSize ?? content.length;
    const name = Buffer.from(entry.name);
    const localName = Buffer.from(entry.localName ?? entry.name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(20, 6);
    for (const [header, start] of [
      [local, 6],
      [record, 8],
    ] as const) {
      header.writeUInt16LE(entry.flags ?? 0x0800, start);
      header.writeUInt16LE(method, start + 2);
      header.writeUInt32LE(crc, start + 8);
      header.writeUInt32LE(packed.length, start + 12);
      header.writeUInt32LE(unpacked, start + 16);
    }
    local.writeUInt16LE(localName.length, 26);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt32LE(entry.offset ?? at, 42);
    pieces.push(local, localName, packed);
    directory.push(record, name);
    at += 30 + localName.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...pieces, list, end]);
}

export type HandmadeWorkbook = {
  /** The content of <sheetData>. */
  readonly rows?: string;
  readonly sharedStrings?: string;
  readonly styles?: string;
  /** Entries that replace those with the same name, or are added. */
  readonly entries?: readonly HandmadeEntry[];
  readonly without?: readonly string[];
};

export const SHEET = 'xl/worksheets/sheet1.xml';
export const SHARED_STRINGS = 'xl/sharedStrings.xml';
export const worksheet = (rows: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
export const stringTable = (strings: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${strings}</sst>`;

const ROW = '<row r="1"><c r="A1" t="inlineStr"><is><t>89860100000000000001</t></is></c></row>';
const SHARED_LINK =
  '<Relationship Id="rId90" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>';

/** The entries of a small workbook, valid except as specified. */
export function workbookEntries(workbook: HandmadeWorkbook = {}): HandmadeEntry[] {
  const parts = new Map<string, HandmadeEntry>();
  const put = (entry: HandmadeEntry) => parts.set(entry.name, entry);
  put({ name: '_rels/.rels', content: ROOT_RELATIONSHIPS });
  for (const [name, content] of workbookParts(['卡片'])) {
    put({ name, content: content.replace('</Relationships>', SHARED_LINK) });
  }
  put({ name: 'xl/styles.xml', content: workbook.styles ?? STYLES });
  put({ name: SHARED_STRINGS, content: stringTable(workbook.sharedStrings ?? '') });
  put({ name: SHEET, content: worksheet(workbook.rows ?? ROW) });
  for (const entry of workbook.entries ?? []) put(entry);
  for (const name of workbook.without ?? []) parts.delete(name);
  return [...parts.values()];
}

export const workbookOf = (workbook: HandmadeWorkbook = {}): Buffer => zipOf(workbookEntries(workbook));
