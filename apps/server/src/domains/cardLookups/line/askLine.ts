import { type askLine as endpoint, lineNotTold } from '@cardinal/contract/api/cardLookups/lineReading.ts';
import { cardCarrierUnavailable, cardNotFound, lineUnanswered } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { AnswerOf as EndpointAnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { channelOf } from '../../cardBatches/face.ts';
import { addressOf, announceCards, type CardRow, changeCard, lockCard } from '../../cards/face.ts';
import { type AnswerOf, type CarrierOutcome, callCarrier, type OperationName } from '../../carriers/face.ts';
import { type LINE_QUESTIONS, lineUnavailableReason } from './lineOffers.ts';
import { functionsTold, readingOf } from './lineReading.ts';

/**
 * Queries the carrier now, one operation after the other. What it does not answer keeps its former value; if nothing is
 * answered the request is refused.
 */
export async function askLine(ctx: Ctx, id: string): Promise<Commit<EndpointAnswerOf<typeof endpoint>>> {
  const card = await ctx.db.selectFrom('cards.v_card').selectAll().where('id', '=', id).executeTakeFirst();
  if (!card) throw new Refused(cardNotFound);
  const channel = await channelOf(ctx, card.carrier_account_id);
  const why = lineUnavailableReason(card, channel);
  if (why) throw new Refused(lineNotTold, { why });
  const readAt = ctx.clock.now();
  const can = new Set<OperationName>(channel.capabilities?.operations);
  const silences: Text[] = [];
  const ask = async <O extends (typeof LINE_QUESTIONS)[number]>(operation: O) => {
    if (!can.has(operation)) return undefined;
    const outcome: CarrierOutcome<unknown> = await callCarrier(
      ctx,
      card.carrier_account_id,
      operation,
      addressOf(card),
    );
    if (outcome.kind === 'ok') return outcome.answer;
    if (outcome.kind === 'unavailable') throw new Refused(cardCarrierUnavailable, { why: outcome.words });
    silences.push(outcome.words);
    return undefined;
  };
  const services = (await ask('getServices')) as { services: Parameters<typeof functionsTold>[0] } | undefined;
  const stopReason = (await ask('getStopReasons')) as { code: string | null; words: Text } | undefined;
  const binding = (await ask('getBinding')) as AnswerOf<'getBinding'> | undefined;
  const allowances = (await ask('getAllowances')) as AnswerOf<'getAllowances'> | undefined;
  const [silence] = silences;
  if (!services && !stopReason && !binding && !allowances && silence)
    throw new Refused(lineUnanswered, { why: silence });
  const kept = {
    ...(services ? { services: JSON.stringify(services.services) } : {}),
    ...(stopReason ? { stop_reason: JSON.stringify(stopReason) } : {}),
    ...(binding ? { binding: JSON.stringify(bindingTold(binding)) } : {}),
    ...(allowances ? { allowances: JSON.stringify(allowances.allowances) } : {}),
  };
  return async (inside) => {
    if (services) await takeFunctions(inside, card, functionsTold(services.services));
    inside.note(noteOf(card));
    const row = await inside.db
      .insertInto('card_lookups.line_reading')
      .values({
        card_id: card.id,
        read_at: readAt,
        services: null,
        stop_reason: null,
        binding: null,
        allowances: null,
        ...kept,
      })
      .onConflict((conflict) => conflict.column('card_id').doUpdateSet({ read_at: readAt, ...kept }))
      .returningAll()
      .executeTakeFirstOrThrow();
    return readingOf(row, ctx.language);
  };
}

const bindingTold = ({ boundImei, isSeparated, separatedAt }: AnswerOf<'getBinding'>) => ({
  boundImei,
  isSeparated,
  separatedAt,
});

/** Stores the functions of a card's line as the carrier reports them. */
async function takeFunctions(ctx: Ctx, { id }: CardRow, told: ReturnType<typeof functionsTold>): Promise<void> {
  const card = await lockCard(ctx.db, id);
  const isNew = card && Object.entries(told).some(([name, value]) => card[name as keyof CardRow] !== value);
  if (isNew) await announceCards(ctx, [await changeCard(ctx.db, card, told, ctx.clock.now())]);
}

const noteOf = (card: CardRow) => ({
  objectKind: 'card',
  objectId: card.id,
  summary: card.iccid,
  customerId: card.customer_id,
});
