import type { SheetLimits } from '../sheetLimits.ts';
import { refusal, type SheetRefusal } from '../sheetRefusal.ts';

/** The events of reading one part. Element names have no prefix: some writers prefix every element. */
export type XmlHandlers = {
  open?(name: string, attributes: XmlAttributes): void;
  /** One text may come in several calls. */
  text?(text: string): void;
  close?(name: string): void;
};

/** A tag or text longer than any cell may be is an attempt to exhaust memory. */
const LONGEST_TOKEN = 1024 * 1024;
const MOST_ATTRIBUTES = 128;
const LONGEST_ENTITY = 12;

const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const SLASH = 0x2f;
const LESS = 0x3c;
const GREATER = 0x3e;
const EQUALS = 0x3d;
const COLON = 0x3a;
const BANG = 0x21;
const QUESTION = 0x3f;

/** The attributes of the tag being opened, as positions in the text: most are never read, so never cut out. */
export class XmlAttributes {
  private text = '';
  private count = 0;
  /** Four positions each: start and end of the name, start and end of the value. */
  private readonly places = new Int32Array(MOST_ATTRIBUTES * 4);
  private readonly decode: (raw: string) => string;

  constructor(decode: (raw: string) => string) {
    this.decode = decode;
  }

  /** By the full name, prefix included. */
  get(name: string): string | undefined {
    for (let at = 0; at < this.count; at += 4) {
      const start = this.places[at]!;
      if (this.places[at + 1]! - start === name.length && this.text.startsWith(name, start)) return this.value(at);
    }
    return undefined;
  }

  /** By the end of the name, for attributes whose prefix each writer chooses itself. */
  getEndingIn(ending: string): string | undefined {
    for (let at = 0; at < this.count; at += 4) {
      if (this.text.slice(this.places[at], this.places[at + 1]).endsWith(ending)) return this.value(at);
    }
    return undefined;
  }

  begin(text: string): void {
    this.text = text;
    this.count = 0;
  }

  get full(): boolean {
    return this.count === this.places.length;
  }

  /** Returns whether the name is new. */
  add(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): boolean {
    for (let at = 0; at < this.count; at += 4) {
      const start = this.places[at]!;
      const length = this.places[at + 1]! - start;
      if (length === nameEnd - nameStart && this.same(start, nameStart, length)) return false;
    }
    this.places[this.count] = nameStart;
    this.places[this.count + 1] = nameEnd;
    this.places[this.count + 2] = valueStart;
    this.places[this.count + 3] = valueEnd;
    this.count += 4;
    return true;
  }

  private same(one: number, other: number, length: number): boolean {
    for (let index = 0; index < length; index += 1) {
      if (this.text.charCodeAt(one + index) !== this.text.charCodeAt(other + index)) return false;
    }
    return true;
  }

  private value(at: number): string {
    return this.decode(this.text.slice(this.places[at + 2], this.places[at + 3]));
  }
}

/**
 * Parses the XML of a workbook part as it arrives. It supports only what such parts contain. A document type is refused before
 * its content could be used, and entities are XML's own five and numeric references. It exists because it searches for tags
 * instead of checking each character, which makes reading several times faster.
 */
export class XmlScanner {
  private readonly part: string;
  private readonly handlers: XmlHandlers;
  private readonly limits: SheetLimits;
  private readonly attributes = new XmlAttributes((raw) => this.decoded(raw));
  private readonly openTags: string[] = [];
  private buffer = '';
  private elements = 0;

  constructor(part: string, handlers: XmlHandlers, limits: SheetLimits) {
    this.part = part;
    this.handlers = handlers;
    this.limits = limits;
  }

  write(piece: string): void {
    this.buffer = this.buffer === '' ? piece : this.buffer + piece;
    let at = 0;
    for (;;) {
      const tag = this.buffer.indexOf('<', at);
      if (tag < 0) break;
      if (tag > at) this.text(at, tag);
      at = tag;
      const next = this.markup(tag);
      if (next < 0) break;
      at = next;
    }
    this.buffer = this.buffer.slice(at);
    if (this.buffer.length > LONGEST_TOKEN) throw this.tooComplex();
  }

  /** Must be called after the last chunk; a truncated part is refused. */
  end(): void {
    if (this.elements === 0 || this.openTags.length > 0 || this.buffer.trim() !== '') throw this.damaged();
  }

  /** Returns where the markup at `start` ends, or -1 if its end has not arrived yet. */
  private markup(start: number): number {
    switch (this.buffer.charCodeAt(start + 1)) {
      case SLASH:
        return this.closeTag(start);
      case BANG:
        return this.declaration(start);
      case QUESTION:
        return this.instruction(start);
      default:
        return this.openTag(start);
    }
  }

  private openTag(start: number): number {
    const { buffer, attributes } = this;
    let at = start + 1;
    let local = at;
    for (; isNameCharacter(buffer.charCodeAt(at)); at += 1) if (buffer.charCodeAt(at) === COLON) local = at + 1;
    if (at >= buffer.length) return -1;
    if (at === local) throw this.damaged();
    const nameEnd = at;
    attributes.begin(buffer);
    let empty = false;
    for (;;) {
      const spaceFrom = at;
      while (isSpace(buffer.charCodeAt(at))) at += 1;
      const code = buffer.charCodeAt(at);
      if (code === GREATER) break;
      if (code === SLASH && buffer.charCodeAt(at + 1) === GREATER) {
        empty = true;
        at += 1;
        break;
      }
      if (at + 1 >= buffer.length) return -1;
      if (at === spaceFrom) throw this.damaged();
      at = this.attribute(at);
      if (at < 0) return -1;
    }
    const name = buffer.slice(local, nameEnd);
    if (this.openTags.length === 0 && this.elements > 0) throw this.damaged();
    if (this.openTags.length === this.limits.depth) throw this.tooComplex();
    this.elements += 1;
    if (this.elements > this.limits.elements) throw this.tooComplex();
    this.handlers.open?.(name, attributes);
    if (empty) this.handlers.close?.(name);
    else this.openTags.push(local === start + 1 ? name : buffer.slice(start + 1, nameEnd));
    return at + 1;
  }

