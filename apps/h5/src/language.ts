export type Words = { readonly zh: string; readonly en: string };
export type Language = 'zh_CN' | 'en';

const KEY = 'language';

function chosen(): Language {
  const kept = localStorage.getItem(KEY);
  if (kept === 'zh_CN' || kept === 'en') return kept;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh_CN' : 'en';
}

let current: Language = chosen();
export const language = (): Language => current;

/** The page in the other language; everything is drawn anew. */
export function switchLanguage(): void {
  current = current === 'en' ? 'zh_CN' : 'en';
  localStorage.setItem(KEY, current);
  document.documentElement.lang = current === 'en' ? 'en' : 'zh-CN';
}
document.documentElement.lang = current === 'en' ? 'en' : 'zh-CN';

/** Words in the reader's language, with what stands in braces. */
export function t(words: Words, facts: Readonly<Record<string, string | number>> = {}): string {
  return (current === 'en' ? words.en : words.zh).replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''));
}
