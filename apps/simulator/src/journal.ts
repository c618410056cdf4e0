import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * The world of a simulator outlives its process: every event is one line of one file, written before the answer is sent. A
 * killed process therefore loses nothing it has reported; a power cut may (no fsync per line: it is only a simulator).
 */
export type Journal<Event> = {
  append(event: Event): void;
  /** Bytes on disk, and how many lines were read or written so far. */
  size(): { readonly bytes: number; readonly lines: number };
  /** Rewrites the world as the shortest list of events; the old file stays until the new one is complete. */
  rewrite(events: Iterable<Event>): void;
  close(): void;
};

const READ_BYTES = 4 * 1024 * 1024;
const WRITE_CHARS = 1024 * 1024;
const NEWLINE = 0x0a;

/** An in-memory journal, for worlds that end with their process. */
export function forgetfulJournal<Event>(): Journal<Event> {
  let lines = 0;
  return {
    append: () => {
      lines += 1;
    },
    size: () => ({ bytes: 0, lines }),
    rewrite: () => {},
    close: () => {},
  };
}

/** Opens the file, passes every complete event to `replay` in order, and cuts off a last line that a kill left incomplete. */
export function openJournal<Event>(path: string, replay: (event: Event) => void): Journal<Event> {
  mkdirSync(dirname(path), { recursive: true });
  let lines = 0;
  let bytes = 0;
  if (existsSync(path)) {
    bytes = readLines(path, (line) => {
      replay(JSON.parse(line) as Event);
      lines += 1;
    });
    if (bytes < statSync(path).size) truncateSync(path, bytes);
  }
  let file = openSync(path, 'a');

  return {
    append: (event) => {
      const line = Buffer.from(`${JSON.stringify(event)}\n`);
      if (writeSync(file, line) !== line.length) {
        truncateSync(path, bytes);
        throw new Error(`The journal ${path} took only a part of a line; is the disk full?`);
      }
      bytes += line.length;
      lines += 1;
    },
    size: () => ({ bytes, lines }),
    rewrite: (events) => {
      const fresh = `${path}.new`;
      const written = writeAll(fresh, events);
      renameSync(fresh, path);
      closeSync(file);
      file = openSync(path, 'a');
      bytes = written.bytes;
      lines = written.lines;
    },
    close: () => closeSync(file),
  };
}

/** Calls `each` for every complete line; returns the length of the complete part of the file. */
function readLines(path: string, each: (line: string) => void): number {
  const file = openSync(path, 'r');
  const chunk = Buffer.allocUnsafe(READ_BYTES);
  let rest = Buffer.alloc(0);
  let whole = 0;
  try {
    for (;;) {
      const read = readSync(file, chunk, 0, READ_BYTES, null);
      if (read === 0) return whole;
      const block = rest.length === 0 ? chunk.subarray(0, read) : Buffer.concat([rest, chunk.subarray(0, read)]);
      let from = 0;
      for (let end = block.indexOf(NEWLINE, from); end !== -1; end = block.indexOf(NEWLINE, from)) {
        each(block.toString('utf8', from, end));
        whole += end + 1 - from;
        from = end + 1;
      }
      rest = Buffer.from(block.subarray(from));
    }
  } finally {
    closeSync(file);
  }
}

function writeAll<Event>(path: string, events: Iterable<Event>): { bytes: number; lines: number } {
  const file = openSync(path, 'w');
  let bytes = 0;
  let lines = 0;
  let pending = '';
  try {
    for (const event of events) {
      pending += `${JSON.stringify(event)}\n`;
      lines += 1;
      if (pending.length > WRITE_CHARS) {
        bytes += writeSync(file, pending);
        pending = '';
      }
    }
    bytes += writeSync(file, pending);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return { bytes, lines };
}
