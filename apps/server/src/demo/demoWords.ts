import { isText, type Language, say, type Text } from '@cardinal/primitives/text.ts';

/** A value with every text in it said in one language. */
export type Said<T> = T extends Text
  ? string
  : T extends Date | ((...given: never[]) => unknown)
    ? T
    : T extends object
      ? { [K in keyof T]: Said<T[K]> }
      : T;

/** The demo is made in one language, as people would have written it: samples are pairs, and this takes one side of each. */
export function saidIn<T>(language: Language, value: T): Said<T> {
  const said = (one: unknown): unknown => {
    if (one === null || typeof one !== 'object' || one instanceof Date) return one;
    if (isText(one) && Object.keys(one).length === 2) return say(one, language);
    if (Array.isArray(one)) return one.map(said);
    return Object.fromEntries(Object.entries(one).map(([key, part]) => [key, said(part)]));
  };
  return said(value) as Said<T>;
}
