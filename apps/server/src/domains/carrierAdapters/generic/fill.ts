import { partsOf } from '@cardinal/contract/carrierProfiles/profileTemplates.ts';

export type Filler = string | number | boolean | readonly string[] | null | undefined;
/** The values of a template's names in one request. */
export type Fillers = Readonly<Record<string, Filler>>;

/** A required name is missing: the card lacks the number this carrier asks for. */
export class MissingName extends Error {
  readonly missing: string;
  constructor(name: string) {
    super(`nothing to fill in for ${name}`);
    this.name = 'MissingName';
    this.missing = name;
  }
}

export type Words = { readonly on: string; readonly off: string };

const isThere = (value: Filler): value is Exclude<Filler, null | undefined> =>
  value !== null && value !== undefined && value !== '';

function wordOf(value: Exclude<Filler, null | undefined>, words: Words): string {
  if (typeof value === 'boolean') return value ? words.on : words.off;
  return typeof value === 'object' ? value.join(',') : String(value);
}

/** A template with its names filled in; undefined if an optional one is missing. Throws `MissingName`. */
export function fillText(
  template: string,
  fillers: Fillers,
  words: Words,
  written: (value: string) => string = (value) => value,
): string | undefined {
  let filled = '';
  let from = 0;
  for (const part of partsOf(template)) {
    const value = fillers[part.name];
    if (!isThere(value)) {
      if (part.isOptional) return undefined;
      throw new MissingName(part.name);
    }
    filled += template.slice(from, part.from) + written(wordOf(value, words));
    from = part.to;
  }
  return filled + template.slice(from);
}

/** A JSON value with its texts filled in; entries with a missing optional name are left out. */
export function fillJson(value: unknown, fillers: Fillers, words: Words): unknown {
  if (typeof value === 'string') return fillLeaf(value, fillers, words);
  if (Array.isArray(value)) {
    return value.map((each) => fillJson(each, fillers, words)).filter((each) => each !== undefined);
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, fillJson(each, fillers, words)] as const);
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
}

function fillLeaf(template: string, fillers: Fillers, words: Words): unknown {
  const [part] = partsOf(template);
  if (!part?.form) return fillText(template, fillers, words);
  const value = fillers[part.name];
  if (!isThere(value)) {
    if (part.isOptional) return undefined;
    throw new MissingName(part.name);
  }
  if (part.form === 'list') return typeof value === 'object' ? [...value] : [value];
  return part.form === 'number' ? Number(wordOf(value, words)) : value === true || value === words.on;
}
