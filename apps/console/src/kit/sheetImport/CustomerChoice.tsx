import { customerOptions } from '@cardinal/contract/api/customers/customers.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useRead } from '../useRead.ts';

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
  const found = useRead(
    customerOptions,
    { ...(keyword ? { keyword } : {}), ids: undefined, status: 'enabled' },
    { keepsPrevious: true },
  );
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
