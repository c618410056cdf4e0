import type { Text } from '@cardinal/primitives/text.ts';
import { Input } from 'antd';
import type { OwnFilter } from './FilterForm.tsx';

/** A word the list takes as it is, which is no field of it. */
export const textFilter = (key: string, label: Text, maxLength: number): OwnFilter => ({
  keys: [key],
  label,
  control: ({ id, filters, change }) => (
    <Input
      id={id}
      allowClear
      maxLength={maxLength}
      value={[filters[key] ?? []].flat()[0] ?? ''}
      onChange={(event) => change(key, event.target.value.trim() || undefined)}
    />
  ),
});
