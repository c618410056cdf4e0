import {
  type askRealName as askEndpoint,
  type viewRealNameLink as linkEndpoint,
  realNameNotOffered,
  realNameRefused,
} from '@cardinal/contract/api/cardLookups/realName.ts';
import { cardCarrierUnavailable, cardNotFound, realNameUnclear } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { RealNameStatus } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { channelOf } from '../../cardBatches/face.ts';
import { addressOf, type CardRow, writeEvents } from '../../cards/face.ts';
import { recordUnscheduledRead, takeRealName } from '../../carrierSync/face.ts';
import { type CarrierOutcome, callCarrier } from '../../carriers/face.ts';
import { realNameUnavailableReason } from './realNameOffers.ts';

const LINK_TAKEN = text('已取得运营商实名链接', 'Real-name link obtained from the carrier');

/** Queries the carrier now; the answer is applied like a polled reading. */
export async function askRealName(ctx: Ctx, id: string): Promise<Commit<AnswerOf<typeof askEndpoint>>> {
  const card = await cardToAsk(ctx, id, 'getRealName');
  const readAt = ctx.clock.now();
  const { isDone, at, words } = answered(
    await callCarrier(ctx, card.carrier_account_id, 'getRealName', addressOf(card)),
  );
  return async (inside) => {
    await takeRealName(inside, card.id, isDone);
    await recordUnscheduledRead(inside, 'realName', [card.id], readAt);
    inside.note(noteOf(card));
    return {
      status: isDone ? RealNameStatus.values.realNamed : RealNameStatus.values.notRealNamed,
      doneAt: at?.toISOString() ?? null,
      words: words ? say(words, ctx.language) : null,
      readAt: readAt.toISOString(),
    };
  };
}

/**
 * The carrier's registration page for the end user of a card. The card history and the operation log record the request; the
 * link is never stored.
 */
export async function viewRealNameLink(ctx: Ctx, id: string): Promise<Commit<AnswerOf<typeof linkEndpoint>>> {
  const card = await cardToAsk(ctx, id, 'startRealName');
  const at = ctx.clock.now();
  const link = answered(await callCarrier(ctx, card.carrier_account_id, 'startRealName', addressOf(card)));
  return async (inside) => {
    await writeEvents(inside, [
      {
        cardId: card.id,
        iccid: card.iccid,
        customerId: card.customer_id,
        action: 'real_name',
        result: 'done',
        to: LINK_TAKEN,
        carrierRef: link.reference,
      },
    ]);
    inside.note(noteOf(card));
    return { iccid: card.iccid, url: link.url, reference: link.reference, at: at.toISOString() };
  };
}

/** The caller's own card whose carrier offers this query; otherwise refused with the reason. */
async function cardToAsk(ctx: Ctx, id: string, operation: 'getRealName' | 'startRealName'): Promise<CardRow> {
  const card = await ctx.db.selectFrom('cards.v_card').selectAll().where('id', '=', id).executeTakeFirst();
  if (!card) throw new Refused(cardNotFound);
  const why = realNameUnavailableReason(card, await channelOf(ctx, card.carrier_account_id), operation);
  if (why) throw new Refused(realNameNotOffered, { why });
  return card;
}

/** The carrier's answer; a refusal, an unclear result and a call that was not made each raise their own error. */
function answered<A>(outcome: CarrierOutcome<A>): A {
  switch (outcome.kind) {
    case 'ok':
      return outcome.answer;
    case 'refused':
      throw new Refused(realNameRefused, { why: outcome.words });
    case 'unclear':
      throw new Refused(realNameUnclear, { why: outcome.words });
    case 'unavailable':
      throw new Refused(cardCarrierUnavailable, { why: outcome.words });
  }
}

const noteOf = (card: CardRow) => ({
  objectKind: 'card',
  objectId: card.id,
  summary: card.iccid,
  customerId: card.customer_id,
});
