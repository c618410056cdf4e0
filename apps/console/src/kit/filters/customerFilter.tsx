import type { Text } from '@cardinal/primitives/text.ts';
import { CustomerPicker } from '../CustomerPicker.tsx';
import type { OwnFilter } from './FilterForm.tsx';

/** One customer of one's own subtree. */
export const customerFilter = (key: string, label: Text): OwnFilter => ({
  keys: [key],
  label,
  control: ({ id, filters, change }) => (
    <CustomerPicker id={id} value={[filters[key] ?? []].flat()[0]} onValue={(next) => change(key, next)} />
  ),
});

/** Any of several customers of one's own subtree. */
export const customersFilter = (key: string, label: Text): OwnFilter => ({
  keys: [key],
  label,
  control: ({ id, filters, change }) => (
    <CustomerPicker id={id} isMany value={[filters[key] ?? []].flat()} onValue={(ids) => change(key, ids)} />
  ),
});
