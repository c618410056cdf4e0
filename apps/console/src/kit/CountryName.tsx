import type { Language } from '@cardinal/primitives/text.ts';
import { useLanguage } from '@cardinal/ui/language.tsx';

/** «德国 DE»: a country by its ISO code, in the reader's language. */
export function countryName(code: string, language: Language): string {
  const name = new Intl.DisplayNames(language === 'en' ? 'en' : 'zh-CN', { type: 'region', fallback: 'none' }).of(code);
  return name === undefined ? code : `${name} ${code}`;
}

export function CountryName(props: { code: string }) {
  return <>{countryName(props.code, useLanguage())}</>;
}
