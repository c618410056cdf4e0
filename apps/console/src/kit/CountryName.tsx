import { type Language, type Text, text } from '@cardinal/primitives/text.ts';
import { useLanguage } from '@cardinal/ui/language.tsx';

/** Names come from our dictionary of countries, not from the browser. */
const OWN: Readonly<Record<string, Text>> = {
  HK: text('中国香港', 'Hong Kong, China'),
  MO: text('中国澳门', 'Macao, China'),
  TW: text('中国台湾', 'Taiwan, China'),
};

/** «德国»: a country by its ISO code, in the reader's language; the code itself if it is unknown. */
export function shortCountryName(code: string, language: Language): string {
  const own = OWN[code]?.[language === 'en' ? 'en' : 'zh'];
  return own ?? new Intl.DisplayNames(language === 'en' ? 'en' : 'zh-CN', { type: 'region' }).of(code) ?? code;
}

/** «德国 DE». */
export function countryName(code: string, language: Language): string {
  const name = shortCountryName(code, language);
  return name === code ? code : `${name} ${code}`;
}

export function CountryName(props: { code: string }) {
  return <>{countryName(props.code, useLanguage())}</>;
}
