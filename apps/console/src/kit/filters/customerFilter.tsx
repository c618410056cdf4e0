import type { Text } from '@cardinal/primitives/text.ts';
import { Input } from 'antd';
import { type ComponentProps, lazy, Suspense } from 'react';
import type { CustomerPicker } from '../CustomerPicker.tsx';
import type { OwnFilter } from './FilterForm.tsx';

// Loaded lazily: a list does not wait for a folded picker or for customer names.
const Picker = lazy(async () => ({ default: (await import('../CustomerPicker.tsx')).CustomerPicker }));

const Customers = (props: ComponentProps<typeof CustomerPicker>) => (
  <Suspense fallback={<Input id={props.id} disabled />}>
    <Picker {...props} />
  </Suspense>
);

/** One customer of one's own subtree. */
export const customerFilter = (key: string, label: Text): OwnFilter => ({
  keys: [key],
  label,
  control: ({ id, filters, change }) => (
    <Customers id={id} value={[filters[key] ?? []].flat()[0]} onValue={(next) => change(key, next)} />
  ),
});

/** Any of several customers of one's own subtree. */
export const customersFilter = (key: string, label: Text): OwnFilter => ({
  keys: [key],
  label,
  control: ({ id, filters, change }) => (
    <Customers id={id} isMany value={[filters[key] ?? []].flat()} onValue={(ids) => change(key, ids)} />
  ),
});
