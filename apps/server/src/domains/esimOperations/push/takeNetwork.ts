import type { StrategyTrigger } from '@cardinal/contract/enumerations/esim.ts';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { reaction } from '../../../framework/domain.ts';
import type { NetworkReport } from '../../carrierAdapters/face.ts';
import { esimSessionSeen } from '../../carrierSync/events.ts';
import { beyond, type ChipRow, lockChip, setChip } from '../../esim/face.ts';
import { considerChip } from '../strategy/considerChip.ts';

/**
 * Applies an eIM's report on a chip's network, in the caller's transaction, and informs the chip's strategy. A report older
 * than the last one changes nothing.
 */
export async function takeNetwork(
  ctx: Ctx,
  accountId: string,
  told: NetworkReport,
): Promise<'taken' | 'unknown' | 'late'> {
  const chip = await lockChip(beyond(ctx), told.eid);
  if (!chip || chip.carrier_account_id !== accountId) return 'unknown';
  const { at, mcc, mnc } = told;
  if (chip.network_at && at <= chip.network_at) return 'late';
  await setChip(beyond(ctx), chip.eid, { imei: told.imei ?? chip.imei });
  const place = mcc === null ? null : { mcc, mnc, country: await countryOf(ctx, mcc, chip.country), since: at };
  await moveChip(ctx, chip, { place, at, lostAt: place ? null : at, source: 'eim' });
  return 'taken';
}

/**
 * Applies the location of the active number's sessions. An eIM reports the network itself, a carrier only sessions. An ended
 * session therefore means «no network» only if no eIM reports on the chip.
 */
async function takeSession(asked: Ctx, said: z.output<typeof esimSessionSeen.payload>): Promise<void> {
  const { cardId, eid, mcc, mnc, country } = said;
  await asked.transact(async (ctx) => {
    const chip = await lockChip(beyond(ctx), eid);
    if (!chip || chip.enabled_number_id !== cardId) return;
    const [since, endedAt] = [new Date(said.since), said.endedAt === null ? null : new Date(said.endedAt)];
    const at = endedAt ?? new Date(said.readAt);
    if (chip.network_at && at <= chip.network_at) return;
    const isWithEim = chip.network_source === 'eim';
    const place = mcc === null && country === null ? null : { mcc, mnc, country: country ?? chip.country, since };
    const lostAt = isWithEim ? chip.network_lost_at : endedAt;
    await moveChip(ctx, chip, { place, at, lostAt, source: isWithEim ? 'eim' : 'session' });
  });
}

export const sessionReaction = reaction(esimSessionSeen, 'esim.takeSession', takeSession);

type Moved = {
  /** Null: no place was reported. */
  readonly place: {
    readonly mcc: string | null;
    readonly mnc: string | null;
    readonly country: string | null;
    readonly since: Date;
  } | null;
  readonly at: Date;
  readonly lostAt: Date | null;
  readonly source: 'eim' | 'session';
};

/** Records where a chip is and whether it has a network, and informs its strategy of the change. */
async function moveChip(ctx: Ctx, chip: ChipRow, { place, at, lostAt, source }: Moved): Promise<void> {
  const country = place ? place.country : chip.country;
  const hasMoved = country !== chip.country;
  await setChip(beyond(ctx), chip.eid, {
    country,
    country_at: hasMoved ? (place?.since ?? at) : chip.country_at,
    ...(place ? { mcc: place.mcc, mnc: place.mnc } : {}),
    network_at: at,
    network_lost_at: lostAt === null ? null : (chip.network_lost_at ?? lostAt),
    network_source: source,
  });
  const happened: StrategyTrigger[] = [];
  if (place && chip.enabled_number_id === null) happened.push('firstBoot');
  else if (hasMoved) happened.push('countryChange');
  await considerChip(ctx, chip.eid, happened);
}

/** The country of a mobile country code. If several share it, the chip's previous one is kept; an unknown code yields none. */
async function countryOf(ctx: Ctx, mcc: string, before: string | null): Promise<string | null> {
  const rows = await beyond(ctx)
    .selectFrom('settings.v_country')
    .select('code')
    .where(sql<boolean>`${mcc} = any(mccs)`)
    .orderBy('id')
    .execute();
  const codes = rows.map(({ code }) => code);
  return before !== null && codes.includes(before) ? before : (codes[0] ?? null);
}
