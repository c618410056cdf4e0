import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { megabytes, type SheetLimits } from '../sheetLimits.ts';
import { refusal } from '../sheetRefusal.ts';

type ZipEntry = {
  readonly name: string;
  readonly deflated: boolean;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
  /** Where the next entry, or the directory, begins: this entry's data must end before it. */
  end: number;
};

const END_OF_DIRECTORY = 0x06054b50;
const ZIP64_LOCATOR = 0x07064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const MOST_ENTRIES = 2_000;
const MOST_DIRECTORY_BYTES = 1024 * 1024;
const PIECE = 64 * 1024;
/** Below this size a high ratio only means a small, repetitive file. */
const RATIO_MATTERS_FROM = 4 * 1024 * 1024;

/** The parts of a zip file. Nothing the file says about itself is trusted: sizes are counted, positions checked. */
export class ZipDirectory {
  private readonly file: FileHandle;
  private readonly limits: SheetLimits;
  private readonly entries: ReadonlyMap<string, ZipEntry>;
  private inflated = 0;

  private constructor(file: FileHandle, limits: SheetLimits, entries: ReadonlyMap<string, ZipEntry>) {
    this.file = file;
    this.limits = limits;
    this.entries = entries;
  }

  static async read(file: FileHandle, size: number, limits: SheetLimits): Promise<ZipDirectory> {
    const tailLength = Math.min(size, 65_535 + 22);
    const tail = await bytesAt(file, size - tailLength, tailLength);
    const at = endOfDirectoryIn(tail);
    const end = tail.subarray(at);
    const zip64 = at >= 20 && tail.readUInt32LE(at - 20) === ZIP64_LOCATOR;
    const count = end.readUInt16LE(10);
    const length = end.readUInt32LE(12);
    const offset = end.readUInt32LE(16);
    if (zip64 || count === 0xffff || length === 0xffffffff || offset === 0xffffffff) throw unsupported('ZIP64');
    if (end.readUInt16LE(4) !== 0 || end.readUInt16LE(6) !== 0 || end.readUInt16LE(8) !== count) {
      throw unsupported('multi-volume zip');
    }
    if (count > MOST_ENTRIES || length > MOST_DIRECTORY_BYTES) throw refusal('tooComplex', { part: 'zip' });
    if (offset + length !== size - tailLength + at) throw damaged('zip directory');
    const entries = entriesIn(await bytesAt(file, offset, length), count);
    setEnds(entries, offset);
    const declared = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
    if (declared > limits.inflatedBytes) throw tooInflated(limits);
    return new ZipDirectory(file, limits, byName(entries));
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** The unpacked bytes of one part. All parts read from this file count against one limit. */
  async *part(name: string): AsyncGenerator<Buffer, void, undefined> {
    const entry = this.entries.get(name);
    if (!entry) throw damaged(name);
    const start = await this.dataStart(entry);
    if (entry.packed === 0) {
      if (entry.unpacked !== 0) throw damaged(name);
      return;
    }
    let crc = 0;
    let length = 0;
    for await (const bytes of entry.deflated ? this.inflate(entry, start) : this.stored(entry, start)) {
      length += bytes.length;
      if (length > entry.unpacked) throw damaged(name);
      crc = crc32(bytes, crc);
      yield bytes;
    }
    if (length !== entry.unpacked || crc !== entry.crc) throw damaged(name);
  }

  private async dataStart(entry: ZipEntry): Promise<number> {
    const header = await bytesAt(this.file, entry.offset, 30 + Buffer.byteLength(entry.name));
    if (header.readUInt32LE(0) !== LOCAL_HEADER) throw damaged(entry.name);
    if (header.readUInt16LE(6) & 1) throw refusal('encrypted');
    const nameLength = header.readUInt16LE(26);
    const name = header.subarray(30).toString('utf8').replaceAll('\\', '/');
    if (nameLength !== header.length - 30 || name !== entry.name) throw unsafe('zip names');
    const start = entry.offset + 30 + nameLength + header.readUInt16LE(28);
    if (start + entry.packed > entry.end) throw unsafe('zip overlap');
    return start;
  }

  private async *stored(entry: ZipEntry, start: number): AsyncGenerator<Buffer> {
    for await (const bytes of this.packed(entry, start)) {
      this.count(bytes.length);
      yield bytes;
    }
  }

  private async *inflate(entry: ZipEntry, start: number): AsyncGenerator<Buffer> {
    const source = Readable.from(this.packed(entry, start), { objectMode: false });
    const inflate = createInflateRaw({ chunkSize: PIECE });
    source.once('error', (error) => inflate.destroy(error));
    source.pipe(inflate);
    let length = 0;
    try {
      for await (const bytes of inflate as AsyncIterable<Buffer>) {
        length += bytes.length;
        this.count(bytes.length);
        if (length > RATIO_MATTERS_FROM && length > inflate.bytesWritten * this.limits.inflationRatio) {
          throw tooInflated(this.limits);
        }
        yield bytes;
      }
    } catch (error) {
      if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
        throw damaged(entry.name, error);
      }
      throw error;
    } finally {
      source.destroy();
      inflate.destroy();
    }
    if (inflate.bytesWritten !== entry.packed) throw damaged(entry.name);
  }

