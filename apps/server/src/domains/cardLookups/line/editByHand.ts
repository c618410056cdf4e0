import {
  type byHandSchema,
  type editByHand as endpoint,
  notByHand,
  sameByHand,
} from '@cardinal/contract/api/cardLookups/cardByHand.ts';
import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { EventSource } from '@cardinal/contract/api/cards/history.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid, noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { lifecycleOf, statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { STATUS_TABLES } from '@cardinal/contract/statuses/carrierStatuses.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import type * as z from 'zod';
import { type Ctx, holds } from '../../../framework/context.ts';
import { type Channel, channelOf } from '../../cardBatches/face.ts';
import { MOVED_BY } from '../../cardCommands/face.ts';
import { announceCards, type CardRow, changeCard, known, lockCard, writeEvents } from '../../cards/face.ts';

const { thirdParty, other } = Platform.values;

/** A card of a partner whose interface reports no status, or that has no interface. */
export const isByHand = (card: Pick<CardRow, 'platform'>, { isConnected, capabilities }: Channel): boolean =>
  (card.platform === thirdParty || card.platform === other) &&
  !(isConnected && capabilities?.operations.includes('getDevice'));

const wordsOf = (platform: Platform): string[] => Object.keys(STATUS_TABLES[platform].statuses);

/** How a card's status is maintained by hand; null if its carrier reports it. */
export async function byHandOf(ctx: Ctx, card: CardRow): Promise<z.output<typeof byHandSchema> | null> {
  if (!isByHand(card, await channelOf(ctx, card.carrier_account_id))) return null;
  const platform = card.platform as Platform;
  const last = await ctx.db
    .selectFrom('cards.v_card_event as e')
    .select(['e.at', 'e.reason', known('actor_name', ctx).as('by')])
    .where('e.card_id', '=', card.id)
    .where('e.source', '=', 'byHand' satisfies z.output<typeof EventSource.schema>)
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    statuses: wordsOf(platform).map((word) => ({ word, text: say(statusTextOf(platform, word), ctx.language) })),
    why: holds(ctx.actor, 'cardOther.edit') ? null : say(noPermission.text, ctx.language),
    last: last ? { at: last.at.toISOString(), by: last.by as string | null, note: last.reason ?? '' } : null,
  };
}

/** Sets a status only a person can know: that a partner's card is in service, or stopped. No carrier is asked. */
export async function editByHand(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const card = await lockCard(ctx.db, body.id);
  if (!card) throw new Refused(cardNotFound);
  if (!isByHand(card, await channelOf(ctx, card.carrier_account_id))) throw new Refused(notByHand);
  const platform = card.platform as Platform;
  const lifecycle = lifecycleOf(platform, body.status);
  if (lifecycle === undefined) {
    const words = text('该运营商没有此状态', 'This carrier does not have this status');
    throw new Refused(invalid, {}, [{ field: 'status', text: words }]);
  }
  if (card.carrier_status === body.status) throw new Refused(sameByHand);
  const now = ctx.clock.now();
  const isFirst = card.activated_at === null && lifecycle === 'activated';
  const after = await changeCard(
    ctx.db,
    card,
    { carrier_status: body.status, lifecycle, ...(isFirst ? { activated_at: now } : {}) },
    now,
  );
  const told = (word: string) => ({ word, ...statusTextOf(platform, word) });
  await writeEvents(ctx, [
    {
      cardId: card.id,
      iccid: card.iccid,
      customerId: card.customer_id,
      action: MOVED_BY[lifecycle] ?? 'sync_card',
      result: 'done',
      source: 'byHand',
      from: told(card.carrier_status),
      to: told(body.status),
      reason: body.note,
    },
  ]);
  await announceCards(ctx, [after]);
  ctx.note({
    objectKind: 'card',
    objectId: card.id,
    summary: card.iccid,
    before: { status: card.carrier_status },
    after: { status: body.status, note: body.note },
  });
  return { id: card.id };
}
