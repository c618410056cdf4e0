import type { Ctx } from '../../../framework/context.ts';
import { recentlyAnswered } from '../../paymentProviders/face.ts';
import { accountLabel, inUse, isUsable, placed } from '../accounts/accountRules.ts';
import { type AccountOfRoute, holdRoute, keepChange, putInOrder, type RouteKey } from '../accounts/accountStore.ts';
import { routeLeft } from '../events.ts';
import { isFailing, LATEST_CALLS } from './routeRules.ts';

/** When another account of the route came into use last: what was before is forgiven. */
async function lastMove(ctx: Ctx, route: RouteKey): Promise<Date | undefined> {
  const row = await ctx.db
    .selectFrom('payments.route_change')
    .select((on) => on.fn.max('at').as('at'))
    .where((on) => on.and({ ...route }))
    .whereRef('from_id', 'is distinct from', 'to_id')
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/**
 * Where the merchant in use of a route fails, its first backup that does not fail is used instead, until a person switches back.
 * Payments under way keep their merchant. Without such a backup nothing changes.
 */
export async function leaveFailing(ctx: Ctx, accountId: string): Promise<void> {
  await ctx.transact(async (inside) => {
    const found = await inside.db
      .selectFrom('payments.collecting_account')
      .select(['customer_id', 'scene', 'currency', 'provider'])
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (!found) return;
    const accounts = await holdRoute(inside, found);
    const used = inUse(accounts);
    if (used?.id !== accountId) return;
    const since = await lastMove(inside, found);
    const fails = async ({ merchant_id }: AccountOfRoute) =>
      merchant_id !== null &&
      isFailing(await recentlyAnswered(inside, merchant_id, 'createPayment', { count: LATEST_CALLS, since }));
    if (!(await fails(used))) return;
    let backup: AccountOfRoute | undefined;
    for (const each of accounts) {
      if (each.id === used.id || !isUsable(each) || (await fails(each))) continue;
      backup = each;
      break;
    }
    if (!backup) return;
    await putInOrder(
      inside,
      placed(
        accounts.map(({ id }) => id),
        backup.id,
        0,
      ),
    );
    const changeId = await keepChange(inside, backup, {
      kind: 'automatic',
      from_id: used.id,
      to_id: backup.id,
      reason: null,
      changed_by: 'system',
    });
    const { customer_id: customerId, scene, currency, provider } = found;
    await inside.emit(routeLeft, {
      changeId,
      customerId,
      routeId: `${customerId}.${scene}.${currency}.${provider}`,
      from: accountLabel(used),
      to: accountLabel(backup),
    });
  });
}
