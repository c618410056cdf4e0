/** The two languages of the product; `zh_CN` is the default and the fallback for anything else. */
export const LANGUAGES = ['zh_CN', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * A sentence in both languages. Facts stand in braces: `{n}`; English words that follow a number say both their forms:
 * `{n} {n|card|cards}`.
 */
export type Text = { readonly zh: string; readonly en: string };
export type Facts = Readonly<Record<string, string | number | bigint | Text>>;

export const text = (zh: string, en: string): Text => ({ zh, en });

/** Reads any language tag; what is not English is Chinese. */
export function languageOf(tag: string | undefined | null): Language {
  return tag?.toLowerCase().startsWith('en') ? 'en' : 'zh_CN';
}

const reworded = new WeakMap<Text, Text>();

/** From now on other words are said for this very text, wherever it stands; without words its own again. */
export function reword(original: Text, words: Text | undefined): void {
  if (words) reworded.set(original, words);
  else reworded.delete(original);
}

/** The sentence in one language with its facts filled in; a fact that is missing stays visible as `{name}`. */
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

/** What a sentence inside a sentence may count by. */
const countsOf = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => typeof fact !== 'object'));

/** A sentence with its facts filled in, in both languages, for places that keep sentences. */
export const filled = (words: Text, facts: Facts = {}): Text => ({
  zh: say(words, 'zh_CN', facts),
  en: say(words, 'en', facts),
});
