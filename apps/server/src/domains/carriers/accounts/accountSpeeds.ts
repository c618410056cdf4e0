import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Ctx } from '../../../framework/context.ts';
import { adapterOfAccount, isConnected } from '../../carrierAdapters/face.ts';
import type { AccountRow } from './accountStore.ts';

/**
 * The speeds to which some account of a carrier can limit a card, in kbit/s ascending; a carrier without any is absent.
 * Accounts that are off or not connected offer nothing.
 * An account may offer fewer: a card is asked for a speed of its own account only.
 */
export async function speedsByPlatform(ctx: Ctx): Promise<ReadonlyMap<Platform, readonly number[]>> {
  const rows = await ctx
    .beyondScope('cards of every customer are driven through the platform’s accounts')
    .selectFrom('carriers.account')
    .selectAll()
    .where('state', '!=', 'off')
    .execute();
  const speedsOf = (account: AccountRow): readonly number[] => {
    const adapter = adapterOfAccount(account);
    return isConnected(adapter) && account.credentials !== null ? (adapter.capabilities.speeds ?? []) : [];
  };
  const offered = [...Map.groupBy(rows, (row) => row.platform)].map(
    ([platform, accounts]) => [platform, [...new Set(accounts.flatMap(speedsOf))].sort((a, b) => a - b)] as const,
  );
  return new Map(offered.filter(([, speeds]) => speeds.length > 0).sort(([a], [b]) => a - b));
}
