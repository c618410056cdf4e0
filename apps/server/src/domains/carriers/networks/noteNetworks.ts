import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { NetworkSeen } from '../../carrierAdapters/face.ts';
import { unregisteredNetworkSeen } from '../events.ts';

const WHY = 'the register of networks belongs to no customer';
/** The name of an unregistered network until somebody names it. */
const UNREGISTERED = { zh: '未登记', en: 'Unregistered' };

const keyOf = ({ mcc, mnc }: { readonly mcc: string | null; readonly mnc: string | null }) => `${mcc}-${mnc}`;

/**
 * The countries of the networks named by sessions, in the same order: the registered network's, else the reported one, else by
 * country code. An unknown network is added as unregistered and published once.
 */
export async function noteNetworks(
  ctx: Ctx,
  seen: readonly (NetworkSeen | null | undefined)[],
): Promise<(string | null)[]> {
  const named = new Map(seen.flatMap((each) => (each?.mcc ? [[keyOf(each), each] as const] : [])));
  const codes = [...named.values()].map(({ mcc }) => mcc as string);
  const known = named.size === 0 ? new Map<string, string | null>() : await registered(ctx, [...named.values()]);
  const byMcc = await countriesOf(ctx, codes);
  const countryOf = (each: NetworkSeen) =>
    known.get(keyOf(each)) ?? each.country ?? (each.mcc === null ? null : (byMcc.get(each.mcc) ?? null));
  for (const [key, each] of named) if (!known.has(key)) await register(ctx, each, countryOf(each));
  return seen.map((each) => (each ? countryOf(each) : null));
}

async function registered(ctx: Ctx, named: readonly NetworkSeen[]): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ mcc: string; mnc: string; country_code: string | null }>`
    select mcc, mnc, country_code from carriers.mobile_network
    where (mcc, mnc) in (select * from unnest(${named.map(({ mcc }) => mcc)}::text[], ${named.map(({ mnc }) => mnc)}::text[]))`.execute(
    ctx.beyondScope(WHY),
  );
  return new Map(rows.map((row) => [keyOf(row), row.country_code]));
}

/** The first of several countries that share a code. */
async function countriesOf(ctx: Ctx, mccs: readonly string[]): Promise<Map<string, string>> {
  if (mccs.length === 0) return new Map();
  const { rows } = await sql<{ mcc: string; code: string }>`
    select m.mcc, c.code from unnest(${[...new Set(mccs)]}::text[]) as m (mcc)
    join settings.v_country c on m.mcc = any(c.mccs) order by c.id desc`.execute(ctx.beyondScope(WHY));
  return new Map(rows.map((row) => [row.mcc, row.code]));
}

async function register(ctx: Ctx, { mcc, mnc }: NetworkSeen, country: string | null): Promise<void> {
  const now = ctx.clock.now();
  const id = ctx.ids.next();
  const { rows } = await sql<{ id: string }>`
    insert into carriers.mobile_network (id, country_code, mcc, mnc, zh, en, rats, is_registered, first_seen_at, updated_at)
    values (${id}::bigint, ${country}, ${mcc}, ${mnc}, ${UNREGISTERED.zh}, ${UNREGISTERED.en}, '{}', false, ${now}, ${now})
    on conflict (mcc, mnc) do nothing returning id`.execute(ctx.beyondScope(WHY));
  if (rows.length > 0)
    await ctx.emit(unregisteredNetworkSeen, { mcc: mcc ?? '', mnc: mnc ?? '', country, at: now.toISOString() });
}

export type NetworkName = { readonly zh: string | null; readonly en: string; readonly isRegistered: boolean };

/** Network names by `mcc-mnc`. */
export async function networkNames(
  ctx: Ctx,
  codes: readonly { readonly mcc: string | null; readonly mnc: string | null }[],
): Promise<ReadonlyMap<string, NetworkName>> {
  const named = codes.filter(({ mcc }) => mcc !== null);
  if (named.length === 0) return new Map();
  const { rows } = await sql<{ mcc: string; mnc: string; zh: string | null; en: string; is_registered: boolean }>`
    select mcc, mnc, zh, en, is_registered from carriers.mobile_network
    where (mcc, mnc) in (select * from unnest(${named.map(({ mcc }) => mcc)}::text[], ${named.map(({ mnc }) => mnc)}::text[]))`.execute(
    ctx.beyondScope(WHY),
  );
  return new Map(rows.map((row) => [keyOf(row), { zh: row.zh, en: row.en, isRegistered: row.is_registered }]));
}
