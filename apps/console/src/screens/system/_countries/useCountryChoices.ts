import { countryOptions } from '@cardinal/contract/api/settings/countries.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useRead } from '../../../kit/useRead.ts';

type Country = { readonly code: string; readonly zh: string; readonly en: string };

/**
 * The countries a form offers, searched by name or code. `had` are the current values: they keep their names even if no longer
 * offered.
 */
export function useCountryChoices(had: readonly Country[] = []): { value: string; label: Text }[] {
  const { data = [] } = useRead(countryOptions, {}, { isSilent: false });
  const gone = had.filter(({ code }) => !data.some((each) => each.code === code));
  return [...data, ...gone].map(({ code, zh, en }) => ({ value: code, label: text(`${zh} ${code}`, `${en} ${code}`) }));
}
