import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import type {
  readCardMoment as momentEndpoint,
  readCardTimeline as timelineEndpoint,
} from '@cardinal/contract/api/cardViews/timeMachine.ts';
import type { Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { lifecycleOf, shownStatusOf, statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import {
  actionText,
  type CardRow,
  linesOf,
  presentStanding,
  recordedSince,
  STANDING_FIELDS,
  type Standing,
  sightOf,
  standingAt,
  type TagLook,
  tagsNamed,
} from '../../cards/face.ts';
import type { Sight } from '../../control/face.ts';
import { customerNames } from '../../customers/face.ts';
import { diagnosisOf } from '../detail/cardView.ts';
import { eventWords } from '../detail/peekCard.ts';
import { whyStopped } from './whyStopped.ts';

type Moment = AnswerOf<typeof momentEndpoint>;
type Shown = Moment['stands'];

const MOST_MARKS = 1_000;

async function findCard(ctx: Ctx, id: string): Promise<CardRow> {
  const card = await ctx.db.selectFrom('cards.v_card').selectAll().where('id', '=', id).executeTakeFirst();
  if (!card) throw new Refused(cardNotFound);
  return card;
}

const isOwn = (ctx: Ctx, customerId: string): boolean =>
  ctx.scope.everything || ctx.scope.customerIds.includes(customerId);

/**
 * The state of a card at a given time beside its present one. For each stop reason: who set it, the command and the carrier's
 * answer.
 */
export async function cardMoment(ctx: Ctx, asked: QueryOf<typeof momentEndpoint>): Promise<Moment> {
  const card = await findCard(ctx, asked.id);
  const now = ctx.clock.now();
  const wanted = asked.at === undefined ? now : new Date(asked.at);
  const at = wanted > now ? now : wanted;
  const [lines, present] = await Promise.all([linesOf(ctx, card.id), presentStanding(ctx, card)]);
  const tagIds = [...lines.flatMap((line) => line.state?.tags ?? []), ...present.tags];
  const { looks, ends } = await tagsNamed(ctx, [...new Set(tagIds)]);
  const since = recordedSince(lines);
  const standing = standingAt(lines, ends, present, at);
  const sight = await sightOf(ctx, card);
  const show = await shower(ctx, card.platform as Platform, looks, [standing, present], sight);
  const began = lines[0] && lines[0].at < card.created_at ? lines[0].at : card.created_at;
  const kind =
    at < began ? 'notYet' : standing.customer !== undefined && !isOwn(ctx, standing.customer) ? 'elsewhere' : 'known';
  const told = lines.filter((line) => line.at <= at);
  return {
    at: at.toISOString(),
    kind,
    recordedSince: since?.toISOString() ?? null,
    stood: kind === 'known' ? show(standing) : null,
    stands: show(present),
    why: kind === 'known' ? await whyStopped(ctx, card, standing, told, at) : [],
    diagnosis: kind === 'known' && wanted >= now ? toldOf(await diagnosisOf(ctx, card)) : null,
  };
}

const toldOf = ({ state, words }: { state: 'good' | 'attention' | 'bad'; words: string }) => ({ state, words });

/** Presents card states in the caller's language, with the names the caller may see. */
async function shower(
  ctx: Ctx,
  platform: Platform,
  looks: ReadonlyMap<string, TagLook>,
  standings: readonly Standing[],
  sight: Sight | undefined,
): Promise<(standing: Standing) => Shown> {
  const names = await customerNames(
    ctx.db,
    standings.flatMap(({ customer }) => (customer ? [customer] : [])),
  );
  return (standing) => {
    const { status, customer } = standing;
    const reasons = (standing.reasons ?? []) as readonly StopReason[];
    const name = customer === undefined ? undefined : names.get(customer);
    return {
      status:
        status === undefined
          ? null
          : {
              text: say(statusTextOf(platform, shownStatusOf(platform, status, reasons)), ctx.language),
              word: status,
              lifecycle: lifecycleOf(platform, status) ?? null,
            },
      reasons: [...reasons],
      pending: standing.pending ? say(actionText(standing.pending), ctx.language) : null,
      customer: customer !== undefined && name !== undefined ? { id: customer, name } : null,
      product: standing.product ?? null,
      version: standing.version ?? null,
      remark: standing.remark ?? null,
      imei: sight?.hides.has('imei') ? null : (standing.imei ?? null),
      tags: (standing.tags ?? []).flatMap((id) => looks.get(id) ?? []).sort((a, b) => a.name.localeCompare(b.name)),
      unrecorded: STANDING_FIELDS.filter((field) => standing[field] === undefined),
    };
  };
}

/** The marks of a card's history, oldest first; of a very long one the latest. */
export async function cardTimeline(ctx: Ctx, id: string): Promise<AnswerOf<typeof timelineEndpoint>> {
  const card = await findCard(ctx, id);
  const of = () => ctx.db.selectFrom('cards.v_card_event as e').where('e.card_id', '=', card.id);
  const [rows, first] = await Promise.all([
    of()
      .select(['e.id', 'e.at', 'e.action', 'e.result', 'e.source', 'e.from_value', 'e.to_value'])
      .orderBy('e.at', 'desc')
      .orderBy('e.id', 'desc')
      .limit(MOST_MARKS + 1)
      .execute(),
    of()
      .select((on) => on.fn.min('e.at').as('from'))
      .select(sql<Date | null>`min(e.at) filter (where e.state is not null)`.as('recorded'))
      .executeTakeFirst(),
  ]);
  const from = first?.from && first.from < card.created_at ? first.from : card.created_at;
  const sight = await sightOf(ctx, card);
  return {
    from: from.toISOString(),
    recordedSince: first?.recorded?.toISOString() ?? null,
    marks: rows
      .slice(0, MOST_MARKS)
      .reverse()
      .map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        action: row.action as Mark['action'],
        result: row.result as Mark['result'],
        source: row.source as Mark['source'],
        words: eventWords(ctx, row, sight),
      })),
    isCut: rows.length > MOST_MARKS,
  };
}

type Mark = AnswerOf<typeof timelineEndpoint>['marks'][number];
