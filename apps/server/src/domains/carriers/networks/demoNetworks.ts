import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

const COMMON = ['HK', 'MO', 'TW', 'JP', 'KR', 'TH', 'VN', 'MY', 'SG', 'ID', 'PH', 'US', 'GB', 'FR', 'DE', 'IT', 'ES'];

/** The platform's settings for some of them. */
const JUDGED = [
  { codes: ['262-01', '208-01', '520-03', '440-10'], price_class: 'low', preference: 'preferred' },
  { codes: ['262-02', '208-10', '310-260', '525-01', '454-00'], price_class: 'standard', preference: 'none' },
  { codes: ['310-410', '440-20'], price_class: 'high', preference: 'none' },
  { codes: ['452-02'], price_class: 'premium', preference: 'forbidden' },
] as const;

/** The roaming partners of the demo's international accounts. */
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
  for (const { codes, ...judged } of JUDGED) {
    await ctx.db
      .updateTable('carriers.mobile_network')
      .set(judged)
      .where(sql<boolean>`mcc || '-' || mnc = any(${codes}::text[])`)
      .execute();
  }
}
