import type { Ctx } from '../../../framework/context.ts';
import { addressOf } from '../../cards/face.ts';
import { callCarrier } from '../../carriers/face.ts';
import type { DueCard } from '../slots/pollSlotStore.ts';
import type { PollReader } from './pollReaders.ts';

/** Readings no carrier offers for several cards at once: one call per card, and how its answer is applied. */
type Told = {
  [O in 'getRealName']: Extract<Awaited<ReturnType<typeof callCarrier<O>>>, { kind: 'ok' }>['answer'];
};

/** A reader that polls one card after the other; `keep` applies an answer in the transaction that records the poll. */
export const oneByOne = <O extends keyof Told>(
  kind: PollReader['kind'],
  operation: O,
  keep: (ctx: Ctx, card: DueCard, answer: Told[O], readAt: Date) => Promise<void>,
): PollReader => ({
  kind,
  read: async (ctx, { account, about }, [card]) => {
    const readAt = ctx.clock.now();
    if (!card) return { kind: 'heard', readAt, answered: [], unknown: [], apply: async () => {} };
    const outcome = await callCarrier(ctx, account.id, operation, addressOf(card), about);
    if (outcome.kind === 'unavailable') return { kind: 'unavailable', until: outcome.retryAt, words: outcome.words };
    return {
      kind: 'heard',
      readAt,
      answered: outcome.kind === 'ok' ? [card.id] : [],
      unknown: [],
      apply: async (inside) => {
        if (outcome.kind === 'ok') await keep(inside, card, outcome.answer as Told[O], readAt);
      },
    };
  },
});