  private async *packed(entry: ZipEntry, start: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < entry.packed; at += PIECE) {
      yield await bytesAt(this.file, start + at, Math.min(PIECE, entry.packed - at));
    }
  }

  private count(bytes: number): void {
    this.inflated += bytes;
    if (this.inflated > this.limits.inflatedBytes) throw tooInflated(this.limits);
  }
}

function endOfDirectoryIn(tail: Buffer): number {
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) === END_OF_DIRECTORY && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  throw damaged('zip directory');
}

function entriesIn(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== DIRECTORY_ENTRY) throw damaged('zip directory');
    const nameLength = directory.readUInt16LE(at + 28);
    const next = at + 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    if (next > directory.length) throw damaged('zip directory');
    const method = directory.readUInt16LE(at + 10);
    const entry = {
      name: safeName(directory.subarray(at + 46, at + 46 + nameLength)),
      deflated: method === 8,
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
      end: 0,
    };
    if (directory.readUInt16LE(at + 8) & 0x2041) throw refusal('encrypted');
    if (method !== 0 && method !== 8) throw unsupported(`zip method ${method}`);
    if ([entry.packed, entry.unpacked, entry.offset].includes(0xffffffff)) throw unsupported('ZIP64');
    if (method === 0 && entry.packed !== entry.unpacked) throw damaged(entry.name);
    entries.push(entry);
    at = next;
  }
  if (at !== directory.length) throw damaged('zip directory');
  return entries;
}

/** Some writers on Windows separate folders with a backslash; any other oddity in a name is an attack. */
function safeName(bytes: Buffer): string {
  const name = bytes.toString('utf8').replaceAll('\\', '/');
  const odd =
    name === '' ||
    name.startsWith('/') ||
    name.split('/').some((step) => step === '..' || step === '.') ||
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    /[\u0000-\u001f:\ufffd]/.test(name);
  if (odd) throw unsafe('zip names');
  return name;
}

function setEnds(entries: ZipEntry[], directoryOffset: number): void {
  const placed = entries.toSorted((a, b) => a.offset - b.offset);
  for (const [index, entry] of placed.entries()) {
    entry.end = placed[index + 1]?.offset ?? directoryOffset;
    if (entry.offset + 30 + Buffer.byteLength(entry.name) + entry.packed > entry.end) throw unsafe('zip overlap');
  }
}

function byName(entries: ZipEntry[]): Map<string, ZipEntry> {
  const found = new Map<string, ZipEntry>();
  const seen = new Set<string>();
  for (const entry of entries) {
    // A workbook's part names do not differ by case alone.
    const key = entry.name.toLowerCase();
    if (seen.has(key)) throw unsafe('zip names');
    seen.add(key);
    found.set(entry.name, entry);
  }
  return found;
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, position + read);
    if (bytesRead === 0) throw damaged('zip');
    read += bytesRead;
  }
  return bytes;
}

const damaged = (part: string, cause?: unknown) => refusal('damaged', { part }, cause);
const unsafe = (part: string) => refusal('unsafe', { part });
const unsupported = (part: string) => refusal('unsupported', { part });
const tooInflated = (limits: SheetLimits) => refusal('inflated', { limit: megabytes(limits.inflatedBytes) });
