import { text } from '@cardinal/primitives/text.ts';
import type { Line, Reply } from '../protocol/adapter.ts';
import { AWAITS_ACTIVATION } from './judge.ts';

const NO_TURN = text(
  '通道当前不可用，激活请求未发出',
  'The carrier account is unavailable; the activation request was not sent',
);

/**
 * Sends an order; if a resumption is refused because the card was never used, requests activation instead. The caller of
 * «active» cannot know which of the two is needed.
 */
export async function orderOrActivate(
  line: Line,
  order: () => Promise<Reply<unknown>>,
  activate: () => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  const reply = await order();
  if (reply.kind !== 'refused' || reply.code !== AWAITS_ACTIVATION) return reply;
  return (await line.nextBudgetSlot()) ? activate() : { kind: 'notSent', words: NO_TURN };
}
