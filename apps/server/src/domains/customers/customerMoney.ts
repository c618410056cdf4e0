import type { customerSumSchema } from '@cardinal/contract/api/customers/customers.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../framework/context.ts';
import { extensionPoint } from '../../framework/contributions.ts';
import type { AnyQuery } from '../../framework/dataset.ts';
import type { CustomerRow } from './customerStore.ts';

/** Minor units of the customer's currency. */
export type CustomerMoney = {
  readonly balance: string;
  readonly creditLimit: string;
  readonly spendable: string;
  readonly profit: string;
};
export type CustomerSum = z.output<typeof customerSumSchema>;

type MoneyOfCustomers = {
  /** By id; absent: nothing yet. */
  readonly of: (ctx: Ctx, customerIds: readonly string[]) => Promise<ReadonlyMap<string, CustomerMoney>>;
  /** Whether the balance of the customer `c` of a query is lower, in its own currency. */
  readonly below: (amount: string) => RawBuilder<SqlBool>;
  /** Of the customers `c` of a query, in each currency. */
  readonly sums: (ctx: Ctx, customers: AnyQuery) => Promise<CustomerSum[]>;
  /** The first credit of a customer just opened. */
  readonly grant: (ctx: Ctx, customer: CustomerRow, credit: string) => Promise<void>;
};

/** The room that shows the ledger's accounts of customers. Without it nobody has money. */
export const customerMoney = extensionPoint<MoneyOfCustomers>('customers.customerMoney');
