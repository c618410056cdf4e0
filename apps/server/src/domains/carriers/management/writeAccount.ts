import {
  accountInUse,
  accountNameTaken,
  accountNotConnected,
  accountStateRefused,
  type addCarrierAccount as addEndpoint,
  addressNotAllowed,
  cycleFrozen,
  type deleteCarrierAccount as deleteEndpoint,
  type editCarrierAccount as editEndpoint,
  openCommandsLeft,
  type pauseCarrierAccount as pauseEndpoint,
  type resumeCarrierAccount as resumeEndpoint,
  unknownAdapter,
} from '@cardinal/contract/api/carriers/carriers.ts';
import type { Schedules } from '@cardinal/contract/carrierSchedules.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { isAllowedAddress } from '../../../outbound/addressRules.ts';
import { adapterOf, adapterOfAccount, findAdapter, isConnected } from '../../carrierAdapters/face.ts';
import { customerOf } from '../../customers/face.ts';
import { readPlatformSettings } from '../../settings/face.ts';
import { freeLane } from '../../tasks/face.ts';
import { laneOf } from '../accounts/accountFacts.ts';
import { adapterWith } from '../accounts/accountProfile.ts';
import { credentialFaults, stateWords } from '../accounts/accountRules.ts';
import { type AccountRow, lockAccount } from '../accounts/accountStore.ts';
import { hasCounters, useOfAccounts } from '../accounts/accountUse.ts';
import { openCarrierAccount } from '../accounts/openAccount.ts';
import { newSchedules } from '../accounts/scheduleRules.ts';
import { openCredentials } from './proveAccount.ts';

const nameTaken = () => refusedAt('name', accountNameTaken);

/** The part of an account the operation log stores; it contains no secret. */
const noted = (row: AccountRow) => {
  const { credentials: _, credentials_hint: __, ...rest } = row;
  return rest;
};

async function lockOwn(ctx: Ctx, accountId: string): Promise<AccountRow> {
  const row = await lockAccount(ctx.db, accountId);
  if (!row || row.state === 'off') throw new Refused(notFound);
  return row;
}

/** Paused until its credentials are set: no call is possible without them. */
export async function addCarrierAccount(
  ctx: Ctx,
  body: BodyOf<typeof addEndpoint>,
): Promise<AnswerOf<typeof addEndpoint>> {
  const { customerId } = accountOf(ctx);
  // Accounts belong to a platform. No role below one can hold this permission; this check is a second safeguard.
  if ((await customerOf(ctx.db, customerId))?.kind !== 'PLATFORM') throw new Refused(notFound);
  const adapter = findAdapter(body.adapter);
  if (!adapter) throw refusedAt('adapter', unknownAdapter);
  if (!isAllowedAddress(body.baseUrl, ctx.config.production)) throw refusedAt('baseUrl', addressNotAllowed);
  const shaped = adapterWith(adapter, body.profile);
  const { callsPerSecond, inFlight, callsPerDay, timeoutMs, quietSeconds, ...rest } = body;
  const accountId = await refuseDuplicate(
    'account_customer_id_name_key',
    nameTaken(),
    openCarrierAccount(ctx, {
      ...rest,
      customerId,
      state: 'paused',
      stateCode: isConnected(shaped) ? 'noCredentials' : 'notConnected',
      limits: { callsPerSecond, inFlight, callsPerDay, timeoutMs, quietSeconds },
    }),
  );
  ctx.note({ objectKind: 'carrierAccount', objectId: accountId, summary: body.name, after: body });
  return { accountId };
}

export async function editCarrierAccount(
  ctx: Ctx,
  body: BodyOf<typeof editEndpoint>,
): Promise<AnswerOf<typeof editEndpoint>> {
  const row = await lockOwn(ctx, body.accountId);
  if (row.version !== body.version) throw new Refused(changedByAnother);
  if (body.baseUrl !== row.base_url) {
    if (!isAllowedAddress(body.baseUrl, ctx.config.production)) throw refusedAt('baseUrl', addressNotAllowed);
    const open = (await useOfAccounts(ctx, [row.id]))?.get(row.id)?.openCommands ?? 0;
    if (open > 0) throw new Refused(openCommandsLeft, { n: open });
  }
  await assertCycleKept(ctx, row, body);
  const schedules = await schedulesAfter(ctx, row, body);
  const change = {
    name: body.name,
    base_url: body.baseUrl,
    ...profileChange(ctx, row, body.profile),
    calls_per_second: String(body.callsPerSecond),
    in_flight: body.inFlight,
    calls_per_day: body.callsPerDay,
    timeout_ms: body.timeoutMs,
    quiet_seconds: body.quietSeconds,
    cycle_day: body.cycleDay,
    zone: body.zone,
    currency: body.currency,
    schedules: JSON.stringify(schedules),
    version: row.version + 1,
    updated_at: ctx.clock.now(),
  };
  await refuseDuplicate(
    'account_customer_id_name_key',
    nameTaken(),
    ctx.db.updateTable('carriers.account').set(change).where('id', '=', row.id).execute(),
  );
  ctx.note({
    objectKind: 'carrierAccount',
    objectId: row.id,
    summary: body.name,
    before: noted(row),
    after: { ...noted(row), ...change, schedules },
  });
  return { version: change.version };
}

