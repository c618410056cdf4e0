import { refusal } from '../sheetRefusal.ts';
import { readCompoundFile } from './compoundFile.ts';

const BOF = 0x0809;
const FILEPASS = 0x002f;
const BIFF5 = 0x0500;
const BIFF8 = 0x0600;

/**
 * Checks the records of an .xls before the library reads them: a workbook of Excel 5 or later, no password, no record beyond
 * the end.
 */
export function workbookStream(bytes: Buffer): Buffer {
  const file = readCompoundFile(bytes);
  if (file.streams.has('encryptedpackage') || file.streams.has('encryptioninfo')) throw refusal('encrypted');
  const workbook = file.streams.get('workbook') ?? file.streams.get('book');
  if (!workbook) throw refusal('notWorkbook');
  const stream = file.read(workbook);
  if (stream.length < 8 || stream.readUInt16LE(0) !== BOF) throw refusal('unsupported', { part: 'Excel 2–4' });
  const version = stream.readUInt16LE(4);
  if (version !== BIFF5 && version !== BIFF8) throw refusal('unsupported', { part: 'BIFF' });
  for (let at = 0; at + 4 <= stream.length; ) {
    const kind = stream.readUInt16LE(at);
    const length = stream.readUInt16LE(at + 2);
    if (kind === FILEPASS) throw refusal('encrypted');
    // Streams are padded with zeros after the last record.
    if (kind === 0 && length === 0) break;
    if (at + 4 + length > stream.length) throw refusal('damaged', { part: 'BIFF' });
    at += 4 + length;
  }
  return stream;
}
