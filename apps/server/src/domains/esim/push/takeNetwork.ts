import type { StrategyTrigger } from '@cardinal/contract/enumerations/esim.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { NetworkTold } from '../../carriers/face.ts';
import { beyond, lockChip, setChip } from '../operations/operationStore.ts';
import { considerChip } from '../strategy/considerChip.ts';

/**
 * Takes over what an eIM told of a chip's network, in the caller's transaction, and lets the chip's strategy know. What
 * came after something newer changes nothing.
 */
export async function takeNetwork(
  ctx: Ctx,
  accountId: string,
  told: NetworkTold,
): Promise<'taken' | 'unknown' | 'late'> {
  const chip = await lockChip(beyond(ctx), told.eid);
  if (!chip || chip.carrier_account_id !== accountId) return 'unknown';
  if (chip.network_at && told.at <= chip.network_at) return 'late';
  const isLost = told.mcc === null;
  const country = told.mcc === null ? chip.country : await countryOf(ctx, told.mcc, chip.country);
  const hasMoved = country !== chip.country;
  await setChip(beyond(ctx), chip.eid, {
    country,
    country_at: hasMoved ? told.at : chip.country_at,
    network_at: told.at,
    network_lost_at: isLost ? (chip.network_lost_at ?? told.at) : null,
    imei: told.imei ?? chip.imei,
  });
  const happened: StrategyTrigger[] = [];
  if (!isLost && chip.enabled_number_id === null) happened.push('firstBoot');
  else if (hasMoved) happened.push('countryChange');
  await considerChip(ctx, chip.eid, happened);
  return 'taken';
}

/** The country of a mobile country code. Of several that share it the one the chip was in stays; an unknown code is no country. */
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
