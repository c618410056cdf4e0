import {
  networkNotSteerable,
  networks,
  steeredNetwork,
  unknownNetworkCountry,
  unknownRoamingAccount,
} from '@cardinal/contract/api/carriers/networks.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { hiddenPlatforms } from '../../../framework/hiding.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { countryCodes } from './importNetworks.ts';
import type { NetworkTable } from './networkTables.ts';
import { useByNetwork } from './networkUse.ts';
import { steeringAccounts } from './steerNetwork.ts';

/** Carriers whose cards leave their country: other accounts have no roaming partners. */
const ROAMING: readonly Platform[] = [Platform.values.Gj, Platform.values.eSIM];

export const networkRegister = bindRegister(networks, {
  table: 'carriers.mobile_network',
  objectKind: 'mobileNetwork',
  columns: { country: 'country_code' },
  name: ({ mcc, mnc, en }) => `${mcc}-${mnc} ${en}`,
  unique: {
    index: 'mobile_network_mcc_mnc_key',
    field: 'mnc',
    facts: ({ mcc, mnc }) => ({ code: `${mcc}-${mnc}` }),
  },
  hold: async (ctx, id) => {
    const network = await ctx.db
      .selectFrom('carriers.mobile_network')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    return network && (await hiddenPlatforms(ctx)).has(Number(network.platform)) ? undefined : network;
  },
  begin: () => ({ platform: null, first_seen_at: null }),
  write: async (ctx, { country, rats, through, preference }, before) => {
    // An active steering request is ended by a request to the carrier, not by overwriting the preference.
    if (before?.preference === 'steered' && preference) throw refusedAt('preference', steeredNetwork);
    if (country && !(await countryCodes(ctx)).has(country)) throw refusedAt('country', unknownNetworkCountry);
    const accounts = new Set((await roamingAccounts(ctx)).map(({ id }) => id));
    if (!through.every((id) => accounts.has(id))) throw refusedAt('through', unknownRoamingAccount);
    const shown = new Set((await shownRoamingAccounts(ctx)).map(({ id }) => id));
    // The editor chose among the accounts visible to it; the others stay.
    const unseen = before?.through.map(String).filter((id) => !shown.has(id)) ?? [];
    return {
      rats: [...new Set(rats)],
      through: [...new Set([...through, ...unseen])],
      preference: preference ?? before?.preference ?? 'none',
      is_registered: true,
    };
  },
  list: {
    carrier: sql`t.platform`,
    from: (query) =>
      query
        .leftJoin('settings.v_country as c', 'c.code', 't.country_code')
        .select(['c.zh as country_zh', 'c.en as country_en']),
    present: async (rows, ctx) => {
      const names = new Map((await shownRoamingAccounts(ctx)).map(({ id, name }) => [id, name]));
      const [use, able] = await Promise.all([useByNetwork(ctx), steeringAccounts(ctx)]);
      return rows.map((row) => ({
        ...countryOf(row),
        ...seenOf(row, use),
        notSteerable: row.through.some((id) => able.has(String(id)))
          ? null
          : say(networkNotSteerable.text, ctx.language),
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
            sql<boolean>`(strpos(lower(coalesce(t.zh, '') || ' ' || t.en || ' ' || coalesce(c.zh, '') || ' ' || coalesce(c.en, '')), ${words}) > 0 or t.mcc || t.mnc = ${code} or t.mcc = ${code})`,
          )
        : query;
      const through = throughId ? found.where(sql<boolean>`${throughId}::bigint = any(t.through)`) : found;
      if (isSeen === undefined) return through;
      const { byCode } = await useByNetwork(ctx);
      const seen = sql`t.mcc || '-' || t.mnc = any(${[...byCode.keys()]}::text[])`;
      return through.where(isSeen ? sql<boolean>`${seen}` : sql<boolean>`not (${seen})`);
    },
  },
});

/** The names of its country, which the list joins. */
function countryOf(row: object) {
  const { country_zh, country_en } = row as { country_zh: string | null; country_en: string | null };
  return { countryZh: country_zh, countryEn: country_en };
}

/** The share in percent with one decimal. */
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

/** The accounts visible to the caller. */
export async function shownRoamingAccounts(ctx: Ctx) {
  const hidden = await hiddenPlatforms(ctx);
  return (await roamingAccounts(ctx)).filter(({ platform }) => !hidden.has(platform));
}
