import type { planAccounts as endpoint } from '@cardinal/contract/api/cardCommands/plans.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Ctx } from '../../../framework/context.ts';
import { capabilitiesOf, carrierAccount } from '../../carriers/face.ts';

export type PlansAccount = {
  readonly id: string;
  readonly name: string;
  readonly platform: Platform;
  readonly customerId: string;
  readonly canPull: boolean;
  readonly canChange: boolean;
};

/** A carrier account in use within the caller's scope, with its interface's plan operations. */
export async function plansAccount(ctx: Ctx, id: string): Promise<PlansAccount | undefined> {
  const row = await ctx.db
    .selectFrom('carriers.v_account')
    .select(['id', 'customer_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  const account = row && (await carrierAccount(ctx, id));
  if (!row || !account || account.state === 'off') return undefined;
  const operations = (await capabilitiesOf(ctx, id))?.operations ?? [];
  return {
    id,
    name: account.name,
    platform: account.platform,
    customerId: row.customer_id,
    canPull: account.isConnected && (operations.includes('listPlans') || operations.includes('listDevices')),
    canChange: account.isConnected && operations.includes('setPlan'),
  };
}

export async function planAccounts(ctx: Ctx): Promise<AnswerOf<typeof endpoint>> {
  const rows = await ctx.db.selectFrom('carriers.v_account').select('id').orderBy('id').execute();
  const accounts = (await Promise.all(rows.map(({ id }) => plansAccount(ctx, id)))).filter(
    (each) => each !== undefined,
  );
  const ids = accounts.map(({ id }) => id);
  const pulls = await ctx.db
    .selectFrom('card_commands.plan_pull')
    .selectAll()
    .where('carrier_account_id', 'in', ids.length > 0 ? ids : ['0'])
    .execute();
  return accounts.map(({ customerId: _, ...account }) => {
    const pull = pulls.find((each) => each.carrier_account_id === account.id);
    return {
      ...account,
      pull: pull
        ? { state: pull.state, seen: pull.seen, words: pull.words, beganAt: pull.began_at.toISOString() }
        : null,
    };
  });
}
