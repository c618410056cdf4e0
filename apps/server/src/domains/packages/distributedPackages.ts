import { sql } from 'kysely';
import { distributed } from '../catalogue/face.ts';

/** Packages as parents give them to their children: whoever has one pays the prices of its own row. */
export const PACKAGES = distributed({
  distributions: 'packages.package_distribution',
  prices: 'packages.package_price',
  thing: 'package_id',
  suggests: true,
  pricedBy: (row) => sql.ref(`${row}.id`),
  makersCost: (currency) => sql`(select made.cost_price from packages.package made
    where made.id = d.package_id and made.currency = ${currency})`,
});
