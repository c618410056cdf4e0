import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { readTradedCard as endpoint } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import type { CardKind, Lifecycle, Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { shownStatusOf, statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { normalIccid, spellingsOf } from '@cardinal/primitives/iccid.ts';
import { say } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { valueWords, wordsIn } from '../../cards/face.ts';

/**
 * What a trade lets its parties see of a card. A card that went to the partner is found only by the trade's record in the
 * caller's own history.
 */
export async function tradedCard(ctx: Ctx, iccid: string): Promise<AnswerOf<typeof endpoint>> {
  const spellings = spellingsOf(normalIccid(iccid));
  const [own, trade] = await Promise.all([
    ctx.db.selectFrom('cards.v_card').select('id').where('iccid', 'in', spellings).executeTakeFirst(),
    ctx.db
      .selectFrom('cards.v_card_event')
      .select(['card_id', 'at', 'from_value', 'to_value', 'reason', 'reason_en'])
      .where('iccid', 'in', spellings)
      .where('action', '=', 'partner_transfer')
      .where('result', '=', 'done')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const id = own?.id ?? trade?.card_id;
  if (!id) throw new Refused(cardNotFound);
  const card = await ctx
    .beyondScope('a trade lets its parties know how the card stands; nothing else of it is read')
    .selectFrom('cards.v_card')
    .select(['iccid', 'platform', 'kind', 'lifecycle', 'carrier_status', 'stop_reasons', 'package_name'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!card) throw new Refused(cardNotFound);
  const platform = card.platform as Platform;
  const word = shownStatusOf(platform, card.carrier_status, card.stop_reasons as readonly StopReason[]);
  return {
    iccid: card.iccid,
    platform,
    kind: card.kind as CardKind,
    lifecycle: card.lifecycle as Lifecycle,
    shownStatus: { word, text: say(statusTextOf(platform, word), ctx.language) },
    trade: trade
      ? {
          at: trade.at.toISOString(),
          from: valueWords(trade.from_value, ctx.language),
          to: valueWords(trade.to_value, ctx.language),
          note: wordsIn(ctx.language, trade.reason, trade.reason_en),
        }
      : null,
    packageName: own ? card.package_name : null,
  };
}
