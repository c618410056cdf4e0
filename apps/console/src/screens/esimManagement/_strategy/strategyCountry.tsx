import { nouns } from '@cardinal/contract/words.ts';
import { useLanguage } from '@cardinal/ui/language.tsx';
import { countryName } from '../../../kit/CountryName.tsx';
import { choiceFilter } from '../../../kit/filters/choiceFilter.tsx';
import { useStrategyCountries } from './useStrategyCountries.ts';

/** A country by its name, of those strategies can meet. */
export const STRATEGY_COUNTRY = choiceFilter('country', nouns.country, () => {
  const language = useLanguage();
  return useStrategyCountries().map((code) => ({ value: code, label: countryName(code, language) }));
});
