import { numberOptions } from '@cardinal/contract/api/esim/numbers.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { useLanguage } from '@cardinal/ui/language.tsx';
import { countryName } from '../../../kit/CountryName.tsx';
import { choiceFilter } from '../../../kit/filters/choiceFilter.tsx';
import type { OwnFilter } from '../../../kit/filters/FilterForm.tsx';
import { useRead } from '../../../kit/useRead.ts';

const useNumberOptions = () => useRead(numberOptions).data;

/** A country among those of the caller's numbers. */
export const countryFilter = (key: string, label: Text): OwnFilter =>
  choiceFilter(key, label, () => {
    const language = useLanguage();
    return (useNumberOptions()?.countries ?? []).map((value) => ({ value, label: countryName(value, language) }));
  });

/** A profile type among those of the caller's numbers. */
export const profileTypeFilter = (key: string, label: Text): OwnFilter =>
  choiceFilter(key, label, () => (useNumberOptions()?.profileTypes ?? []).map((value) => ({ value, label: value })));

/** A carrier account among those of the caller's numbers; empty without the permission to see accounts. */
export const accountFilter = (key: string, label: Text): OwnFilter =>
  choiceFilter(key, label, () =>
    (useNumberOptions()?.carrierAccounts ?? []).map(({ id, name }) => ({ value: id, label: name })),
  );
