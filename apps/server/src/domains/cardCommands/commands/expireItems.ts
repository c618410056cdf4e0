import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { actorOfTask, lockCard, writeEvents } from '../../cards/face.ts';
import { limitsOf } from '../../settings/face.ts';
import type { LeasedBatch } from '../../tasks/face.ts';
import { expiredWords, heldUntil, isExpired } from './waitingRules.ts';

/** A rule carries out reasons that stand on the cards: it waits for as long as they do. */
export const isRuled = ({ task }: LeasedBatch): boolean => task.parameters['isRuled'] === true;

const hoursOf = async (ctx: Ctx, batch: LeasedBatch): Promise<number> =>
  isRuled(batch) ? Number.POSITIVE_INFINITY : (await limitsOf(ctx.db)).commandWaitHours;

/**
 * Whether a leased batch has waited too long for its carrier. If so its cards and items end unsent: the requester may want
 * something else by now.
 */
export async function hasExpired(ctx: Ctx, batch: LeasedBatch): Promise<boolean> {
  const hours = await hoursOf(ctx, batch);
  if (!isExpired(batch.heldSince, hours, ctx.clock.now())) return false;
  const words = expiredWords(hours);
  for (const item of batch.items) {
    await ctx.transact(async (inside) => {
      const card = item.targetId ? await lockCard(inside.db, item.targetId) : undefined;
      if (card) {
        await writeEvents(inside, [
          {
            cardId: card.id,
            iccid: card.iccid,
            customerId: card.customer_id,
            action: batch.task.action,
            result: 'expired',
            source: batch.task.accountId ? 'console' : 'schedule',
            actor: actorOfTask(batch.task),
            taskId: batch.task.id,
            // The carrier was not asked: the words are the platform's.
            reason: words,
          },
        ]);
      }
      await batch.settleIn(inside, [[item, { kind: 'failed', code: 'expired', words }]]);
    });
  }
  // The lane's waiting time is unchanged: its remaining items have waited as long.
  batch.holdLane(ctx.clock.now(), words);
  return true;
}

/** Holds the lane until its carrier may be asked again, or until its items have waited too long. */
export async function holdForCarrier(
  ctx: Ctx,
  batch: LeasedBatch,
  { retryAt, words }: { readonly retryAt: Date; readonly words: Text },
): Promise<void> {
  const hours = await hoursOf(ctx, batch);
  batch.holdLane(heldUntil(retryAt, batch.heldSince ?? ctx.clock.now(), hours), words);
}
