import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import {
  type readDailyUsage as endpoint,
  settleUsage,
  type UnclearUsage,
  USAGE_DAYS,
} from '@cardinal/contract/api/usage/usage.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import { type Ctx, holds } from '../../framework/context.ts';
import { sightOf } from '../cards/face.ts';
import { maySeeUsage } from '../cardViews/face.ts';
import { bytesSeen, isShownDay, type SightedCard } from '../control/face.ts';
import { counterOf } from './counterStore.ts';
import { maySettle } from './settleUsage.ts';
import { unclearOf } from './unclearSteps.ts';
import type { UnclearStepTable } from './usageTables.ts';

export type DayUsage = { readonly day: string; readonly bytes: string | null };

/** The last days of a zone, oldest first, ending today. */
export const lastDaysOf = (today: string, days: number): string[] =>
  Array.from({ length: days }, (_, at) =>
    new Date(Date.parse(today) - (days - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );

/** The last days whose details those above let the caller see; refused where they hide them. */
export async function daysShown(
  ctx: Ctx,
  card: SightedCard,
  { today, days }: { today: string; days: number },
): Promise<string[]> {
  const sight = await sightOf(ctx, card);
  if (sight?.hides.has('daily')) throw new Refused(noPermission);
  return lastDaysOf(today, days).filter((day) => !sight || isShownDay(day, today, sight));
}

/** A card's days as far as the caller's scope and those above reach; a day without a reading is null. */
export async function dailyUsage(
  ctx: Ctx,
  card: SightedCard,
  asked: { today: string; days: number },
): Promise<DayUsage[]> {
  const wanted = await daysShown(ctx, card, asked);
  const sight = await sightOf(ctx, card);
  const rows = await ctx.db
    .selectFrom('usage.card_day')
    .select(['day', 'bytes'])
    .where('card_id', '=', card.id)
    .where('day', '>=', wanted[0] as string)
    .where('day', '<=', asked.today)
    .execute();
  const found = new Map(rows.map((row) => [row.day, row.bytes]));
  return wanted.map((day) => {
    const bytes = found.get(day) ?? null;
    return { day, bytes: bytes !== null && sight ? String(bytesSeen(BigInt(bytes), sight)) : bytes };
  });
}

/** What is known of a day of these cards, whoever has them; a card without a reading is absent. */
export async function bytesOfDay(
  ctx: Ctx,
  cardIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await ctx
    .beyondScope('marks of usage on cards that the caller has locked')
    .selectFrom('usage.card_day')
    .select(['card_id', 'bytes'])
    .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
    .where('day', '=', day)
    .execute();
  return new Map(rows.map((row) => [row.card_id, BigInt(row.bytes)]));
}

export async function readDailyUsage(ctx: Ctx, query: QueryOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const card = await ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'customer_id', 'product_code', 'kind', 'usage_at'])
    .where('id', '=', query.cardId)
    .executeTakeFirst();
  if (!card) throw new Refused(cardNotFound);
  if (!(await maySeeUsage(ctx, card.kind))) throw new Refused(noPermission);
  const now = ctx.clock.now();
  const days = await dailyUsage(ctx, card, { today: dayText(now), days: query.days ?? USAGE_DAYS.initial });
  const [counter, steps] = [await counterOf(ctx, card.id), await unclearOf(ctx, card.id, days[0]?.day ?? '')];
  return {
    days,
    asOf: (card.usage_at ?? now).toISOString(),
    beforeFirst: counter && counter.base > 0n ? { cycle: counter.cycle, bytes: String(counter.base) } : null,
    isTurning: counter?.turning != null && counter.turning.cycle > counter.cycle,
    unclear: steps.map(asUnclear),
    maySettle: holds(ctx.actor, settleUsage.permission[0]) && (await maySettle(ctx)),
  };
}

const asUnclear = (step: UnclearStepTable): UnclearUsage => ({
  readAt: step.read_at.toISOString(),
  kind: step.kind,
  before: step.figure_before,
  figure: step.figure,
  day: step.day,
  restarted: step.high,
  wentOnDay: step.low_day,
  wentOn: step.low,
  settled:
    step.settled_at && step.settled_as && step.settled_by
      ? {
          at: step.settled_at.toISOString(),
          as: step.settled_as,
          by: step.settled_by,
          byName: step.settled_by_name,
          bytes: step.settled_bytes ?? '0',
        }
      : null,
});
