import { customerOptions } from '@cardinal/contract/api/customers/customers.ts';
import { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useRead } from './useRead.ts';

type Props = {
  readonly id: string;
  readonly problem?: string | undefined;
  readonly isDisabled?: boolean;
} & (
  | {
      readonly isMany?: false;
      readonly value: string | undefined;
      readonly onValue: (customerId: string | undefined) => void;
    }
  | { readonly isMany: true; readonly value: readonly string[]; readonly onValue: (ids: string[]) => void }
);

/** Customers of one's own subtree, found by name or code; those already picked keep their names. */
export function CustomerPicker(props: Props) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const picked = [props.value ?? []].flat();
  const remembered = { keepsPrevious: true, staleTime: 60_000 };
  const found = useRead(customerOptions, keyword ? { keyword, ids: undefined } : { ids: undefined }, remembered);
  const missing = picked.filter((id) => !found.data?.some((customer) => customer.id === id));
  const named = useRead(customerOptions, found.isSuccess && missing.length > 0 && { ids: missing }, remembered);
  const all = [...(found.data ?? []), ...(named.data ?? []).filter((each) => missing.includes(each.id))];
  const shared = {
    id: props.id,
    allowClear: true,
    disabled: props.isDisabled ?? false,
    placeholder: t(nouns.nameOrCode),
    notFoundContent: t(sentences.noCustomerMatches),
    showSearch: { filterOption: false, onSearch: setTyped },
    loading: found.isFetching,
    status: props.problem ? ('error' as const) : ('' as const),
    'aria-invalid': props.problem ? (true as const) : undefined,
    options: all.map((customer) => ({
      value: customer.id,
      label: `${customer.name} · ${customer.code}`,
      title: t(CustomerKind.labelOf(customer.kind)),
    })),
  };
  return props.isMany ? (
    <Select {...shared} mode="multiple" value={[...props.value]} onChange={(ids: string[]) => props.onValue(ids)} />
  ) : (
    <Select {...shared} value={props.value ?? null} onChange={(id) => props.onValue(id ?? undefined)} />
  );
}
