import type { SheetLimits } from '../sheetLimits.ts';
import { refusal } from '../sheetRefusal.ts';
import { readXml } from './xmlEvents.ts';

/**
 * The texts of a workbook that cells refer to. They are stored as bytes in one block. Half a million separate strings would
 * cost several times as much, and a string cut from a chunk of XML would keep the whole chunk alive.
 */
export class SharedStrings {
  private bytes = Buffer.allocUnsafe(64 * 1024);
  private ends = new Uint32Array(4_096);
  private count = 0;
  private readonly limits: SheetLimits;

  constructor(limits: SheetLimits) {
    this.limits = limits;
  }

  add(value: string): void {
    if (value.length > this.limits.cellLength) {
      throw refusal('tooComplex', { part: `${this.limits.cellLength}+` });
    }
    const start = this.end;
    const most = start + value.length * 3;
    if (this.count === this.limits.sharedStrings || most > this.limits.sharedStringBytes) {
      throw refusal('tooComplex', { part: 'sharedStrings' });
    }
    if (most > this.bytes.length) this.bytes = Buffer.concat([this.bytes], Math.max(most, this.bytes.length * 2));
    if (this.count === this.ends.length) {
      const grown = new Uint32Array(this.ends.length * 2);
      grown.set(this.ends);
      this.ends = grown;
    }
    this.ends[this.count] = start + this.bytes.write(value, start);
    this.count += 1;
  }

  /** The text at a cell's index; undefined if the table has no such index. */
  at(index: number): string | undefined {
    const end = index < this.count ? this.ends[index] : undefined;
    if (end === undefined) return undefined;
    return this.bytes.toString('utf8', index === 0 ? 0 : this.ends[index - 1], end);
  }

  private get end(): number {
    return this.count === 0 ? 0 : this.ends[this.count - 1]!;
  }
}

/** Reads the table; formatting and pronunciation hints inside a text are dropped. */
export async function readSharedStrings(
  part: string,
  bytes: AsyncIterable<Buffer>,
  limits: SheetLimits,
): Promise<SharedStrings> {
  const strings = new SharedStrings(limits);
  let value = '';
  let inText = false;
  let inHint = false;
  await readXml(
    part,
    bytes,
    {
      open(name) {
        if (name === 'si') value = '';
        else if (name === 'rPh') inHint = true;
        else if (name === 't') inText = !inHint;
      },
      text(words) {
        if (!inText) return;
        value += words;
        if (value.length > limits.cellLength * 8) throw refusal('tooComplex', { part });
      },
      close(name) {
        if (name === 't') inText = false;
        else if (name === 'rPh') inHint = false;
        else if (name === 'si') strings.add(withoutEscapes(value));
      },
    },
    limits,
  );
  return strings;
}

/** Excel writes characters XML cannot represent as _x000D_, and a literal underscore before such a text as _x005F_. */
export function withoutEscapes(value: string): string {
  if (!value.includes('_x')) return value;
  return value.replace(/_x([0-9A-Fa-f]{4})_/g, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
