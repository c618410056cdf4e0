import { type Facts, type Language, say, type Text } from '@cardinal/primitives/text.ts';
import { createContext, type ReactNode, use, useCallback } from 'react';

const LanguageContext = createContext<Language>('zh_CN');
const EditionContext = createContext('');

export function LanguageProvider(props: { language: Language; children: ReactNode }) {
  return <LanguageContext value={props.language}>{props.children}</LanguageContext>;
}

/** Everything below re-renders when the edition changes, since some texts differ. */
export function WordsEdition(props: { edition: string; children: ReactNode }) {
  return <EditionContext value={props.edition}>{props.children}</EditionContext>;
}

export const useLanguage = (): Language => use(LanguageContext);

export type Say = (sentence: Text, facts?: Facts) => string;

/** Translates texts in a component: `const t = useText(); t(words.copied)`. */
export function useText(): Say {
  const language = useLanguage();
  const edition = use(EditionContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another edition makes another function, so that what was remembered is said anew
  return useCallback((sentence, facts) => say(sentence, language, facts), [language, edition]);
}
