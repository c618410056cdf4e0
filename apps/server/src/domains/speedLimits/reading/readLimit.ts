import type { Tier } from '@cardinal/contract/api/control/limitTiers.ts';
import type { readSpeedLimit } from '@cardinal/contract/api/speedLimits/limitedCards.ts';
import { speedLimitNotFound } from '@cardinal/contract/api/speedLimits/refusals.ts';
import type { speedLimitFigures } from '@cardinal/contract/api/speedLimits/speedLimits.ts';
import { SpeedLimitType } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { DEFAULT_ZONE, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { carrierAccount } from '../../carriers/face.ts';
import type { LimitStrategyRow } from '../../control/face.ts';
import { customerNames } from '../../customers/face.ts';
import { COVERED } from '../judging/coveredCards.ts';
import { figuresByLimit, IS_LIMITED, IS_MISMATCHED } from '../managing/cardFigures.ts';
import { limitOf } from '../managing/limitStore.ts';
import { chosenText, limitNames, speedText } from '../managing/limitWords.ts';
import { WHY } from '../speedLimitTables.ts';

const LONG_MINUTES = 30;

/** The tiers in force by now: those of the month where they are by month. */
function tiersOf(template: LimitStrategyRow | undefined, month: number): Tier[] {
  const isByMonth = template?.type === SpeedLimitType.values.segmentedByMonth;
  return (template?.tiers ?? []).filter((tier) => !isByMonth || tier.month === month);
}

type Counted = { readonly step: number; readonly cards: number; readonly unread: number };

/** The cards of a limit that the caller sees by the step they have reached. */
async function stepsOf(ctx: Ctx, id: string): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select coalesce(t.step, 0)::int as step, count(*)::int as cards, (count(*) filter (where t.card_id is null))::int as unread
    from ${COVERED}
      left join speed_limits.standing t on t.speed_limit_id = l.id and t.card_id = c.id and t.period <> ''
    where l.id = ${id} group by 1`.execute(ctx.beyondScope(WHY));
  return rows;
}

export async function readLimit(
  ctx: Ctx,
  query: QueryOf<typeof readSpeedLimit>,
): Promise<AnswerOf<typeof readSpeedLimit>> {
  const row = await limitOf(ctx, query.id);
  if (row.platform !== query.platform || row.carrier_account_id !== query.carrierAccountId)
    throw new Refused(speedLimitNotFound);
  const [names, owners, account, counted, figures, versions] = [
    await limitNames(ctx, [row]),
    await customerNames(ctx.db, [row.customer_id]),
    await carrierAccount(ctx, row.carrier_account_id),
    await stepsOf(ctx, row.id),
    await figuresByLimit(ctx, [row.id]),
    await ctx.db
      .selectFrom('speed_limits.speed_limit_version')
      .selectAll()
      .where('speed_limit_id', '=', row.id)
      .orderBy('revision', 'desc')
      .execute(),
  ];
  const template = names.templates.get(row.limit_strategy_id ?? '');
  const tiers = tiersOf(template, wallTimeIn(account?.zone ?? DEFAULT_ZONE, ctx.clock.now()).month);
  const speeds = row.kbps === null ? tiers.map(({ kbps }) => kbps) : [row.kbps];
  const cardsOn = new Map(counted.map(({ step, cards }) => [step, cards]));
  const last = Math.max(speeds.length, ...counted.map(({ step }) => step));
  return {
    id: row.id,
    name: row.name,
    platform: row.platform,
    accountName: names.accounts.get(row.carrier_account_id) ?? '',
    customerName: owners.get(row.customer_id) ?? '',
    state: row.state,
    isPaused: row.paused_at !== null,
    type: template?.type ?? null,
    templateName: template?.name ?? null,
    tiers,
    kbps: row.kbps,
    speed: say(speedText(row, names), ctx.language),
    chosen: say(chosenText(row, names), ctx.language),
    fromDay: row.from_day,
    toDay: row.to_day,
    restore: row.restore,
    steps: Array.from({ length: last + 1 }, (_, step) => ({
      step,
      kbps: speeds[step - 1] ?? null,
      cards: cardsOn.get(step) ?? 0,
    })),
    unread: counted.reduce((sum, { unread }) => sum + unread, 0),
    ...(figures.get(row.id) ?? { cards: 0, limited: 0, waiting: 0, refused: 0, mismatched: 0 }),
    versions: versions.map(({ revision, words_zh, words_en, created_at, created_by }) => ({
      revision,
      words: say(text(words_zh, words_en), ctx.language),
      createdAt: created_at.toISOString(),
      createdBy: created_by,
    })),
  };
}

/** What limits the caller sees made of cards it sees. */
export async function figuresOf(ctx: Ctx): Promise<AnswerOf<typeof speedLimitFigures>> {
  const from = ctx.db
    .selectFrom('speed_limits.speed_limit as l')
    .innerJoin('speed_limits.card_speed as s', 's.speed_limit_id', 'l.id')
    .innerJoin('cards.v_card as c', 'c.id', 's.card_id');
  const bySpeed = await from
    .select(['c.speed_kbps', sql<number>`count(*)::int`.as('cards')])
    .where(IS_LIMITED)
    .groupBy('c.speed_kbps')
    .orderBy('c.speed_kbps')
    .execute();
  const long = new Date(+ctx.clock.now() - LONG_MINUTES * 60_000);
  const counted = await from
    .select([
      sql<number>`(count(*) filter (where s.state = 'waiting'))::int`.as('waiting'),
      sql<number>`(count(*) filter (where s.state = 'refused'))::int`.as('refused'),
      sql<number>`(count(*) filter (where ${IS_MISMATCHED}))::int`.as('mismatched'),
      sql<number>`(count(*) filter (where ${IS_MISMATCHED} and s.due_since < ${long}))::int`.as('mismatchedLong'),
    ])
    .executeTakeFirstOrThrow();
  return {
    bySpeed: bySpeed.flatMap(({ speed_kbps: kbps, cards }) => (kbps === null ? [] : [{ kbps, cards }])),
    ...counted,
  };
}
