import type { Ctx } from '../../../framework/context.ts';
import { adapterOfAccount, type CarrierAdapter } from '../../carrierAdapters/face.ts';
import { readPlatformSettings } from '../../settings/face.ts';
import { type AccountState, credentialsPlace, invalidateGate, type StateCode } from './accountStore.ts';
import { newSchedules } from './scheduleRules.ts';

export type NewAccount = {
  /** The platform that owns it. */
  readonly customerId: string;
  readonly id?: string | undefined;
  readonly name: string;
  readonly adapter: string;
  readonly baseUrl: string;
  /** For a configured adapter: the profile of its carrier. */
  readonly profile?: Readonly<Record<string, unknown>> | null | undefined;
  readonly state?: AccountState | undefined;
  readonly stateCode?: StateCode | undefined;
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  readonly credentialsExpireOn?: string | null | undefined;
  readonly limits?:
    | {
        readonly callsPerSecond?: number | undefined;
        readonly inFlight?: number | undefined;
        readonly callsPerDay?: number | null | undefined;
        readonly timeoutMs?: number | undefined;
        readonly quietSeconds?: number | undefined;
      }
    | undefined;
  readonly cycleDay?: number | undefined;
  readonly zone?: string | undefined;
  readonly currency?: string | undefined;
  readonly schedules?: Readonly<Record<string, number>> | undefined;
};

/** Creates an account, with its adapter's limits by default. Returns its id. */
export async function openCarrierAccount(ctx: Ctx, given: NewAccount): Promise<string> {
  const profile = given.profile ?? null;
  const adapter = adapterOfAccount({ adapter: given.adapter, profile });
  const { defaultLimits, cycleDay, timeoutMs, quietSecondsPerCard } = adapter.capabilities;
  const id = given.id ?? ctx.ids.next();
  const now = ctx.clock.now();
  const { limits = {}, credentials } = given;
  const chosen = (await readPlatformSettings(ctx.db)).settings.newSchedules;
  await ctx.db
    .insertInto('carriers.account')
    .values({
      id,
      customer_id: given.customerId,
      name: given.name,
      platform: adapter.platform,
      sub_type: adapter.subType,
      adapter: adapter.key,
      base_url: given.baseUrl,
      profile: profile === null ? null : JSON.stringify(profile),
      state: given.state ?? 'on',
      state_reason: null,
      state_code: given.stateCode ?? null,
      credentials: credentials ? ctx.secrets.seal(JSON.stringify(credentials), credentialsPlace(id)) : null,
      credentials_hint: credentials ? hintOf(adapter, credentials) : null,
      credentials_set_at: credentials ? now : null,
      credentials_expire_on: given.credentialsExpireOn ?? null,
      calls_per_second: String(limits.callsPerSecond ?? defaultLimits.callsPerSecond),
      in_flight: limits.inFlight ?? defaultLimits.inFlight,
      calls_per_day: limits.callsPerDay ?? defaultLimits.perDay,
      timeout_ms: limits.timeoutMs ?? timeoutMs,
      quiet_seconds: limits.quietSeconds ?? quietSecondsPerCard,
      cycle_day: given.cycleDay ?? cycleDay,
      zone: given.zone ?? 'Asia/Shanghai',
      currency: given.currency ?? 'CNY',
      schedules: JSON.stringify(given.schedules ?? newSchedules(adapter, chosen)),
      last_sync_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await invalidateGate(ctx.db, id);
  return id;
}

/** How stored credentials are shown: names in full, secrets by their last four characters. */
export function hintOf(adapter: CarrierAdapter, credentials: Readonly<Record<string, string>>): string {
  return adapter.credentials
    .flatMap(({ name, isSecret }) => {
      const value = credentials[name] ?? '';
      if (value === '') return [];
      if (!isSecret) return [value];
      return [value.length >= 12 ? `••••${value.slice(-4)}` : '••••'];
    })
    .join(' · ');
}
