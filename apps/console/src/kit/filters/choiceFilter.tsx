import { nouns } from '@cardinal/contract/words.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import type { OwnFilter } from './FilterForm.tsx';

const ALL = nouns.all;

type FilterChoice = { readonly value: string; readonly label: string };

function ChoiceControl(props: {
  id: string;
  value: string | undefined;
  useChoices: () => readonly FilterChoice[];
  onValue: (value: string | undefined) => void;
}) {
  const t = useText();
  const choices = props.useChoices();
  return (
    <Select
      id={props.id}
      allowClear
      placeholder={t(ALL)}
      showSearch={{ optionFilterProp: 'label' }}
      value={props.value ?? null}
      options={[...choices]}
      onChange={(next) => props.onValue(next ?? undefined)}
    />
  );
}

/** A choice of options from a hook: objects read from the server, or values that the list's fields do not declare. */
export const choiceFilter = (key: string, label: Text, useChoices: () => readonly FilterChoice[]): OwnFilter => ({
  keys: [key],
  label,
  control: ({ id, filters, change }) => (
    <ChoiceControl
      id={id}
      value={[filters[key] ?? []].flat()[0]}
      useChoices={useChoices}
      onValue={(value) => change(key, value)}
    />
  ),
});
