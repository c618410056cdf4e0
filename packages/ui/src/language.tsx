import { type Facts, type Language, say, type Text } from '@cardinal/primitives/text.ts';
import { createContext, type ReactNode, use, useCallback } from 'react';

const LanguageContext = createContext<Language>('zh_CN');

export function LanguageProvider(props: { language: Language; children: ReactNode }) {
  return <LanguageContext value={props.language}>{props.children}</LanguageContext>;
}

export const useLanguage = (): Language => use(LanguageContext);

export type Say = (sentence: Text, facts?: Facts) => string;

/** The way every component speaks: pairs stand beside it, `const t = useText(); t(words.copied)`. */
export function useText(): Say {
  const language = useLanguage();
  return useCallback((sentence, facts) => say(sentence, language, facts), [language]);
}
