import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';
import type { ByteSink } from '../sheetFile.ts';

type WrittenEntry = { name: Buffer; crc: number; packed: number; unpacked: number; offset: number };

const LARGEST = 0xffff_fffe;
/** Names in UTF-8; sizes follow the data. */
const FLAGS = 0x0808;
const DOS_DATE = 0x0021;
/** Sheets are so repetitive that a higher level gains little: measured in bench/sheets.ts. */
const EFFORT = 3;

/** Writes a zip file front to back; only the list of its entries is kept. */
export class ZipWriter {
  private readonly sink: ByteSink;
  private readonly entries: WrittenEntry[] = [];

  constructor(sink: ByteSink) {
    this.sink = sink;
  }

  async add(name: string, content: string): Promise<void> {
    const entry = await this.open(name);
    await entry.write(content);
    await entry.end();
  }

  /** Begins an entry written in pieces; it must end before the next begins. */
  async open(name: string): Promise<ZipEntryWriter> {
    const entry = { name: Buffer.from(name), crc: 0, packed: 0, unpacked: 0, offset: this.sink.length };
    this.entries.push(entry);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(FLAGS, 6);
    header.writeUInt16LE(8, 8);
    header.writeUInt16LE(DOS_DATE, 12);
    header.writeUInt16LE(entry.name.length, 26);
    await this.sink.write(Buffer.concat([header, entry.name]));
    return new ZipEntryWriter(this.sink, entry);
  }

  async end(): Promise<void> {
    const start = this.sink.length;
    for (const entry of this.entries) {
      const record = Buffer.alloc(46);
      record.writeUInt32LE(0x02014b50, 0);
      record.writeUInt16LE(20, 4);
      record.writeUInt16LE(20, 6);
      record.writeUInt16LE(FLAGS, 8);
      record.writeUInt16LE(8, 10);
      record.writeUInt16LE(DOS_DATE, 14);
      record.writeUInt32LE(entry.crc, 16);
      record.writeUInt32LE(entry.packed, 20);
      record.writeUInt32LE(entry.unpacked, 24);
      record.writeUInt16LE(entry.name.length, 28);
      record.writeUInt32LE(withinZip(entry.offset), 42);
      await this.sink.write(Buffer.concat([record, entry.name]));
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.entries.length, 8);
    end.writeUInt16LE(this.entries.length, 10);
    end.writeUInt32LE(this.sink.length - start, 12);
    end.writeUInt32LE(withinZip(start), 16);
    await this.sink.write(end);
  }
}

/** One entry: packs a piece in zlib's own thread while the caller prepares the next. */
export class ZipEntryWriter {
  private readonly sink: ByteSink;
  private readonly entry: WrittenEntry;
  private readonly deflate: DeflateRaw = createDeflateRaw({ level: EFFORT, chunkSize: 64 * 1024 });
  private ready: Buffer[] = [];
  private packing: Promise<void> = Promise.resolve();

  constructor(sink: ByteSink, entry: WrittenEntry) {
    this.sink = sink;
    this.entry = entry;
    this.deflate.on('data', (bytes: Buffer) => this.ready.push(bytes));
  }

  /** Unpacked bytes so far. */
  get length(): number {
    return this.entry.unpacked;
  }

  /** Waits for the previous piece, so that at most two are in memory. */
  async write(content: string): Promise<void> {
    const bytes = Buffer.from(content);
    await this.packing;
    await this.flush();
    this.entry.crc = crc32(bytes, this.entry.crc);
    this.entry.unpacked = withinZip(this.entry.unpacked + bytes.length);
    this.packing = new Promise((resolve, reject) => {
      this.deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    // The next call awaits it; this keeps a failure until then from counting as unhandled.
    this.packing.catch(() => undefined);
  }

  async end(): Promise<void> {
    await this.packing;
    await new Promise<void>((resolve, reject) => {
      this.deflate.once('error', reject).once('end', resolve).end();
    });
    await this.flush();
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x08074b50, 0);
    descriptor.writeUInt32LE(this.entry.crc, 4);
    descriptor.writeUInt32LE(this.entry.packed, 8);
    descriptor.writeUInt32LE(this.entry.unpacked, 12);
    await this.sink.write(descriptor);
  }

  private async flush(): Promise<void> {
    const ready = this.ready;
    this.ready = [];
    for (const bytes of ready) {
      this.entry.packed = withinZip(this.entry.packed + bytes.length);
      await this.sink.write(bytes);
    }
  }
}

function withinZip(length: number): number {
  if (length > LARGEST) throw new RangeError('a part of the workbook exceeds 4 GB');
  return length;
}
