import { customerOptions } from '@cardinal/contract/api/customers/customers.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { call } from '../../http/call.ts';

const FIND = nouns.nameOrCode;

/** A customer of one's own subtree, found by name or code. */
export function CustomerChoice(props: {
  id: string;
  value: string | undefined;
  onValue: (customerId: string | undefined) => void;
}) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const found = useQuery({
    queryKey: [customerOptions.name, keyword],
    queryFn: ({ signal }) =>
      call(
        customerOptions,
        { query: { ...(keyword ? { keyword } : {}), ids: undefined, status: 'enabled' } },
        { signal, isSilent: true },
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <Select
      id={props.id}
      allowClear
      placeholder={t(FIND)}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={found.isFetching}
      value={props.value ?? null}
      options={(found.data ?? []).map((customer) => ({
        value: customer.id,
        label: `${customer.name} · ${customer.code}`,
      }))}
      onChange={(value) => props.onValue(value ?? undefined)}
    />
  );
}
