import { accountHasNoCards } from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import { accountNotConnected, accountStateRefused } from '@cardinal/contract/api/carriers/carriers.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { AS_ITEMS } from '../../cards/face.ts';
import { type StartedTask, startTask } from '../../tasks/face.ts';
import { ownAccount } from '../ownAccount.ts';

const TITLES: Readonly<Record<'sync_card' | 'reconcile_card', (name: string) => Text>> = {
  sync_card: (name) => text(`同步通道 ${name}`, `Sync ${name}`),
  reconcile_card: (name) => text(`对账 ${name}`, `Reconcile ${name}`),
};

/** Starts a task over all cards of the account that are not cancelled. */
export async function startOverAccount(
  ctx: Ctx,
  action: 'sync_card' | 'reconcile_card',
  accountId: string,
): Promise<StartedTask> {
  const account = await ownAccount(ctx, accountId);
  if (!account.isConnected) throw new Refused(accountNotConnected);
  if (account.state !== 'on') throw new Refused(accountStateRefused);
  const title = TITLES[action](account.name);
  const started = await startTask(ctx, {
    action,
    title,
    selection: text(`通道 ${account.name} 的全部卡`, `All cards of ${account.name}`),
    items: {
      select: ctx.db
        .selectFrom('cards.v_card as c')
        .select(AS_ITEMS)
        .where('c.carrier_account_id', '=', accountId)
        .where('c.lifecycle', '!=', 'cancelled')
        .orderBy('c.id'),
    },
  });
  if (started.total === 0) throw new Refused(accountHasNoCards);
  ctx.note({
    objectKind: 'carrierAccount',
    objectId: accountId,
    summary: title,
    taskId: started.taskId,
    after: { cards: started.total },
  });
  return started;
}
