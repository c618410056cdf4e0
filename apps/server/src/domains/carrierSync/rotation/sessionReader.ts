import { dayText } from '@cardinal/primitives/time.ts';
import { addressOf } from '../../cards/face.ts';
import { callCarrier } from '../../carriers/face.ts';
import { keepSession } from '../sessions/keepSessions.ts';
import { readRecords } from '../sessions/readRecords.ts';
import type { PollReader } from './pollReaders.ts';

/**
 * Polls whether cards are online and their last session. The first reading of a day also reads the cycle's session records, if
 * the carrier has them: sessions between two readings appear only there.
 */
export const sessionReader: PollReader = {
  kind: 'session',
  read: async (ctx, { account, about }, [card]) => {
    const readAt = ctx.clock.now();
    if (!card) return { kind: 'heard', readAt, answered: [], unknown: [], apply: async () => {} };
    const outcome = await callCarrier(ctx, account.id, 'getSession', addressOf(card), about);
    if (outcome.kind === 'unavailable') return { kind: 'unavailable', until: outcome.retryAt, words: outcome.words };
    const isFirst = card.readAt === null || dayText(card.readAt, account.zone) !== dayText(readAt, account.zone);
    const keepThem = isFirst && outcome.kind === 'ok' ? await readRecords(ctx, card, account.id, about) : undefined;
    return {
      kind: 'heard',
      readAt,
      answered: outcome.kind === 'ok' ? [card.id] : [],
      unknown: [],
      apply: async (inside) => {
        await keepThem?.(inside);
        if (outcome.kind === 'ok') await keepSession(inside, card, outcome.answer, readAt);
      },
    };
  },
};
