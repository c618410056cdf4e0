const SECTOR = 512;
const MINI_SECTOR = 64;
/** Smaller streams stand in the mini stream. */
const CUTOFF = 4_096;
const FREE = 0xffffffff;
const END_OF_CHAIN = 0xfffffffe;
const FAT_SECTOR = 0xfffffffd;
const ENTRY = 128;
/** FAT sectors that the header names by itself: files of up to 6.8 MB. */
const MOST_FAT = 109;

export type StreamToWrite = { readonly name: string; readonly bytes: Buffer };

const sectorsOf = (length: number, size: number): number => Math.ceil(length / size);
const padded = (bytes: Buffer, size: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(sectorsOf(bytes.length, size) * size - bytes.length)]);

/** A directory entry: 5 is the root, 2 a stream. */
function entry(
  name: string,
  kind: 5 | 2,
  given: { right?: number; child?: number; start: number; size: number },
): Buffer {
  const bytes = Buffer.alloc(ENTRY);
  const written = Buffer.from(`${name}\0`, 'utf16le');
  written.copy(bytes);
  bytes.writeUInt16LE(written.length, 64);
  bytes[66] = kind;
  bytes[67] = 1;
  bytes.writeUInt32LE(FREE, 68);
  bytes.writeUInt32LE(given.right ?? FREE, 72);
  bytes.writeUInt32LE(given.child ?? FREE, 76);
  bytes.writeUInt32LE(given.start, 116);
  bytes.writeUInt32LE(given.size, 120);
  return bytes;
}

/** Numbers of chains one behind the other: each names the next of its own, the last the end. */
function chains(lengths: readonly number[]): number[] {
  let at = 0;
  return lengths.flatMap((length) => {
    const first = at;
    at += length;
    return Array.from({ length }, (_, index) => (index === length - 1 ? END_OF_CHAIN : first + index + 1));
  });
}

const asWords = (numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(sectorsOf(numbers.length * 4, SECTOR) * SECTOR, 0xff);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32LE(number, at * 4);
  return bytes;
};

/** An OLE compound file of version 3 with these streams, given in the order of such files: shorter names first. */
export function writeCompoundFile(streams: readonly StreamToWrite[]): Buffer {
  const small = streams.filter(({ bytes }) => bytes.length < CUTOFF);
  const large = streams.filter(({ bytes }) => bytes.length >= CUTOFF);
  const mini = Buffer.concat(small.map(({ bytes }) => padded(bytes, MINI_SECTOR)));
  const miniFat = asWords(chains(small.map(({ bytes }) => sectorsOf(bytes.length, MINI_SECTOR))));
  const directorySectors = sectorsOf((streams.length + 1) * ENTRY, SECTOR);
  const parts = [directorySectors, miniFat.length / SECTOR, sectorsOf(mini.length, SECTOR)];
  const lengths = [...parts, ...large.map(({ bytes }) => sectorsOf(bytes.length, SECTOR))];
  const content = lengths.reduce((sum, length) => sum + length, 0);
  const fatSectors = Math.ceil(content / (SECTOR / 4 - 1));
  if (fatSectors > MOST_FAT) throw new RangeError('the compound file is too large');
  const starts = lengths.map((_, at) => fatSectors + lengths.slice(0, at).reduce((sum, length) => sum + length, 0));
  const fat = asWords([
    ...Array.from({ length: fatSectors }, () => FAT_SECTOR),
    ...chains(lengths).map((next) => (next === END_OF_CHAIN ? next : next + fatSectors)),
  ]);
  const startOf = (stream: StreamToWrite): number => {
    const at = large.indexOf(stream);
    if (at >= 0) return starts[parts.length + at] ?? END_OF_CHAIN;
    const before = small.slice(0, small.indexOf(stream));
    return before.reduce((sum, { bytes }) => sum + sectorsOf(bytes.length, MINI_SECTOR), 0);
  };
  const directory = Buffer.concat([
    entry('Root Entry', 5, { child: 1, start: mini.length === 0 ? END_OF_CHAIN : (starts[2] ?? 0), size: mini.length }),
    ...streams.map((stream, at) =>
      entry(stream.name, 2, {
        ...(at + 1 < streams.length && { right: at + 2 }),
        start: startOf(stream),
        size: stream.bytes.length,
      }),
    ),
  ]);
  const header = Buffer.alloc(SECTOR, 0xff);
  header.fill(0, 0, 0x4c);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(0x3e, 0x18);
  header.writeUInt16LE(3, 0x1a);
  header.writeUInt16LE(0xfffe, 0x1c);
  header.writeUInt16LE(9, 0x1e);
  header.writeUInt16LE(6, 0x20);
  header.writeUInt32LE(fatSectors, 0x2c);
  header.writeUInt32LE(starts[0] ?? 0, 0x30);
  header.writeUInt32LE(CUTOFF, 0x38);
  header.writeUInt32LE(miniFat.length === 0 ? END_OF_CHAIN : (starts[1] ?? 0), 0x3c);
  header.writeUInt32LE(miniFat.length / SECTOR, 0x40);
  header.writeUInt32LE(END_OF_CHAIN, 0x44);
  for (let at = 0; at < fatSectors; at += 1) header.writeUInt32LE(at, 0x4c + at * 4);
  const unused = Buffer.alloc(ENTRY);
  for (const offset of [68, 72, 76]) unused.writeUInt32LE(FREE, offset);
  const free = Array.from({ length: directorySectors * (SECTOR / ENTRY) - streams.length - 1 }, () => unused);
  return Buffer.concat([
    header,
    fat,
    directory,
    ...free,
    miniFat,
    padded(mini, SECTOR),
    ...large.map(({ bytes }) => padded(bytes, SECTOR)),
  ]);
}