  private attribute(start: number): number {
    const { buffer } = this;
    let at = start;
    while (isNameCharacter(buffer.charCodeAt(at))) at += 1;
    const nameEnd = at;
    while (isSpace(buffer.charCodeAt(at))) at += 1;
    if (at >= buffer.length) return -1;
    if (buffer.charCodeAt(at) !== EQUALS || nameEnd === start) throw this.damaged();
    at += 1;
    while (isSpace(buffer.charCodeAt(at))) at += 1;
    if (at >= buffer.length) return -1;
    const quote = buffer.charCodeAt(at);
    if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) throw this.damaged();
    const valueStart = at + 1;
    for (at = valueStart; ; at += 1) {
      const code = buffer.charCodeAt(at);
      if (code === quote) break;
      if (code === LESS) throw this.damaged();
      if (at >= buffer.length) return -1;
    }
    if (this.attributes.full) throw this.tooComplex();
    if (!this.attributes.add(start, nameEnd, valueStart, at)) throw this.damaged();
    return at + 1;
  }

  private closeTag(start: number): number {
    const end = this.buffer.indexOf('>', start + 2);
    if (end < 0) return -1;
    const name = this.openTags.pop();
    if (name === undefined || !this.buffer.startsWith(name, start + 2)) throw this.damaged();
    const nameEnd = start + 2 + name.length;
    if (nameEnd !== end && this.buffer.slice(nameEnd, end).trim() !== '') throw this.damaged();
    const colon = name.indexOf(':');
    this.handlers.close?.(colon < 0 ? name : name.slice(colon + 1));
    return end + 1;
  }

  private declaration(start: number): number {
    const { buffer } = this;
    if (buffer.startsWith('<!--', start)) return after(buffer.indexOf('-->', start + 4), 3);
    if (buffer.startsWith('<![CDATA[', start)) {
      const end = buffer.indexOf(']]>', start + 9);
      if (end < 0) return -1;
      if (this.openTags.length === 0) throw this.damaged();
      if (end > start + 9) this.handlers.text?.(buffer.slice(start + 9, end));
      return end + 3;
    }
    if (buffer.length - start < 9) return -1;
    throw refusal('unsafe', { part: 'DOCTYPE' });
  }

  private instruction(start: number): number {
    const end = this.buffer.indexOf('?>', start + 2);
    if (end < 0) return -1;
    const words = this.buffer.slice(start + 2, end);
    const encoding = /^xml\s.*?encoding\s*=\s*["']([^"']*)/s.exec(words)?.[1];
    if (encoding !== undefined && !/^utf-?(?:8|16)$/i.test(encoding)) {
      throw refusal('unsupported', { part: encoding.slice(0, 40) });
    }
    return end + 2;
  }

  private text(from: number, to: number): void {
    if (this.openTags.length > 0) {
      this.handlers.text?.(this.decoded(this.buffer.slice(from, to)));
    } else if (this.buffer.slice(from, to).replace('\ufeff', '').trim() !== '') throw this.damaged();
  }

  private decoded(raw: string): string {
    const lines = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
    let ampersand = lines.indexOf('&');
    if (ampersand < 0) return lines;
    let said = '';
    let from = 0;
    for (; ampersand >= 0; ampersand = lines.indexOf('&', from)) {
      const end = lines.indexOf(';', ampersand);
      const character =
        end < 0 || end - ampersand > LONGEST_ENTITY ? undefined : characterOf(lines.slice(ampersand + 1, end));
      if (character === undefined) throw this.damaged();
      said += lines.slice(from, ampersand) + character;
      from = end + 1;
    }
    return said + lines.slice(from);
  }

  private damaged(): SheetRefusal {
    return refusal('damaged', { part: this.part });
  }

  private tooComplex(): SheetRefusal {
    return refusal('tooComplex', { part: this.part });
  }
}

function characterOf(entity: string): string | undefined {
  switch (entity) {
    case 'amp':
      return '&';
    case 'lt':
      return '<';
    case 'gt':
      return '>';
    case 'quot':
      return '"';
    case 'apos':
      return "'";
  }
  const number = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(entity);
  if (!number) return undefined;
  const code = number[1] === undefined ? Number(number[2]) : Number.parseInt(number[1], 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** What ends a name: blanks and controls, quotes, & < = > ? and /. Any non-ASCII character may be part of one. */
const ENDS_NAME = Uint8Array.from({ length: 128 }, (_one, code) =>
  code <= 0x20 || '"&\'/<=>?'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** The end of the buffer is NaN and ends a name. */
const isNameCharacter = (code: number): boolean => (code < 128 ? ENDS_NAME[code] === 0 : code >= 128);

const after = (found: number, length: number): number => (found < 0 ? -1 : found + length);
