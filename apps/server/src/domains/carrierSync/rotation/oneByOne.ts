import type { Ctx } from '../../../framework/context.ts';
import { addressOf } from '../../cards/face.ts';
import { callCarrier } from '../../carriers/face.ts';
import type { TurnCard } from '../slots/turnStore.ts';
import type { TurnReader } from './turnReaders.ts';

/** What no carrier tells of several cards at once: one call a card, and what is done with its answer. */
type Told = {
  [O in 'getRealName']: Extract<Awaited<ReturnType<typeof callCarrier<O>>>, { kind: 'ok' }>['answer'];
};

/** A reading of one card after the other; `keep` takes an answer over, in the transaction that notes the turn. */
export const oneByOne = <O extends keyof Told>(
  kind: TurnReader['kind'],
  operation: O,
  keep: (ctx: Ctx, card: TurnCard, answer: Told[O], readAt: Date) => Promise<void>,
): TurnReader => ({
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
