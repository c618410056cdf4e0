import { text } from '@cardinal/primitives/text.ts';
import { customersFilter } from '../../../kit/filters/customerFilter.tsx';

/** Whose chips or numbers: customers of one's own subtree. */
export const CUSTOMER = customersFilter('customerId', text('客户', 'Customer'));
