import { callCarrier } from '../../../carriers/face.ts';
import { addressOf } from '../../cardAddress.ts';
import { keepSession } from '../keepSession.ts';
import type { TurnReader } from './turnReaders.ts';

/** Whether cards are online and their last session; no carrier tells it of several at once. */
export const sessionReader: TurnReader = {
  kind: 'session',
  read: async (ctx, { account, about }, [card]) => {
    const readAt = ctx.clock.now();
    if (!card) return { kind: 'heard', readAt, answered: [], unknown: [], apply: async () => {} };
    const outcome = await callCarrier(ctx, account.id, 'getSession', addressOf(card), about);
    if (outcome.kind === 'unavailable') return { kind: 'unavailable', until: outcome.retryAt, words: outcome.words };
    return {
      kind: 'heard',
      readAt,
      answered: outcome.kind === 'ok' ? [card.id] : [],
      unknown: [],
      apply: async (inside) => {
        if (outcome.kind === 'ok') await keepSession(inside, card, outcome.answer, readAt);
      },
    };
  },
};
