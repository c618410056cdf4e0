import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Urgency } from '../../../outbound/gate/urgencyRules.ts';
import { callCarrier } from '../gate/gate.ts';
import { beginReading, finishReading, keepReading, leaveReading, type PoolReading, takePools } from './poolStore.ts';

/** A longer list counts as endless. */
const MOST_PAGES = 1_000;
const ENDLESS = text('流量池列表没有结尾，已停止读取', 'The pool list has no end; reading stopped');

export type PoolsEnd =
  | { readonly kind: 'finished' }
  /** Interrupted; the next reading starts over. */
  | { readonly kind: 'halted' }
  /** The carrier could not be asked, or the process is stopping: the next reading continues at its page. */
  | { readonly kind: 'unfinished' }
  /** Another process reads. */
  | { readonly kind: 'elsewhere' };

/**
 * Reads all pools of an account, page by page, and applies them. The position is stored with every page; only a complete list
 * tells which pools are gone.
 */
export async function readPools(
  ctx: Ctx,
  accountId: string,
  about: { readonly signal: AbortSignal; readonly urgency?: Urgency },
): Promise<PoolsEnd> {
  const reading = await beginReading(ctx, accountId);
  if (!reading) return { kind: 'elsewhere' };
  try {
    return await readPages(ctx, reading, about);
  } catch (error) {
    await leaveReading(ctx, reading);
    throw error;
  }
}

async function readPages(
  ctx: Ctx,
  reading: PoolReading,
  about: { readonly signal: AbortSignal; readonly urgency?: Urgency },
): Promise<PoolsEnd> {
  const { accountId } = reading;
  for (let page = reading.page; page <= MOST_PAGES; page++) {
    const readAt = ctx.clock.now();
    const outcome = about.signal.aborted
      ? undefined
      : await callCarrier(ctx, accountId, 'listPools', { page }, { urgency: 'rotation', ...about });
    if (!outcome || outcome.kind === 'unavailable') {
      // A stop signal is not an outage of the carrier.
      await leaveReading(ctx, reading, outcome && !about.signal.aborted ? { halted: outcome.words } : {});
      return { kind: 'unfinished' };
    }
    if (outcome.kind !== 'ok') {
      await leaveReading(ctx, reading, { halted: outcome.words, isOver: true });
      return { kind: 'halted' };
    }
    const { pools, isLastPage } = outcome.answer;
    const isOurs = await ctx.transact(async (inside) => {
      if (!(await keepReading(inside, reading, page + 1))) return false;
      await takePools(inside, accountId, pools, readAt);
      if (isLastPage) await finishReading(inside, reading);
      return true;
    });
    if (!isOurs) return { kind: 'elsewhere' };
    if (isLastPage) return { kind: 'finished' };
  }
  await leaveReading(ctx, reading, { halted: ENDLESS, isOver: true });
  return { kind: 'halted' };
}
