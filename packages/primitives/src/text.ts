/** The two languages of the product; `zh_CN` is the default and the fallback. */
export const LANGUAGES = ['zh_CN', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text in both languages. Facts are in braces: `{n}`; English plurals give both forms: `{n} {n|card|cards}`. */
export type Text = { readonly zh: string; readonly en: string };
export type Facts = Readonly<Record<string, string | number | bigint | Text>>;

export const text = (zh: string, en: string): Text => ({ zh, en });

/** Whether a value that came as JSON is a text in both languages. */
export const isText = (value: unknown): value is Text =>
  typeof value === 'object' && value !== null && 'zh' in value && 'en' in value;

/** Parses any language tag; Chinese unless it is English. */
export function languageOf(tag: string | undefined | null): Language {
  return tag?.toLowerCase().startsWith('en') ? 'en' : 'zh_CN';
}

const reworded = new WeakMap<Text, Text>();

/** Replaces this text everywhere; without a replacement restores its own. */
export function reword(original: Text, words: Text | undefined): void {
  if (words) reworded.set(original, words);
  else reworded.delete(original);
}

/** The text in one language with its facts filled in; a missing fact stays visible as `{name}`. */
export function say(sentence: Text, language: Language, facts: Facts = {}): string {
  const said = reworded.get(sentence) ?? sentence;
  const words = language === 'en' ? said.en : said.zh;
  return words.replace(FACT, (whole, name: string, one?: string, many?: string) => {
    const fact = facts[name];
    if (one !== undefined && many !== undefined) return String(fact) === '1' ? one : many;
    if (fact === undefined) return whole;
    return typeof fact === 'object' ? say(fact, language, countsOf(facts)) : String(fact);
  });
}

const FACT = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;

/** The count of a text nested in another one. */
const countsOf = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => typeof fact !== 'object'));

/** A text with its facts filled in, in both languages, for storage. */
export const filled = (words: Text, facts: Facts = {}): Text => ({
  zh: say(words, 'zh_CN', facts),
  en: say(words, 'en', facts),
});
