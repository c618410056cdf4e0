import type { capabilitiesSchema } from '@cardinal/contract/api/carriers/carrierCapabilities.ts';
import type { readCarrierMatrix as matrixEndpoint } from '@cardinal/contract/api/carriers/carrierProfiles.ts';
import type {
  listAdapters as adaptersEndpoint,
  readCarrierAccount as detailEndpoint,
} from '@cardinal/contract/api/carriers/carriers.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { say } from '@cardinal/primitives/text.ts';
import type * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { ADAPTERS, adapterOfAccount, type Capabilities, isConnected } from '../../carrierAdapters/face.ts';
import { readPlatformSettings } from '../../settings/face.ts';
import { findAccount } from '../accounts/accountStore.ts';
import { useOfAccounts } from '../accounts/accountUse.ts';
import { NO_SCHEDULES, newSchedules, readingsOf, schedulesOf } from '../accounts/scheduleRules.ts';
import { accountDataset } from './accountList.ts';

const tellCapabilities = (can: Capabilities): z.output<typeof capabilitiesSchema> => ({
  ...can,
  operations: [...can.operations],
  statusActions: [...can.statusActions],
  batchSizes: Object.fromEntries(Object.entries(can.batchSizes)),
  speeds: can.speeds && [...can.speeds],
  services: can.services && [...can.services],
  usualDelayMinutes: can.usualDelayMinutes && { ...can.usualDelayMinutes },
});

export async function readAdapters(ctx: Ctx): Promise<AnswerOf<typeof adaptersEndpoint>> {
  const { settings } = await readPlatformSettings(ctx.db);
  return ADAPTERS.map((adapter) => ({
    key: adapter.key,
    name: adapter.name,
    platform: adapter.platform,
    subType: adapter.subType,
    isConnected: isConnected(adapter),
    isConfigured: adapter.shape !== undefined,
    credentials: [...adapter.credentials],
    capabilities: tellCapabilities(adapter.capabilities),
    schedules: newSchedules(adapter, settings.newSchedules),
    usualSchedules: schedulesOf(adapter),
    readings: [...readingsOf(adapter)],
  }));
}

/** The operations of each account, oldest first. */
export async function readCarrierMatrix(ctx: Ctx): Promise<AnswerOf<typeof matrixEndpoint>> {
  const rows = await ctx.db
    .selectFrom('carriers.account')
    .selectAll()
    .where('state', '!=', 'off')
    .orderBy('platform')
    .orderBy('id')
    .execute();
  return rows.map((row) => {
    const adapter = adapterOfAccount(row);
    const { batchSizes, operations, verifiedOn } = adapter.capabilities;
    return {
      accountId: row.id,
      name: row.name,
      platform: row.platform,
      adapterName: say(adapter.name, ctx.language),
      isConnected: isConnected(adapter) && row.credentials !== null,
      isProven: verifiedOn !== null,
      operations: [...operations],
      batchSizes: Object.fromEntries(Object.entries(batchSizes)),
    };
  });
}

export async function readCarrierAccount(
  ctx: Ctx,
  { accountId }: QueryOf<typeof detailEndpoint>,
): Promise<AnswerOf<typeof detailEndpoint>> {
  const row = await findAccount(ctx.db, accountId);
  if (!row) throw new Refused(notFound);
  const [shown] = await accountDataset.present([row], ctx);
  if (!shown) throw new Refused(notFound);
  const use = await useOfAccounts(ctx, [accountId]);
  const adapter = adapterOfAccount(row);
  return {
    ...shown,
    baseUrl: row.base_url,
    timeoutMs: row.timeout_ms,
    quietSeconds: row.quiet_seconds,
    zone: row.zone,
    currency: row.currency,
    schedules: { ...NO_SCHEDULES, ...(row.schedules as object) },
    isConfigured: adapter.readProfile !== undefined,
    profile: row.profile as Record<string, unknown> | null,
    credentials: [...adapter.credentials],
    capabilities: tellCapabilities(adapter.capabilities),
    openCommands: use ? (use.get(accountId)?.openCommands ?? 0) : null,
    version: row.version,
  };
}
