import type { AddressTag } from '@cardinal/contract/enumerations/customer.ts';
import type { TableFacts } from '../../../framework/domain.ts';

export type AddressTable = {
  id: string;
  customer_id: string;
  receiver: string;
  phone: string;
  division: string;
  detail: string;
  postcode: string | null;
  tag: AddressTag | null;
  is_default: boolean;
  version: number;
  created_at: Date;
  updated_at: Date;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'customers.address': AddressTable;
  }
}

/** A customer's addresses are private: a seller sees one only as the copy inside an order. */
const own: TableFacts = { placement: { kind: 'local' }, scope: { kind: 'own', column: 'customer_id' } };
export const addressTables = { 'customers.address': own } as const;
