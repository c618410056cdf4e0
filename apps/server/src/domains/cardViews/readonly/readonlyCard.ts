import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type { readReadonlyCard as endpoint } from '@cardinal/contract/api/cardViews/readonlyCards.ts';
import type { Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { TaskKind } from '@cardinal/contract/enumerations/task.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { shownStatusOf, statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { OperationType } from '@cardinal/contract/tasks/operationTypes.ts';
import { actionsOfKind } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { normalIccid, spellingsOf } from '@cardinal/primitives/iccid.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import { lastPlaceOf } from '../../cardLookups/face.ts';
import { type CardRow, FLOW_KINDS, VOICE_KINDS } from '../../cards/face.ts';
import { keptReading } from '../../carrierSync/face.ts';
import { diagnosisOf, presentCard, unavailableReasonOf } from '../detail/cardView.ts';
import { eventWords } from '../detail/peekCard.ts';
import { looked } from './readonlyRules.ts';
import { seenBy } from './readonlyViews.ts';

type Detail = AnswerOf<typeof endpoint>;

const LINES = 20;
const STATUS_CHANGES = [...actionsOfKind(TaskKind.values.status)];

/** The card kinds this account may look at. */
const kindsOf = (ctx: Ctx): number[] => [
  ...(holds(ctx.actor, 'readonlyCard.view') ? FLOW_KINDS : []),
  ...(holds(ctx.actor, 'readonlyCard.viewVoice') ? VOICE_KINDS : []),
];

/** By its ICCID in either spelling, or by `id-…`; a kind the caller may not see reads as missing. */
export async function findReadonlyCard(ctx: Ctx, named: string): Promise<CardRow> {
  const kinds = kindsOf(ctx);
  const base = ctx.db
    .selectFrom('cards.v_card')
    .selectAll()
    .where('kind', 'in', [...kinds, 0]);
  const query = named.startsWith('id-')
    ? base.where('id', '=', named.slice(3))
    : base.where('iccid', 'in', spellingsOf(normalIccid(named)));
  const card = await query.orderBy('id').executeTakeFirst();
  if (!card) throw new Refused(cardNotFound);
  return card;
}

const ADVICE = text('{words}，请联系管理员处理', '{words}. Contact your administrator.');

/** One read-only card; the access is logged. */
export async function readonlyCard(ctx: Ctx, named: string): Promise<Detail> {
  const card = await findReadonlyCard(ctx, named);
  const seen = await seenBy(ctx);
  const { groups } = seen;
  const platform = card.platform as Platform;
  const word = shownStatusOf(platform, card.carrier_status, card.stop_reasons as readonly StopReason[]);
  const diagnosis = await diagnosisOf(ctx, card);
  await ctx.record({
    operation: OperationType.values.ViewSensitive,
    endpoint: 'readonlyCards.detail',
    permission: 'readonlyCard.view',
    result: 'done',
    code: '200',
    objectKind: 'card',
    objectId: card.id,
    summary: card.iccid,
    customerId: card.customer_id,
  });
  const why = await unavailableReasonOf(ctx, card, 'sync_card');
  return {
    card: looked(await presentCard(ctx, card), seen) as Detail['card'],
    groups: [...groups],
    shownStatus: { word, text: say(statusTextOf(platform, word), ctx.language) },
    diagnosis: {
      state: diagnosis.state,
      words: diagnosis.state === 'good' ? diagnosis.words : say(ADVICE, ctx.language, { words: diagnosis.words }),
    },
    session: groups.has('session') ? await sessionOf(ctx, card) : null,
    location: groups.has('location') ? await lastPlaceOf(ctx, card) : null,
    timeline: groups.has('timeline') ? await timelineOf(ctx, card) : [],
    refresh: { isAllowed: why === undefined, why: why ? say(why, ctx.language) : null },
  };
}

async function sessionOf(ctx: Ctx, card: CardRow): Promise<Detail['session']> {
  const { session } = await keptReading(ctx, card.id);
  if (!session) return null;
  const { startedAt, endedAt, apn, readAt } = session;
  return { startedAt, endedAt, apn, readAt };
}

async function timelineOf(ctx: Ctx, card: CardRow): Promise<Detail['timeline']> {
  const lines = await ctx.db
    .selectFrom('cards.v_card_event')
    .select(['id', 'at', 'action', 'from_value', 'to_value', 'result'])
    .where('card_id', '=', card.id)
    .where('action', 'in', STATUS_CHANGES)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(LINES)
    .execute();
  return lines.map((line) => ({
    id: line.id,
    at: line.at.toISOString(),
    words: eventWords(ctx, line, undefined),
    result: line.result,
  }));
}
