import { askRealName, viewRealNameLink } from '@cardinal/contract/api/cardLookups/realName.ts';
import type { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { RealNameStatus } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import { CANCELLED, type Channel, channelOf, NOT_CONNECTED } from '../../cardBatches/face.ts';
import type { CardRow } from '../../cards/face.ts';

const NOT_TOLD = text('该通道不提供实名状态查询', 'This carrier account cannot query real-name status');
const NO_LINK = text('该通道不提供实名链接', 'This carrier account provides no real-name link');
const DONE_ALREADY = text('该卡已实名', 'The card is already real-named');

type RealNameOperation = 'getRealName' | 'startRealName';

/** Why the carrier cannot be queried: the interface, or the card itself. */
export function realNameUnavailableReason(
  card: Pick<CardRow, 'lifecycle' | 'real_name_status'>,
  { isConnected, capabilities }: Channel,
  operation: RealNameOperation,
): Text | undefined {
  if (!isConnected) return NOT_CONNECTED;
  const isLink = operation === 'startRealName';
  if (!capabilities?.operations.includes(operation)) return isLink ? NO_LINK : NOT_TOLD;
  if (card.lifecycle === 'cancelled') return CANCELLED;
  return isLink && card.real_name_status === RealNameStatus.values.realNamed ? DONE_ALREADY : undefined;
}

/** The real-name queries open to the caller for a card, each with what prevents it. */
export async function realNameOffers(ctx: Ctx, card: CardRow): Promise<AnswerOf<typeof readCard>['realName']> {
  const channel = await channelOf(ctx, card.carrier_account_id);
  const offer = ({ permission }: Pick<Endpoint, 'permission'>, operation: RealNameOperation) => {
    if (typeof permission === 'string' || !permission.some((each) => holds(ctx.actor, each))) return null;
    const why = realNameUnavailableReason(card, channel, operation);
    return { why: why ? say(why, ctx.language) : null };
  };
  return { ask: offer(askRealName, 'getRealName'), link: offer(viewRealNameLink, 'startRealName') };
}
