import type { Reply } from '../protocol/adapter.ts';
import { told } from '../protocol/exchange.ts';
import type { CardAddress } from '../protocol/operations.ts';
import { ONE_BY_ONE } from './judge.ts';

/** Queries one card at a time and returns the results as a batch; unknown cards are listed. */
export async function oneByOne<A>(
  cards: readonly CardAddress[],
  ask: (card: CardAddress) => Promise<Reply<A>>,
): Promise<Reply<{ readonly found: readonly A[]; readonly unknown: readonly string[] }>> {
  const [card, ...others] = cards;
  if (!card || others.length > 0) return ONE_BY_ONE;
  const reply = await ask(card);
  if (reply.kind === 'refused' && reply.isUnknown) {
    const { httpStatus } = reply;
    return { kind: 'ok', httpStatus, answer: { found: [], unknown: [card.iccid] } };
  }
  return told(reply, (found) => ({ found: [found], unknown: [] }));
}
