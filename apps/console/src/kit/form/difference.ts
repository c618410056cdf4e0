import type { Text } from '@cardinal/primitives/text.ts';
import type { ReactNode } from 'react';
import type { FormField, Values } from './formFields.ts';

/** A field whose values an editor can show side by side. */
export type Compared<D> = {
  readonly name: keyof D & string;
  readonly label: Text;
} & (
  | { readonly show: (value: unknown, draft: D) => ReactNode }
  /** A field of a form shows its values itself. */
  | { readonly field: FormField }
);

/** A field in which the stored record and the draft differ. */
export type Differing = { readonly name: string; readonly theirs: unknown; readonly yours: unknown };
export type Kept = 'theirs' | 'yours';

/** What an editor shows of another person's changes. */
export type Difference = {
  /** Another one after each refused save. */
  readonly key: object;
  readonly draft: Values;
  readonly fields: readonly (Differing & {
    readonly label: Text;
    /** In the draft now. */
    readonly value: unknown;
    readonly drawn: FormField | ((value: unknown) => ReactNode);
  })[];
  readonly keep: (name: string, kept: Kept) => void;
};

/** A value in one notation: nothing is empty text, a figure is as it is typed, a set is a sorted list. */
const plain = (value: unknown): unknown => {
  if (value === undefined || value === null) return '';
  if (value instanceof Set) return [...value].map(String).sort();
  if (value instanceof Map) return [...value].map(plain);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([key, part]) => [key, plain(part)])
      .sort();
  }
  return typeof value === 'boolean' ? value : String(value);
};
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(plain(one)) === JSON.stringify(plain(other));

/**
 * The draft after somebody else has changed the record. What was typed stays. Fields that were not touched follow the
 * record, and so does what no field shows, such as the version. `base` is the record the draft began with.
 */
export function mergeDraft<D extends object>(base: D, draft: D, theirs: D, fields: readonly string[]) {
  const at = (values: D, name: string) => (values as Readonly<Record<string, unknown>>)[name];
  const merged = { ...draft } as Record<string, unknown>;
  const differing: Differing[] = [];
  for (const name of Object.keys(theirs)) {
    const [begun, yours, now] = [at(base, name), at(draft, name), at(theirs, name)];
    if (!fields.includes(name)) merged[name] = now;
    else if (!isSame(begun, now) && !isSame(yours, now)) {
      differing.push({ name, theirs: now, yours });
      if (isSame(begun, yours)) merged[name] = now;
    }
  }
  differing.sort((one, other) => fields.indexOf(one.name) - fields.indexOf(other.name));
  return { draft: merged as D, differing };
}

export const keptOf = (value: unknown, { theirs }: Differing): Kept => (isSame(value, theirs) ? 'theirs' : 'yours');
