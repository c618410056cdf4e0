import { sentences } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import type { OwnControl } from '../../kit/form/formFields.ts';

type Found = { readonly id: string; readonly code: string; readonly name: string };

/** A package found by its code or name, kept whole as the field's value. `useFound` reads those that a typed word finds. */
export function PackageChoice<P extends Found>(props: {
  own: OwnControl;
  useFound: (keyword: string) => readonly P[] | undefined;
}) {
  const t = useText();
  const { own, useFound } = props;
  const [typed, setTyped] = useState('');
  const found = useFound(useDeferredValue(typed.trim())) ?? [];
  const value = own.value as P | undefined;
  return (
    <Select
      id={own.id}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder={t(sentences.findPackages)}
      status={own.problem ? 'error' : ''}
      value={value?.id ?? null}
      options={(value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found).map((each) => ({
        value: each.id,
        label: `${each.code} · ${each.name}`,
      }))}
      onChange={(id) => own.onChange(found.find((each) => each.id === id))}
    />
  );
}
