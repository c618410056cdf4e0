import { givenInOtherWay } from '@cardinal/contract/api/packages/packageDistributions.ts';
import { sql } from 'kysely';
import { distributed } from '../catalogue/face.ts';

const PACKAGE_TABLES: Omit<Parameters<typeof distributed>[0], 'way'> = {
  distributions: 'packages.package_distribution',
  prices: 'packages.package_price',
  thing: 'package_id',
  suggests: true,
  // A custom package is paid for as so many of its base, which its maker was given.
  pricedBy: (row) => sql`coalesce((
    select based.id from packages.package made
    join packages.package_distribution based on based.package_id = made.base_package_id and based.customer_id = made.customer_id
    where made.id = ${sql.ref(`${row}.package_id`)} and made.customer_id = ${sql.ref(`${row}.customer_id`)}), ${sql.ref(`${row}.id`)})`,
  times: (row) => sql`coalesce((
    select sold.units from packages.package made join packages.package_version sold on sold.id = made.current_version_id
    where made.id = ${sql.ref(`${row}.package_id`)} and made.customer_id = ${sql.ref(`${row}.customer_id`)}), 1)`,
  makersCost: (currency) => sql`(
    select coalesce(base.cost_price * sold.units, made.cost_price) from packages.package made
    join packages.package_version sold on sold.id = made.current_version_id
    left join packages.package base on base.id = made.base_package_id
    where made.id = d.package_id and made.currency = ${currency})`,
};

/** Packages as parents give them to their children to resell: whoever has one pays the prices of its own row. */
export const PACKAGES = distributed({ ...PACKAGE_TABLES, way: { is: 'resale', otherwise: givenInOtherWay } });

/** The same for a share of what end users pay: whoever has one owes what a sale leaves without it. */
export const SHARED_PACKAGES = distributed({ ...PACKAGE_TABLES, way: { is: 'share', otherwise: givenInOtherWay } });
