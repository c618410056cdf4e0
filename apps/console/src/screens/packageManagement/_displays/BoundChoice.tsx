import { displayBindingChoices } from '@cardinal/contract/api/control/displayStrategies.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useRead } from '../../../kit/useRead.ts';

type Shared = {
  id: string;
  /** Whose packages and products: the strategy's owner's, or the caller's own without one. */
  strategyId?: string | undefined;
  problem?: string | undefined;
};
type Many = { value: readonly string[]; onValue: (next: string[]) => void };

/** Packages that can be bound, found by code or name. `named` are those bound already. */
export function PackageChoice(
  props: Shared & Many & { named?: readonly { id: string; name: string }[]; isOne?: true },
) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const found = useRead(
    displayBindingChoices,
    { ...(props.strategyId ? { id: props.strategyId } : {}), ...(keyword ? { keyword } : {}) },
    { keepsPrevious: true },
  );
  const options = found.data?.packages ?? [];
  const missing = (props.named ?? []).filter(({ id }) => !options.some((each) => each.id === id));
  return (
    <Select
      id={props.id}
      mode="multiple"
      placeholder={t(sentences.findPackages)}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={found.isFetching}
      status={props.problem ? 'error' : ''}
      aria-invalid={props.problem ? true : undefined}
      value={[...props.value]}
      options={[...options, ...missing].map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(next: string[]) => props.onValue(props.isOne ? next.slice(-1) : next)}
    />
  );
}

/** Products that can be bound. */
export function ProductChoice(props: Shared & Many & { isOne?: true }) {
  const t = useText();
  const { data } = useRead(displayBindingChoices, props.strategyId ? { id: props.strategyId } : {});
  const options = data?.products ?? [];
  return (
    <Select
      id={props.id}
      mode="multiple"
      placeholder={t(verbs.select)}
      showSearch={{ optionFilterProp: 'label' }}
      status={props.problem ? 'error' : ''}
      aria-invalid={props.problem ? true : undefined}
      value={[...props.value]}
      options={options.map(({ code, name }) => ({ value: code, label: name }))}
      onChange={(next: string[]) => props.onValue(props.isOne ? next.slice(-1) : next)}
    />
  );
}
