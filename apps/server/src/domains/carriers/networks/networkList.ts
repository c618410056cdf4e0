import { listNetworks, networkNotSteerable } from '@cardinal/contract/api/carriers/networks.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { hiddenPlatforms } from '../../../framework/hiding.ts';
import type { NetworkTable } from './networkTables.ts';
import { useByNetwork } from './networkUse.ts';
import { steeringAccounts } from './steerNetwork.ts';

/** Whose cards leave their country: other accounts have no roaming partners. */
const ROAMING: readonly Platform[] = [Platform.values.Gj, Platform.values.eSIM];

export const networkDataset = dataset(listNetworks, {
  from: (ctx) =>
    ctx.db.selectFrom('carriers.mobile_network as n').leftJoin('settings.v_country as c', 'c.code', 'n.country_code'),
  table: 'n',
  carrier: sql`n.platform`,
  columns: {
    country: sql`n.country_code`,
  },
  select: (query) => query.selectAll('n').select(['c.zh as country_zh', 'c.en as country_en']),
  present: async (rows, ctx) => {
    const names = new Map((await shownRoamingAccounts(ctx)).map(({ id, name }) => [id, name]));
    const [use, able] = await Promise.all([useByNetwork(ctx), steeringAccounts(ctx)]);
    return rows.map((row) => ({
      ...seenOf(row, use),
      notSteerable: row.through.some((id) => able.has(String(id))) ? null : say(networkNotSteerable.text, ctx.language),
      country: row.country_code,
      through: row.through.flatMap((each) => {
        const id = String(each);
        const name = names.get(id);
        return name === undefined ? [] : [{ id, name }];
      }),
    }));
  },
  extra: async (query, { keyword, throughId, isSeen }, ctx) => {
    const words = String(keyword ?? '').toLowerCase();
    const code = words.replace('-', '');
    const found = keyword
      ? query.where(
          sql<boolean>`(strpos(lower(coalesce(n.zh, '') || ' ' || n.en || ' ' || coalesce(c.zh, '') || ' ' || coalesce(c.en, '')), ${words}) > 0 or n.mcc || n.mnc = ${code} or n.mcc = ${code})`,
        )
      : query;
    const through = throughId ? found.where(sql<boolean>`${throughId}::bigint = any(n.through)`) : found;
    if (isSeen === undefined) return through;
    const { byCode } = await useByNetwork(ctx);
    const seen = sql`n.mcc || '-' || n.mnc = any(${[...byCode.keys()]}::text[])`;
    return through.where(isSeen ? sql<boolean>`${seen}` : sql<boolean>`not (${seen})`);
  },
});

/** The share in percent with one digit behind the point. */
function seenOf(
  { mcc, mnc }: Pick<NetworkTable, 'mcc' | 'mnc'>,
  { byCode, total }: Awaited<ReturnType<typeof useByNetwork>>,
) {
  const use = byCode.get(`${mcc}-${mnc}`);
  return {
    cardsSeen: use?.cards ?? 0,
    trafficPercent: total === 0n ? null : Number(((use?.bytes ?? 0n) * 1000n) / total) / 10,
  };
}

export const roamingAccounts = (ctx: Ctx) =>
  ctx.db
    .selectFrom('carriers.account')
    .select(['id', 'name', 'platform'])
    .where('platform', 'in', ROAMING)
    .orderBy('name')
    .execute();

/** Those the caller's host names. */
export async function shownRoamingAccounts(ctx: Ctx) {
  const hidden = await hiddenPlatforms(ctx);
  return (await roamingAccounts(ctx)).filter(({ platform }) => !hidden.has(platform));
}
