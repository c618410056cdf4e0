import type { Text } from '@cardinal/primitives/text.ts';
import { TextControl } from './FilterControls.tsx';
import type { OwnFilter } from './FilterForm.tsx';

/** Words the list takes as they are, which are no field of it. */
export const textFilter = (key: string, label: Text): OwnFilter => ({
  keys: [key],
  label,
  control: (props) => <TextControl {...props} filterKey={key} />,
});
