import { say, type Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { actorOfTask, lockCard, writeEvents } from '../../cards/face.ts';
import { limitsOf } from '../../settings/face.ts';
import type { Turn } from '../../tasks/face.ts';
import { expiredWords, heldUntil, isExpired } from './waitingRules.ts';

/**
 * Whether what a turn was to ask has waited too long for its carrier; if so it ends unsent, on its cards and in its task:
 * whoever asked may mean something else by now.
 */
export async function hasExpired(ctx: Ctx, turn: Turn): Promise<boolean> {
  const { commandWaitHours: hours } = await limitsOf(ctx.db);
  if (!isExpired(turn.heldSince, hours, ctx.clock.now())) return false;
  const words = expiredWords(hours);
  for (const item of turn.items) {
    await ctx.transact(async (inside) => {
      const card = item.targetId ? await lockCard(inside.db, item.targetId) : undefined;
      if (card) {
        await writeEvents(inside, [
          {
            cardId: card.id,
            iccid: card.iccid,
            customerId: card.customer_id,
            action: turn.task.action,
            result: 'expired',
            source: turn.task.accountId ? 'console' : 'schedule',
            actor: actorOfTask(turn.task),
            taskId: turn.task.id,
            // Nobody asked the carrier: the words are ours.
            reason: say(words, 'zh_CN'),
          },
        ]);
      }
      await turn.settleIn(inside, [[item, { kind: 'failed', code: 'expired', words }]]);
    });
  }
  // The lane is as it was: what is left of it has waited as long.
  turn.holdLane(ctx.clock.now(), words);
  return true;
}

/** The lane waits for its carrier: until that may be asked again, or until what it was to ask has waited too long. */
export async function holdForCarrier(
  ctx: Ctx,
  turn: Turn,
  { retryAt, words }: { readonly retryAt: Date; readonly words: Text },
): Promise<void> {
  const { commandWaitHours: hours } = await limitsOf(ctx.db);
  turn.holdLane(heldUntil(retryAt, turn.heldSince ?? ctx.clock.now(), hours), words);
}
