import { text } from '@cardinal/primitives/text.ts';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import type { OwnFilter } from '../../../kit/filters/FilterForm.tsx';

/** Whose chips or numbers: customers of one's own subtree. */
export const CUSTOMER: OwnFilter = {
  keys: ['customerId'],
  label: text('客户', 'Customer'),
  control: ({ id, filters, change }) => (
    <CustomerPicker
      id={id}
      isMany
      value={[filters['customerId'] ?? []].flat()}
      onValue={(ids) => change('customerId', ids)}
    />
  ),
};
