import { splitPrefix } from '@cardinal/contract/routes/englishPath.ts';
import type { Language } from '@cardinal/primitives/text.ts';
import { browser, STORED } from './browserStore.ts';

/**
 * Whether the page stands under the English prefix: settled once per page load. Changing the language loads the page
 * anew, so that no word of the old one stays behind.
 */
export const pathPrefix = typeof location === 'undefined' ? '' : splitPrefix(location.pathname).prefix;

export const currentLanguage = (): Language => (pathPrefix ? 'en' : (browser.read(STORED.language) ?? 'zh_CN'));
