import {
  cardCarrierUnavailable,
  cardNotFound,
  refreshedJustNow,
  refreshNotAllowed,
} from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { refreshCard as endpoint } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { applyReadings, isBeyondRefresh } from '../../cardCommands/face.ts';
import { addressOf, type CardRow, claimRefresh } from '../../cards/face.ts';
import { keepSession, knownAgain, noteUnknown, readNow, readRecords } from '../../carrierSync/face.ts';
import { callCarrier } from '../../carriers/face.ts';
import { limitsOf } from '../../settings/face.ts';
import { diagnosisOf, presentCard } from './cardView.ts';

/**
 * Queries the carrier about one card now, its usage too, and returns the answer. The refresh is recorded even if the carrier does not answer.
 */
export async function refreshCard(ctx: Ctx, id: string): Promise<Commit<AnswerOf<typeof endpoint>>> {
  const card = await claimed(ctx, id);
  const readAt = ctx.clock.now();
  const accountId = card.carrier_account_id;
  const outcome = await callCarrier(ctx, accountId, 'getDevice', addressOf(card));
  if (outcome.kind === 'refused') await ctx.transact((inside) => noteUnknown(inside, [id]));
  if (outcome.kind !== 'ok') throw new Refused(cardCarrierUnavailable, { why: outcome.words });
  const [session, keepThem, usage] = await Promise.all([
    callCarrier(ctx, accountId, 'getSession', addressOf(card)),
    readRecords(ctx, card, accountId),
    readNow(ctx, 'usage', card, accountId),
  ]);
  return async (inside) => {
    await knownAgain(inside, [id]);
    await applyReadings(inside, accountId, [outcome.answer], { readAt, isDirect: true });
    await usage?.apply(inside);
    await keepThem?.(inside);
    if (session.kind === 'ok') await keepSession(inside, card, session.answer, readAt);
    inside.note({ objectKind: 'card', objectId: card.id, summary: card.iccid, customerId: card.customer_id });
    await usage?.total(inside);
    const now = await findCard(inside, id);
    if (!now) throw new Refused(cardNotFound);
    return {
      card: (await presentCard(inside, now)) as AnswerOf<typeof endpoint>['card'],
      diagnosis: await diagnosisOf(inside, now),
    };
  };
}

const findCard = (ctx: Ctx, id: string): Promise<CardRow | undefined> =>
  ctx.db.selectFrom('cards.v_card').selectAll().where('id', '=', id).executeTakeFirst();

async function claimed(ctx: Ctx, id: string): Promise<CardRow> {
  const card = await findCard(ctx, id);
  if (!card) throw new Refused(cardNotFound);
  const now = ctx.clock.now();
  if (isBeyondRefresh(card, now)) throw new Refused(refreshNotAllowed);
  const { cardRefreshSeconds } = await limitsOf(ctx.db);
  const isMine = await claimRefresh(ctx.db, id, now, new Date(now.getTime() - cardRefreshSeconds * 1_000));
  if (!isMine) throw new Refused(refreshedJustNow);
  return card;
}
