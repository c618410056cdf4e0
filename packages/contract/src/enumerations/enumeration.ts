import { reword, type Text, text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { nouns } from '../words.ts';

/** One member of an enumeration: its stored value and its label. A member without `value` is stored under its own key. */
export type Member = { readonly value?: number | string; readonly zh: string; readonly en: string };

type StoredAs<Key, M> = M extends { readonly value: infer V extends number | string } ? V : Key;
type StoredValues<M> = { readonly [K in keyof M & string]: StoredAs<K, M[K]> };

export type Option<Key extends string, V extends number | string> = {
  readonly key: Key;
  readonly value: V;
  readonly label: Text;
};

/** An enumeration: what a select, a cell, a column or a filter needs to know of it. */
export interface AnyEnumeration {
  readonly name: string;
  readonly title: Text;
  /** The members as declared, with additional facts. */
  readonly members: Readonly<Record<string, Member>>;
  /** Key → stored value: `Platform.values.Lt` is 1. */
  readonly values: Readonly<Record<string, number | string>>;
  /** In declared order, as a select offers them. */
  readonly options: readonly Option<string, number | string>[];
  readonly schema: z.ZodType<number | string>;
  has(value: unknown): boolean;
  keyOf(value: number | string): string;
  /** The declared member of a stored value, or undefined for a value that is not in the set. */
  memberOf(value: unknown): Member | undefined;
  /**
   * The label of a stored value. A value outside the enumeration (an old row, a newer server) is «unknown», never a bare code.
   */
  labelOf(value: unknown): Text;
  /**
   * Parses a value from a query string or a sheet cell: its stored form, its changed label, its key or its built-in label, in
   * this order.
   */
  parse(raw: string): number | string | undefined;
}

/** An enumeration with members known to the compiler; display, validation and storage derive from it. */
export interface Enumeration<M extends Readonly<Record<string, Member>>> extends AnyEnumeration {
  readonly members: M;
  readonly values: StoredValues<M>;
  readonly options: readonly Option<keyof M & string, StoredValues<M>[keyof M & string]>[];
  readonly schema: z.ZodType<StoredValues<M>[keyof M & string]>;
  has(value: unknown): value is StoredValues<M>[keyof M & string];
  keyOf(value: StoredValues<M>[keyof M & string]): keyof M & string;
  memberOf(value: unknown): M[keyof M & string] | undefined;
  parse(raw: string): StoredValues<M>[keyof M & string] | undefined;
}

/** The type of the stored values: `type Platform = ValueOf<typeof Platform>`. */
export type ValueOf<E extends { readonly values: object }> = E['values'][keyof E['values']];
/** The type of the keys. */
export type KeyOf<E extends { readonly members: object }> = keyof E['members'] & string;

const UNKNOWN = nouns.unknown;

const known = new Map<string, AnyEnumeration>();
/** Every loaded enumeration by name: the dictionaries whose labels may be changed and whose values never. */
export const allEnumerations = (): ReadonlyMap<string, AnyEnumeration> => known;

export type ChangedWord = { readonly type: string; readonly value: string } & Text;
let changedWords: readonly ChangedWord[] = [];

/** The stored form, as text, of the member with this changed label. */
function saidInstead(set: string, word: string): string | undefined {
  const isSaid = ({ type, zh, en }: ChangedWord) =>
    type === set && [zh, en].some((each) => each.toLowerCase() === word);
  return changedWords.find(isSaid)?.value;
}

function takeWords(set: AnyEnumeration): void {
  for (const { value, label } of set.options) {
    const words = changedWords.find((word) => word.type === set.name && word.value === String(value));
    reword(label, words && text(words.zh, words.en));
  }
}

/** Replaces labels of members and restores all others; applies to enumerations loaded later too. */
export function sayChanged(words: readonly ChangedWord[]): void {
  const touched = new Set([...changedWords, ...words].map(({ type }) => type));
  changedWords = words;
  for (const name of touched) {
    const set = known.get(name);
    if (set) takeWords(set);
  }
}

/**
 * Declares a set of words. Values are those of the specification and never change their meaning;
 * `docs/glossary.md` explains the words.
 *
 *     export const ValidityUnit = enumeration('validityUnit', '有效期单位', 'Validity unit', {
 *       month: { value: 1, zh: '月', en: 'Month' },
 *       day: { value: 2, zh: '天', en: 'Day' },
 *     });
 *     export type ValidityUnit = ValueOf<typeof ValidityUnit>;
 */
export function enumeration<const M extends Readonly<Record<string, Member>>>(
  name: string,
  zh: string,
  en: string,
  members: M,
): Enumeration<M> {
  type Key = keyof M & string;
  type Value = StoredValues<M>[Key];
  const entries = Object.entries(members) as [Key, Member][];
  const options = entries.map(([key, member]) => ({
    key,
    value: (member.value ?? key) as Value,
    label: text(member.zh, member.en),
  }));
  const byValue = new Map<unknown, Option<Key, Value>>(options.map((option) => [option.value, option]));
  if (byValue.size !== options.length) throw new Error(`Enumeration ${name} stores two members under one value`);
  const byWord = new Map<string, Value>();
  for (const { key, value, label } of [...options].reverse()) {
    for (const word of [label.en, label.zh, key]) byWord.set(word.toLowerCase(), value);
  }
  const byStored = new Map(options.map(({ value }) => [String(value).toLowerCase(), value]));

  const made: Enumeration<M> = {
    name,
    title: text(zh, en),
    members,
    values: Object.fromEntries(options.map(({ key, value }) => [key, value])) as StoredValues<M>,
    options,
    schema: z
      .literal(options.map(({ value }) => value) as [Value, ...Value[]])
      .meta({ title: name, description: options.map(({ value, label }) => `${value} ${label.en}`).join(', ') }),
    has: (value): value is Value => byValue.has(value),
    keyOf(value) {
      const option = byValue.get(value);
      if (!option) throw new Error(`${String(value)} is no value of ${name}`);
      return option.key;
    },
    memberOf(value) {
      const option = byValue.get(value);
      return option && members[option.key];
    },
    labelOf: (value) => byValue.get(value)?.label ?? UNKNOWN,
    parse(raw) {
      const word = raw.trim().toLowerCase();
      const said = byStored.has(word) ? word : saidInstead(name, word);
      return said === undefined ? byWord.get(word) : byStored.get(said.toLowerCase());
    },
  };
  known.set(name, made);
  takeWords(made);
  return made;
}
