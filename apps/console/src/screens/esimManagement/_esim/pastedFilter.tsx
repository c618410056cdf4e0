import { cleanList } from '@cardinal/primitives/list.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Input } from 'antd';
import type { OwnFilter } from '../../../kit/filters/FilterForm.tsx';

const PASTE = text('可粘贴多个', 'Several at once');

function PastedList(props: {
  id: string;
  value: string;
  problem: string | undefined;
  onValue: (value: string | undefined) => void;
}) {
  const t = useText();
  return (
    <Input.TextArea
      id={props.id}
      autoSize={{ minRows: 1, maxRows: 4 }}
      allowClear
      value={props.value}
      status={props.problem ? 'error' : ''}
      title={props.problem ?? ''}
      placeholder={t(PASTE)}
      onChange={(event) => props.onValue(cleanList(event.target.value) || undefined)}
    />
  );
}

/** A filter that takes a pasted list of numbers of one kind. */
export const pastedFilter = (key: string, label: Text): OwnFilter => ({
  keys: [key],
  label,
  control: ({ id, filters, problems, change }) => (
    <PastedList
      id={id}
      value={[filters[key] ?? ''].flat()[0] ?? ''}
      problem={problems[key]}
      onValue={(value) => change(key, value)}
    />
  ),
});
