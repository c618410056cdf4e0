import { sql } from 'kysely';

/**
 * The list fields `givenTo` and `givenWhen` of the contract, for both ways of giving a package. A query that uses them
 * names the distribution `d`, its package `p` and the customer who has it `c`.
 */
export const GIVEN_COLUMNS = {
  customerName: sql`c.name`,
  packageCode: sql`p.code`,
  packageName: sql`p.name`,
  platform: sql`p.platform`,
  type: sql`p.type`,
};

export const GIVEN = [
  'd.id',
  'd.customer_id',
  'c.name as customer_name',
  'd.package_id',
  'p.code as package_code',
  'p.name as package_name',
  'p.platform',
  'p.type',
  'd.given_at',
  'd.recalled_at',
  'd.updated_at',
] as const;