/** Another cycle day or zone would give running counters other cycles, so that usage counts twice or not at all. */
async function assertCycleKept(ctx: Ctx, row: AccountRow, { cycleDay, zone }: BodyOf<typeof editEndpoint>) {
  const moved = [...(cycleDay === row.cycle_day ? [] : ['cycleDay']), ...(zone === row.zone ? [] : ['zone'])];
  if (moved.length === 0 || !(await ctx.contributed(hasCounters)?.(ctx, row.id))) return;
  throw new Refused(
    cycleFrozen,
    {},
    moved.map((field) => ({ field, text: cycleFrozen.text })),
  );
}

/**
 * What a new profile means for its account: without the credentials it requires, or without any profile, no call is possible
 * and the account is paused.
 */
function profileChange(ctx: Ctx, row: AccountRow, document: Readonly<Record<string, unknown>> | null | undefined) {
  if (document === undefined) return {};
  const adapter = adapterWith(adapterOf(row.adapter), document);
  const profile = document === null ? null : JSON.stringify(document);
  if (document === null && row.profile === null) return {};
  const isProved = isConnected(adapter) && credentialFaults(adapter, openCredentials(ctx, row)).length === 0;
  // Credentials that still fit are kept, and so is a pause set by a person.
  if (isProved && row.credentials !== null) return { profile };
  const state_code = isConnected(adapter) ? ('noCredentials' as const) : ('notConnected' as const);
  const none = { credentials: null, credentials_hint: null, credentials_set_at: null };
  return { profile, ...none, state: 'paused' as const, state_reason: null, state_code };
}

/**
 * Its first profile determines the readings of a configured account; unless somebody has chosen schedules it gets those of a
 * new account.
 */
async function schedulesAfter(
  ctx: Ctx,
  row: AccountRow,
  body: Pick<BodyOf<typeof editEndpoint>, 'profile' | 'schedules'>,
): Promise<Schedules> {
  const isFirst = row.profile === null && body.profile;
  if (!isFirst || Object.values(body.schedules).some((seconds) => seconds > 0)) return body.schedules;
  const { settings } = await readPlatformSettings(ctx.db);
  return newSchedules(adapterWith(adapterOf(row.adapter), body.profile ?? null), settings.newSchedules);
}

/** The gate applies it from the next call on; calls under way are completed. */
export async function pauseCarrierAccount(ctx: Ctx, body: BodyOf<typeof pauseEndpoint>): Promise<typeof DONE> {
  const row = await lockOwn(ctx, body.accountId);
  if (row.state !== 'on') throw new Refused(accountStateRefused);
  await setState(ctx, row, 'paused', body.reason || null);
  return DONE;
}

/** Held work continues at once. */
export async function resumeCarrierAccount(
  ctx: Ctx,
  { accountId }: BodyOf<typeof resumeEndpoint>,
): Promise<typeof DONE> {
  const row = await lockOwn(ctx, accountId);
  if (row.state !== 'paused') throw new Refused(accountStateRefused);
  if (!isConnected(adapterOfAccount(row)) || !row.credentials) throw new Refused(accountNotConnected);
  await setState(ctx, row, 'on', null);
  await freeLane(ctx, laneOf(accountId));
  return DONE;
}

/** Disables the account permanently; its calls stay readable. Refused while it has cards. */
export async function deleteCarrierAccount(
  ctx: Ctx,
  { accountId }: BodyOf<typeof deleteEndpoint>,
): Promise<typeof DONE> {
  const row = await lockOwn(ctx, accountId);
  const cards = (await useOfAccounts(ctx, [accountId]))?.get(accountId)?.cards ?? 0;
  if (cards > 0) throw new Refused(accountInUse, { n: cards });
  await setState(ctx, row, 'off', null);
  // Frees the name for a new account and removes the secret.
  await ctx.db
    .updateTable('carriers.account')
    .set({ name: `${row.name} #${row.id}`, credentials: null, credentials_hint: null })
    .where('id', '=', accountId)
    .execute();
  return DONE;
}

async function setState(ctx: Ctx, row: AccountRow, state: AccountRow['state'], reason: string | null): Promise<void> {
  await ctx.db
    .updateTable('carriers.account')
    .set({ state, state_reason: reason, state_code: null, updated_at: ctx.clock.now() })
    .where('id', '=', row.id)
    .execute();
  ctx.note({
    objectKind: 'carrierAccount',
    objectId: row.id,
    summary: row.name,
    before: { state: row.state, reason: stateWords(row)?.zh ?? null },
    after: { state, reason },
  });
}
