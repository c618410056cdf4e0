import type { Schedules } from '@cardinal/contract/carrierSchedules.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Ctx } from '../../../framework/context.ts';
import { adapterOfAccount, type Capabilities, isConnected } from '../../carrierAdapters/face.ts';
import { type AccountRow, type AccountState, accountBeyondScope } from './accountStore.ts';
import { NO_SCHEDULES } from './scheduleRules.ts';

/** The task lane of this account's cards: it runs and pauses with the account. */
export const laneOf = (accountId: string): string => `carrier:${accountId}`;

export type CarrierAccountFacts = {
  readonly id: string;
  readonly name: string;
  readonly platform: Platform;
  readonly subType: number | null;
  readonly adapter: string;
  readonly state: AccountState;
  /** False for accounts without a connected interface: no operation is available. */
  readonly isConnected: boolean;
  readonly callsPerSecond: number;
  readonly inFlight: number;
  readonly cycleDay: number;
  readonly zone: string;
  readonly quietSeconds: number;
  readonly lastSyncAt: Date | null;
  /** The reading intervals, in seconds. */
  readonly schedules: Schedules;
};

const factsOf = (row: AccountRow): CarrierAccountFacts => ({
  id: row.id,
  name: row.name,
  platform: row.platform,
  subType: row.sub_type,
  adapter: row.adapter,
  state: row.state,
  isConnected: isConnected(adapterOfAccount(row)) && row.credentials !== null,
  callsPerSecond: Number(row.calls_per_second),
  inFlight: row.in_flight,
  cycleDay: row.cycle_day,
  zone: row.zone,
  quietSeconds: row.quiet_seconds,
  lastSyncAt: row.last_sync_at,
  schedules: { ...NO_SCHEDULES, ...(row.schedules as Partial<Schedules>) },
});

/** An account by its id, whoever asks: cards of every customer use the platform's accounts. */
export async function carrierAccount(ctx: Ctx, id: string): Promise<CarrierAccountFacts | undefined> {
  const row = await accountBeyondScope(ctx, id);
  return row && factsOf(row);
}

/** Several at once, for pages and previews; unknown ids are absent. */
export async function carrierAccounts(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CarrierAccountFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx
    .beyondScope('cards of every customer are driven through the platform’s accounts')
    .selectFrom('carriers.account')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, factsOf(row)]));
}

/** A carrier's enabled accounts, oldest first: the choices of an import or a form. */
export async function accountsByPlatform(ctx: Ctx, platform: Platform): Promise<CarrierAccountFacts[]> {
  const rows = await ctx
    .beyondScope('cards of every customer are driven through the platform’s accounts')
    .selectFrom('carriers.account')
    .selectAll()
    .where('platform', '=', platform)
    .where('state', '!=', 'off')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(factsOf);
}

/** The operations an account offers; undefined for an unknown one. */
export async function capabilitiesOf(ctx: Ctx, accountId: string): Promise<Capabilities | undefined> {
  const row = await accountBeyondScope(ctx, accountId);
  return row && adapterOfAccount(row).capabilities;
}

/** All changes at the carrier up to `at` have been applied. */
export async function noteSynced(ctx: Ctx, accountId: string, at: Date): Promise<void> {
  await ctx
    .beyondScope('a finished synchronisation is a fact of the account')
    .updateTable('carriers.account')
    .set({ last_sync_at: at })
    .where('id', '=', accountId)
    .execute();
}
