import { RealNameStatus } from '@cardinal/contract/enumerations/card.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Whether a card under this alias is in service without the real name its product requires; `codes` are those products. Cards
 * in stock or cancelled ones are exempt.
 */
export const missesRealName = (alias: string, codes: readonly string[]): RawBuilder<SqlBool> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`(${column('product_code')} = any(${codes}::text[]) and ${column('lifecycle')} in ('activated', 'stopped')
    and ${column('real_name_status')} = ${RealNameStatus.values.notRealNamed})`;
};
