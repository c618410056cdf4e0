import { sheetKindOf } from '@cardinal/primitives/file.ts';
import { refusal } from '../sheetRefusal.ts';

/** An OLE compound file, parsed as far as needed to list its streams and check that their chains end. */
export type CompoundFile = {
  /** The streams by name, lower case, with the sectors of the larger ones resolved. */
  readonly streams: ReadonlyMap<string, CompoundStream>;
  read(stream: CompoundStream): Buffer;
};
export type CompoundStream = { readonly start: number; readonly size: number };

const END_OF_CHAIN = 0xfffffffe;
const FREE = 0xffffffff;
const STREAM_ENTRY = 2;
const ROOT_ENTRY = 5;
const MOST_ENTRIES = 4_096;

/** Refuses chains that loop or leave the file, before a reader that trusts them is let in. */
export function readCompoundFile(bytes: Buffer): CompoundFile {
  if (bytes.length < 1_536 || sheetKindOf(bytes) !== 'xls') throw damaged('OLE header');
  const shift = bytes.readUInt16LE(0x1e);
  const miniShift = bytes.readUInt16LE(0x20);
  if ((shift !== 9 && shift !== 12) || miniShift !== 6) throw damaged('OLE header');
  const sectorSize = 1 << shift;
  const sectorCount = Math.ceil((bytes.length - sectorSize) / sectorSize);
  const sector = (number: number): Buffer => {
    if (number >= sectorCount) throw damaged('OLE sector');
    return bytes.subarray((number + 1) * sectorSize, (number + 2) * sectorSize);
  };
  const fat = readFat(bytes, sectorSize, sectorCount, sector);
  const chain = (start: number): Buffer => {
    const pieces: Buffer[] = [];
    for (let at = start; at !== END_OF_CHAIN; at = fat[at] ?? FREE) {
      if (at >= sectorCount || pieces.length > sectorCount) throw damaged('OLE chain');
      pieces.push(sector(at));
    }
    return Buffer.concat(pieces);
  };

  const directory = chain(bytes.readUInt32LE(0x30));
  const streams = new Map<string, CompoundStream>();
  let miniStream: Buffer = Buffer.alloc(0);
  if (directory.length / 128 > MOST_ENTRIES) throw refusal('tooComplex', { part: 'OLE' });
  for (let at = 0; at + 128 <= directory.length; at += 128) {
    const kind = directory[at + 66];
    const nameLength = directory.readUInt16LE(at + 64);
    if (nameLength > 64) throw damaged('OLE directory');
    const entry = { start: directory.readUInt32LE(at + 116), size: directory.readUInt32LE(at + 120) };
    if (kind === ROOT_ENTRY && entry.size > 0) miniStream = chain(entry.start);
    if (kind !== STREAM_ENTRY) continue;
    if (entry.size > bytes.length) throw damaged('OLE directory');
    const name = directory.toString('utf16le', at, at + Math.max(0, nameLength - 2)).toLowerCase();
    if (!streams.has(name)) streams.set(name, entry);
  }
  const cutoff = bytes.readUInt32LE(0x38);
  const miniFat = bytes.readUInt32LE(0x3c) >= END_OF_CHAIN ? Buffer.alloc(0) : chain(bytes.readUInt32LE(0x3c));
  return {
    streams,
    read(stream) {
      const found =
        stream.size >= cutoff ? chain(stream.start) : miniChain(stream.start, miniFat, miniStream, 1 << miniShift);
      if (found.length < stream.size) throw damaged('OLE stream');
      return found.subarray(0, stream.size);
    },
  };
}

function readFat(
  bytes: Buffer,
  sectorSize: number,
  sectorCount: number,
  sector: (number: number) => Buffer,
): Uint32Array {
  const fatSectors: number[] = [];
  const take = (number: number) => {
    if (number === FREE) return;
    if (fatSectors.length > sectorCount) throw damaged('OLE FAT');
    fatSectors.push(number);
  };
  for (let at = 0x4c; at < 0x200; at += 4) take(bytes.readUInt32LE(at));
  let next = bytes.readUInt32LE(0x44);
  for (let hops = 0; next < END_OF_CHAIN; hops += 1) {
    if (hops > sectorCount) throw damaged('OLE FAT');
    const index = sector(next);
    if (index.length < sectorSize) throw damaged('OLE FAT');
    for (let at = 0; at < sectorSize - 4; at += 4) take(index.readUInt32LE(at));
    next = index.readUInt32LE(sectorSize - 4);
  }
  const fat = new Uint32Array((fatSectors.length * sectorSize) / 4).fill(FREE);
  for (const [index, number] of fatSectors.entries()) {
    const table = sector(number);
    for (let at = 0; at + 4 <= table.length; at += 4) fat[(index * sectorSize + at) / 4] = table.readUInt32LE(at);
  }
  return fat;
}

function miniChain(start: number, miniFat: Buffer, miniStream: Buffer, size: number): Buffer {
  const pieces: Buffer[] = [];
  const most = miniStream.length / size;
  for (let at = start; at !== END_OF_CHAIN; at = at * 4 + 4 <= miniFat.length ? miniFat.readUInt32LE(at * 4) : FREE) {
    if (at >= most || pieces.length > most) throw damaged('OLE chain');
    pieces.push(miniStream.subarray(at * size, (at + 1) * size));
  }
  return Buffer.concat(pieces);
}

const damaged = (part: string) => refusal('damaged', { part });
