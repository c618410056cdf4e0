import type { Ctx } from '../../../framework/context.ts';
import type { ProviderOperation } from '../../providerAdapters/face.ts';

/** Whether each of the latest calls of an operation was answered, newest first; only those since a moment. */
export async function recentlyAnswered(
  ctx: Ctx,
  merchantId: string,
  operation: ProviderOperation,
  latest: { readonly count: number; readonly since: Date | undefined },
): Promise<boolean[]> {
  const calls = await ctx
    .beyondScope('whether a merchant works decides for everybody who pays through it')
    .selectFrom('payment_providers.call')
    .select('outcome')
    .where('merchant_id', '=', merchantId)
    .where('operation', '=', operation)
    .where('at', '>', latest.since ?? new Date(0))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(latest.count)
    .execute();
  return calls.map(({ outcome }) => outcome === 'ok' || outcome === 'refused');
}
