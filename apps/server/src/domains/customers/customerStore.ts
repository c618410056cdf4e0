import type { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { BusinessMode, SettlementMode } from '@cardinal/contract/enumerations/settlement.ts';
import type { Enable } from '@cardinal/contract/enumerations/switches.ts';
import type { Selectable } from 'kysely';
import type { Database } from '../../framework/tables.ts';

export type CustomerTable = {
  id: string;
  parent_id: string | null;
  path: string;
  level: number;
  kind: CustomerKind;
  name: string;
  code: string;
  editions: Edition[];
  business_mode: BusinessMode;
  settlement_mode: SettlementMode;
  currency: Currency;
  status: Enable;
  sessions_from: Date | null;
  last_sign_in_at: Date | null;
  contact_name: string | null;
  contact_phone: string | null;
  contact_email: string | null;
  contact_address: string | null;
  licence_name: string | null;
  licence_code: string | null;
  salesperson: string | null;
  remark: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};
export type CustomerRow = Selectable<CustomerTable>;

declare module '../../framework/tables.ts' {
  interface Tables {
    'customers.customer': CustomerTable;
    'customers.licence': {
      customer_id: string;
      type: string;
      content: Buffer;
      uploaded_by: string;
      uploaded_at: Date;
    };
    'customers.tree_version': { one: boolean; version: string };
    'customers.v_tree_version': { version: string };
    /** Published for the lists of other rooms. */
    'customers.v_customer': Pick<
      CustomerTable,
      | 'id'
      | 'parent_id'
      | 'path'
      | 'level'
      | 'kind'
      | 'name'
      | 'code'
      | 'editions'
      | 'business_mode'
      | 'settlement_mode'
      | 'status'
      | 'sessions_from'
      | 'currency'
    >;
  }
}

export const findCustomer = (db: Database, id: string): Promise<CustomerRow | undefined> =>
  db.selectFrom('customers.customer').selectAll().where('id', '=', id).executeTakeFirst();

/** The row, locked until the transaction ends. */
export const lockCustomer = (db: Database, id: string): Promise<CustomerRow | undefined> =>
  db.selectFrom('customers.customer').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function insertCustomer(db: Database, row: CustomerTable): Promise<void> {
  await db.insertInto('customers.customer').values(row).execute();
  await bumpTreeVersion(db);
}

/** Tells every process that its cached tree is outdated. */
export const bumpTreeVersion = (db: Database) =>
  db
    .updateTable('customers.tree_version')
    .set((column) => ({ version: column('version', '+', '1') }))
    .execute();
