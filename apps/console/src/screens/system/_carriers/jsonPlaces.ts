import { problem } from '@cardinal/primitives/problem.ts';
import type { Facts, Text } from '@cardinal/primitives/text.ts';

/** The line of each value of a JSON text, by its path such as `operations.getDevice.path`; lines count from 1. */
export type JsonPlaces = ReadonlyMap<string, number>;

export type ReadJson =
  | { readonly value: unknown; readonly places: JsonPlaces; readonly fault?: undefined }
  | { readonly fault: { readonly line: number; readonly text: Text; readonly facts?: Facts } };

class Fault extends Error {
  readonly at: number;
  readonly found: ReturnType<typeof problem>;
  constructor(at: number, found: ReturnType<typeof problem>) {
    super(found.text.en);
    this.at = at;
    this.found = found;
  }
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** JSON with line numbers, since errors are reported by line. */
export function readJson(text: string): ReadJson {
  const places = new Map<string, number>();
  const reader = new Reader(text, (place, at) => places.set(place, lineAt(text, at)));
  try {
    return { value: reader.whole(), places };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: { line: lineAt(text, error.at), ...error.found } };
  }
}

/** The line of a path, or of its nearest existing ancestor. */
export function lineOf(places: JsonPlaces, place: string): number {
  for (let rest = place; ; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('.')))) {
    const line = places.get(rest);
    if (line !== undefined || rest === '') return line ?? 1;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const SPACE = /[ \t\r\n]*/y;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const MOST_DEPTH = 100;

class Reader {
  #at = 0;
  readonly #text: string;
  readonly #note: (place: string, at: number) => void;
  constructor(text: string, note: (place: string, at: number) => void) {
    this.#text = text;
    this.#note = note;
  }

  whole(): unknown {
    const value = this.#value('', 0);
    if (this.#at < this.#text.length) this.#fail(problem('此处多出内容', 'Unexpected extra content'));
    return value;
  }

  #value(place: string, depth: number): unknown {
    this.#skip();
    if (depth > MOST_DEPTH) this.#fail(problem('嵌套过深', 'Too deep'));
    this.#note(place, this.#at);
    const value = this.#bare(place, depth);
    this.#skip();
    return value;
  }

  #bare(place: string, depth: number): unknown {
    const next = this.#text[this.#at];
    if (next === '{') return this.#object(place, depth);
    if (next === '[') return this.#list(place, depth);
    if (next === '"') return this.#string();
    for (const [word, value] of WORDS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    const number = this.#match(NUMBER);
    return number === undefined ? this.#fail(problem('此处应为一个值', 'Value expected here')) : Number(number);
  }

  #object(place: string, depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    const names = new Set<string>();
    this.#at += 1;
    this.#skip();
    if (this.#take('}')) return {};
    do {
      this.#skip();
      const start = this.#at;
      const name = this.#string();
      if (names.has(name)) {
        this.#at = start;
        this.#fail(problem('重复的名称 {name}', 'Duplicate name {name}', { name }));
      }
      names.add(name);
      this.#skip();
      if (!this.#take(':')) this.#fail(problem('此处应为冒号', 'Colon expected here'));
      entries.push([name, this.#value(place === '' ? name : `${place}.${name}`, depth + 1)]);
    } while (this.#take(','));
    if (!this.#take('}')) this.#fail(problem('此处应为逗号或 }', 'Comma or } expected here'));
    return Object.fromEntries(entries);
  }

  #list(place: string, depth: number): unknown[] {
    const values: unknown[] = [];
    this.#at += 1;
    this.#skip();
    if (this.#take(']')) return values;
    do values.push(this.#value(`${place}.${values.length}`, depth + 1));
    while (this.#take(','));
    if (!this.#take(']')) this.#fail(problem('此处应为逗号或 ]', 'Comma or ] expected here'));
    return values;
  }

  #string(): string {
    const start = this.#at;
    const written = this.#match(STRING);
    try {
      if (written !== undefined) return JSON.parse(written) as string;
    } catch {
      this.#at = start;
    }
    return this.#fail(problem('此处应为带双引号的文本', 'Text in double quotes expected here'));
  }

  #skip(): void {
    this.#match(SPACE);
  }

  #take(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #fail(found: ReturnType<typeof problem>): never {
    throw new Fault(this.#at, found);
  }
}
