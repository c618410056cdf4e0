import type { Text } from '@cardinal/primitives/text.ts';
import { TextControl } from './FilterControls.tsx';
import type { OwnFilter } from './FilterForm.tsx';

/** Free text that the list takes as it is and that is no field. */
export const textFilter = (key: string, label: Text): OwnFilter => ({
  keys: [key],
  label,
  control: (props) => <TextControl {...props} filterKey={key} />,
});
