import { nouns } from '@cardinal/contract/words.ts';
import { customersFilter } from '../../../kit/filters/customerFilter.tsx';

/** Whose chips or numbers: customers of one's own subtree. */
export const CUSTOMER = customersFilter('customerId', nouns.customer);
