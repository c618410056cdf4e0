import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

const COMMON = ['HK', 'MO', 'TW', 'JP', 'KR', 'TH', 'VN', 'MY', 'SG', 'ID', 'PH', 'US', 'GB', 'FR', 'DE', 'IT', 'ES'];

/** Where the demo's international accounts have partners. */
export async function seedNetworks(ctx: Ctx): Promise<void> {
  const through = async (accountId: string, countries: readonly string[]) =>
    ctx.db
      .updateTable('carriers.mobile_network')
      .set({ through: sql<string[]>`through || ${accountId}::bigint` })
      .where('country_code', 'in', countries)
      .where(sql<boolean>`'4G' = any(rats)`)
      .execute();
  await through('108', COMMON);
  await through('109', COMMON.slice(0, 8));
}
