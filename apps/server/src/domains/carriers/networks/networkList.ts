import type { roamingAccounts as accountsEndpoint } from '@cardinal/contract/api/networks.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { AnyQuery, Dataset } from '../../../framework/dataset.ts';
import type { NetworkTable } from './networkTables.ts';

/** Whose cards leave their country: other accounts have no roaming partners. */
const ROAMING: readonly Platform[] = [Platform.values.Gj, Platform.values.eSIM];

type Shown = NetworkTable & { country_zh: string | null; country_en: string | null };

export const networkDataset: Dataset = {
  from: (ctx) =>
    ctx.db
      .selectFrom('carriers.mobile_network as n')
      .leftJoin('settings.v_country as c', 'c.code', 'n.country_code')
      // A carrier that is offered nowhere is listed nowhere.
      .where(sql<boolean>`n.platform is distinct from ${Platform.values.Gd}`) as unknown as AnyQuery,
  id: sql<string>`n.id`,
  columns: {
    id: sql`n.id`,
    country: sql`n.country_code`,
    en: sql`n.en`,
    mcc: sql`n.mcc`,
    mnc: sql`n.mnc`,
    rats: sql`n.rats`,
    platform: sql`n.platform`,
    updatedAt: sql`n.updated_at`,
  },
  select: (query) => query.selectAll('n').select([sql`c.zh`.as('country_zh'), sql`c.en`.as('country_en')]),
  present: async (found, ctx) => {
    const rows = found as unknown as readonly Shown[];
    const names = new Map((await roamingAccounts(ctx)).map(({ id, name }) => [id, name]));
    return rows.map((row) => ({
      id: row.id,
      country: row.country_code,
      countryZh: row.country_zh,
      countryEn: row.country_en,
      zh: row.zh,
      en: row.en,
      mcc: row.mcc,
      mnc: row.mnc,
      rats: row.rats,
      platform: row.platform,
      through: row.through.flatMap((each) => {
        const id = String(each);
        const name = names.get(id);
        return name === undefined ? [] : [{ id, name }];
      }),
      remark: row.remark,
      version: row.version,
      updatedAt: row.updated_at.toISOString(),
    }));
  },
  extra: (query, { keyword, throughId }) => {
    const words = String(keyword ?? '').toLowerCase();
    const code = words.replace('-', '');
    const found = keyword
      ? query.where(
          sql<boolean>`(strpos(lower(coalesce(n.zh, '') || ' ' || n.en || ' ' || coalesce(c.zh, '') || ' ' || coalesce(c.en, '')), ${words}) > 0 or n.mcc || n.mnc = ${code} or n.mcc = ${code})`,
        )
      : query;
    return throughId ? found.where(sql<boolean>`${throughId}::bigint = any(n.through)`) : found;
  },
};

export const roamingAccounts = (ctx: Ctx): Promise<AnswerOf<typeof accountsEndpoint>> =>
  ctx.db
    .selectFrom('carriers.account')
    .select(['id', 'name'])
    .where('platform', 'in', ROAMING)
    .orderBy('name')
    .execute();
