import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Ctx } from '../../../framework/context.ts';
import { adapterOfAccount, type Capabilities, isConnected } from '../../carrierAdapters/face.ts';

/** What the accounts of each carrier can do; those that are off or not connected can do nothing and are absent. */
export async function capabilitiesByPlatform(ctx: Ctx): Promise<ReadonlyMap<Platform, readonly Capabilities[]>> {
  const rows = await ctx
    .beyondScope('cards of every customer are driven through the platform’s accounts')
    .selectFrom('carriers.account')
    .selectAll()
    .where('state', '!=', 'off')
    .execute();
  const able = rows.flatMap((account) => {
    const adapter = adapterOfAccount(account);
    return isConnected(adapter) && account.credentials !== null
      ? [{ platform: account.platform, capabilities: adapter.capabilities }]
      : [];
  });
  const byPlatform = [...Map.groupBy(able, ({ platform }) => platform)].sort(([a], [b]) => a - b);
  return new Map(byPlatform.map(([platform, each]) => [platform, each.map(({ capabilities }) => capabilities)]));
}

/**
 * The speeds to which some account of a carrier can limit a card, in kbit/s ascending; a carrier without any is absent.
 * An account may offer fewer: a card is asked for a speed of its own account only.
 */
export async function speedsByPlatform(ctx: Ctx): Promise<ReadonlyMap<Platform, readonly number[]>> {
  const offered = [...(await capabilitiesByPlatform(ctx))].map(
    ([platform, each]) =>
      [platform, [...new Set(each.flatMap(({ speeds }) => speeds ?? []))].sort((a, b) => a - b)] as const,
  );
  return new Map(offered.filter(([, speeds]) => speeds.length > 0));
}
