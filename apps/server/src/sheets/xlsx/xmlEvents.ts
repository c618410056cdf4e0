import type { SheetLimits } from '../sheetLimits.ts';
import { refusal } from '../sheetRefusal.ts';
import { type XmlHandlers, XmlScanner } from './xmlScanner.ts';

const TAG_END = 0x3e;

/**
 * Parses a part and calls the handlers; yields after each chunk, so that collected rows can be taken before the next chunk is
 * unpacked.
 */
export async function* xmlEvents(
  part: string,
  bytes: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  limits: SheetLimits,
): AsyncGenerator<void, void, undefined> {
  const scanner = new XmlScanner(part, handlers, limits);
  let decode: ((piece?: Buffer) => string) | undefined;
  for await (const piece of inWholeTags(bytes)) {
    decode ??= decoderOf(part, piece);
    scanner.write(decode(piece));
    yield;
  }
  if (decode) scanner.write(decode());
  scanner.end();
  yield;
}

/** For parts small enough to be read at once. */
export async function readXml(...parameters: Parameters<typeof xmlEvents>): Promise<void> {
  for await (const _turn of xmlEvents(...parameters)) {
    // The handlers store what they need.
  }
}

/**
 * Moves chunk borders to the ends of tags, so that the scanner works on the decoded chunk itself. Joining it with a remainder
 * would be markedly slower. In UTF-16 a border may fall anywhere without harm.
 */
async function* inWholeTags(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let left: Buffer | undefined;
  for await (const piece of bytes) {
    const end = piece.lastIndexOf(TAG_END) + 1;
    const whole = end === 0 ? piece : piece.subarray(0, end);
    yield left ? Buffer.concat([left, whole]) : whole;
    left = end === 0 || end === piece.length ? undefined : piece.subarray(end);
  }
  if (left) yield left;
}

/** XML is UTF-8, or UTF-16 with a byte order mark; other bytes are refused. Without a chunk: the remainder at the end. */
function decoderOf(part: string, start: Buffer): (piece?: Buffer) => string {
  const decoder = new TextDecoder(encodingOf(start), { fatal: true });
  return (piece) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch (error) {
      throw refusal('damaged', { part }, error);
    }
  };
}

function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
