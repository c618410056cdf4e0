import { splitPrefix } from '@cardinal/contract/routes/englishPath.ts';
import type { Language } from '@cardinal/primitives/text.ts';
import { browser, STORED } from './browserStore.ts';

/**
 * Whether the page is under the English prefix, decided once per page load. A language change reloads the page, so that no text
 * of the old language remains.
 */
export const pathPrefix = typeof location === 'undefined' ? '' : splitPrefix(location.pathname).prefix;

/** The page comes in the language of an English demo; in Chinese otherwise. */
const ofPage: Language = typeof document !== 'undefined' && document.documentElement.lang === 'en' ? 'en' : 'zh_CN';

export const currentLanguage = (): Language => (pathPrefix ? 'en' : (browser.read(STORED.language) ?? ofPage));
