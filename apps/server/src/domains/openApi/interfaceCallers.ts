import { CALLERS_DAYS } from '@cardinal/contract/api/openApi/catalogue.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../framework/context.ts';

export type Caller = { readonly keyId: string; readonly accountId: string; readonly customerId: string };

/** The keys that called an interface within the last 90 days, refused calls included, with the accounts they act for. */
export async function callersOf(ctx: Ctx, name: string): Promise<Caller[]> {
  const since = new Date(ctx.clock.now().getTime() - CALLERS_DAYS * DAY_MS);
  const rows = await ctx
    .beyondScope('the end of an interface concerns every key that called it, whoever’s it is')
    .selectFrom('open_api.api_key as k')
    .select(['k.id', 'k.account_id', 'k.customer_id'])
    .where((on) =>
      on.exists(
        on
          .selectFrom('open_api.call_hour as h')
          .select('h.key_id')
          .whereRef('h.key_id', '=', 'k.id')
          .where('h.interface', '=', name)
          .where('h.hour', '>', since),
      ),
    )
    .orderBy('k.id')
    .execute();
  return rows.map((row) => ({ keyId: row.id, accountId: row.account_id, customerId: row.customer_id }));
}

/** Whom to notify: each account once. */
export const accountsOf = (callers: readonly Caller[]): { id: string; customerId: string }[] => [
  ...new Map(callers.map(({ accountId, customerId }) => [accountId, { id: accountId, customerId }])).values(),
];
