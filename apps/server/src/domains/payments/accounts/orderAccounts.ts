import type {
  enableCollectingAccount as enableEndpoint,
  raiseCollectingAccount as raiseEndpoint,
  switchRoute as switchEndpoint,
} from '@cardinal/contract/api/payments/collectingAccounts.ts';
import {
  alreadyInUse,
  collectingAccountDisabled,
  routeMoved,
  switchInstead,
} from '@cardinal/contract/api/payments/refusals.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import { accountLabel, inUse, placed } from './accountRules.ts';
import { type AccountOfRoute, holdOwn, logChange, putInOrder } from './accountStore.ts';

const idsOf = (accounts: readonly AccountOfRoute[]) => accounts.map(({ id }) => id);
const inOrder = (accounts: readonly AccountOfRoute[], ids: readonly string[]): AccountOfRoute[] =>
  ids.flatMap((id, at) => {
    const found = accounts.find((each) => each.id === id);
    return found ? [{ ...found, position: at + 1 }] : [];
  });

/** Enabled again, an account is the last of its route, so that enabling never changes the one in use. */
export async function enableCollectingAccount(ctx: Ctx, body: BodyOf<typeof enableEndpoint>): Promise<typeof DONE> {
  const { account, accounts } = await holdOwn(ctx, body.id);
  if (account.is_enabled === body.isEnabled) throw new Refused(changedByAnother);
  const ids = body.isEnabled ? placed(idsOf(accounts), account.id, accounts.length) : idsOf(accounts);
  await ctx.db
    .updateTable('payments.collecting_account')
    .set({ is_enabled: body.isEnabled, version: account.version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', account.id)
    .execute();
  if (body.isEnabled) await putInOrder(ctx, ids);
  const after = inOrder(
    accounts.map((each) => (each.id === account.id ? { ...each, is_enabled: body.isEnabled } : each)),
    ids,
  );
  await logChange(ctx, account, {
    kind: body.isEnabled ? 'enabled' : 'disabled',
    before: accounts,
    after,
    ...(body.isEnabled ? {} : { reason: body.reason }),
  });
  return DONE;
}

/** The one in use becomes the first backup. Of two switches at once the second sees that the account in use is another. */
export async function switchRoute(ctx: Ctx, body: BodyOf<typeof switchEndpoint>): Promise<typeof DONE> {
  const { account, accounts } = await holdOwn(ctx, body.id);
  const used = inUse(accounts);
  if (!account.is_enabled) throw new Refused(collectingAccountDisabled);
  if (used?.id === account.id) throw new Refused(alreadyInUse);
  if (used?.id !== body.insteadOf) throw new Refused(routeMoved, { account: used ? accountLabel(used) : '—' });
  const ids = placed(idsOf(accounts), account.id, 0);
  await putInOrder(ctx, ids);
  await logChange(ctx, account, {
    kind: 'switched',
    before: accounts,
    after: inOrder(accounts, ids),
    reason: body.reason,
  });
  return DONE;
}

export async function raiseCollectingAccount(ctx: Ctx, body: BodyOf<typeof raiseEndpoint>): Promise<typeof DONE> {
  const { account, accounts } = await holdOwn(ctx, body.id);
  if (!account.is_enabled) throw new Refused(collectingAccountDisabled);
  const enabled = accounts.filter((each) => each.is_enabled);
  const above = enabled[enabled.findIndex(({ id }) => id === account.id) - 1];
  if (above?.id !== body.above) throw new Refused(changedByAnother);
  if (above.id === inUse(accounts)?.id) throw new Refused(switchInstead);
  const ids = placed(idsOf(accounts), account.id, idsOf(accounts).indexOf(above.id));
  await putInOrder(ctx, ids);
  await logChange(ctx, account, { kind: 'raised', before: accounts, after: inOrder(accounts, ids) });
  return DONE;
}
