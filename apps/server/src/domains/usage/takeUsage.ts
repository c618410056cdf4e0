import { cycleOf } from '@cardinal/primitives/cycle.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { type CardUsage, lockForUsage, noteUsage, noteUsageJumps } from '../cards/face.ts';
import type { CarrierAccountFacts } from '../carriers/face.ts';
import { type Counted, type Counter, countOn } from './counterRules.ts';
import { type DailyReading, recordDays, type TotalMove } from './recordUsage.ts';
import { type HeardUsage, usageHearers } from './usageHearers.ts';
import { judgeUse } from './usualUse.ts';
import { recordVoiceDays } from './voiceDays.ts';

/** A carrier's reading of one card's usage at a given time; null if not reported. */
export type UsageReading = {
  readonly cardId: string;
  /** For the running cycle. */
  readonly cycleBytes: string | null;
  /** Days of the carrier's calendar, if it reports them itself. */
  readonly days: readonly { readonly day: string; readonly bytes: string }[];
  readonly seconds: string | null;
  readonly messages: number | null;
};

/** Carriers restart their counters up to some hours into the new cycle. */
const TURNS_WITHIN_MS = DAY_MS;

/**
 * Applies readings of one account in the caller's transaction, which from here on holds the locks of their cards: counters, the
 * cards' figures and their days. An older or repeated reading changes nothing. For a carrier that lags by `lateDays`, the
 * growth of a counter belongs to that earlier day, and today is unknown. Returns the changes of the customers' totals, which
 * the caller adds last.
 */
export async function takeUsage(
  ctx: Ctx,
  account: Pick<CarrierAccountFacts, 'zone' | 'cycleDay'>,
  readings: readonly UsageReading[],
  readAt: Date,
  lateDays = 0,
): Promise<TotalMove[]> {
  if (readings.length === 0) return [];
  const rule = { day: account.cycleDay, zone: account.zone };
  const cycle = cycleOf(readAt, rule);
  const about = {
    cycle: cycle.key,
    firstDay: dayText(cycle.start, rule.zone),
    dayBefore: dayText(new Date(cycle.start.getTime() - 1), rule.zone),
    day: dayText(new Date(readAt.getTime() - lateDays * DAY_MS), rule.zone),
    readAt,
    isJustTurned: readAt.getTime() - cycle.start.getTime() < TURNS_WITHIN_MS,
  };
  const today = dayText(readAt, rule.zone);
  // On the first days of a cycle a late carrier's counter says nothing about earlier days, which belong to the old counter.
  const isBeforeCycle = about.day < about.firstDay;
  const isOver = (figure: Counted, before: Counter | undefined) =>
    lateDays > 0 && figure.what !== 'late' && (isBeforeCycle || before?.day === figure.day);
  const shown: CardUsage[] = [];
  const counted = new Map<string, Counted>();
  const days: Omit<DailyReading, 'customerId'>[] = [];
  // Cards are locked first, as everywhere; readings older than the card's figure are skipped.
  const owners = await lockForUsage(
    ctx,
    readings.map((reading) => reading.cardId),
    readAt,
  );
  const last = await countersOf(ctx, [...owners.keys()]);
  for (const reading of readings) {
    if (!owners.has(reading.cardId)) continue;
    const { cardId } = reading;
    const figure =
      reading.cycleBytes === null
        ? undefined
        : countOn(last.get(cardId), { ...about, counter: BigInt(reading.cycleBytes) });
    if (figure) counted.set(cardId, figure);
    const told = new Map(reading.days.map((each) => [each.day, each.bytes]));
    for (const [day, bytes] of told) days.push({ cardId, day, bytes });
    if (figure && !told.has(figure.day) && !isOver(figure, last.get(cardId))) {
      days.push({ cardId, day: figure.day, bytes: String(figure.dayBytes) });
    }
    shown.push({
      cardId,
      flowUsed: figure && figure.what !== 'late' ? String(figure.cycleBytes) : null,
      usedToday: told.get(today) ?? (figure?.day === today ? String(figure.dayBytes) : null),
      tellsFlow: figure !== undefined || told.size > 0,
      voiceUsed: reading.seconds,
      smsUsed: reading.messages,
    });
  }
  await keepReadings(
    ctx,
    readings.filter(({ cardId }) => owners.has(cardId)),
    { last, counted, about },
  );
  await keepCounters(ctx, counted);
  await noteUsage(ctx, shown, readAt);
  const voice = isBeforeCycle ? [] : readings;
  await recordVoiceDays(
    ctx,
    voice.flatMap(({ cardId, seconds, messages }) => {
      const customerId = owners.get(cardId);
      return customerId ? [{ cardId, customerId, seconds, messages }] : [];
    }),
    about,
  );
  const owned = days.map((each) => ({ ...each, customerId: owners.get(each.cardId) ?? '' }));
  const moves = await recordDays(ctx, owned);
  await noteUsageJumps(ctx, await judgeUse(ctx, owned, account.zone), readAt);
  await tellHearers(ctx, readings, { owners, last, counted, readAt });
  return moves;
}

/** Costs nothing while nobody hears. */
async function tellHearers(
  ctx: Ctx,
  readings: readonly UsageReading[],
  of: {
    readonly owners: ReadonlyMap<string, string>;
    readonly last: ReadonlyMap<string, Counter>;
    readonly counted: ReadonlyMap<string, Counted>;
    readonly readAt: Date;
  },
): Promise<void> {
  const hearers = ctx.contributed(usageHearers);
  if (hearers.length === 0) return;
  const at = ({ cycle, lost, counter, readAt }: Counter) => ({ cycle, bytes: lost + counter, readAt });
  const heard = readings.flatMap(({ cardId, days }): HeardUsage[] => {
    const customerId = of.owners.get(cardId);
    if (customerId === undefined) return [];
    const [before, after] = [of.last.get(cardId), of.counted.get(cardId)];
    return [
      {
        cardId,
        customerId,
        readAt: of.readAt,
        before: before ? at(before) : null,
        after: after ? { ...at(after.counter), what: after.what } : null,
        days,
      },
    ];
  });
  if (heard.length === 0) return;
  for (const hear of hearers) await hear(ctx, heard);
}

const WHY = 'a carrier speaks of its cards, whoever has them';

async function countersOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Counter>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('usage.card_counter')
    .selectAll()
    .where('card_id', 'in', [...ids])
    .orderBy('card_id')
    .forUpdate()
    .execute();
  return new Map(
    rows.map((row) => [
      row.card_id,
      {
        cycle: row.cycle,
        counter: BigInt(row.counter),
        lost: BigInt(row.lost),
        day: row.day,
        dayBase: BigInt(row.day_base),
        readAt: row.read_at,
      },
    ]),
  );
}

/** As the carrier reported it; an unchanged figure of the same day is not stored again. */
async function keepReadings(
  ctx: Ctx,
  readings: readonly UsageReading[],
  of: {
    readonly last: ReadonlyMap<string, Counter>;
    readonly counted: ReadonlyMap<string, Counted>;
    readonly about: { readonly cycle: string; readonly day: string; readonly readAt: Date };
  },
): Promise<void> {
  const news = readings.filter(({ cardId }) => {
    const before = of.last.get(cardId);
    return !(before && of.counted.get(cardId)?.what === 'same' && before.day === of.about.day);
  });
  const column = <T>(pick: (reading: UsageReading) => T) => news.map(pick);
  const today = (reading: UsageReading) => reading.days.find((each) => each.day === of.about.day)?.bytes ?? null;
  await sql`
    insert into usage.reading (card_id, read_at, cycle, cycle_bytes, day, day_bytes, seconds, messages)
    select card_id, ${of.about.readAt}, ${of.about.cycle}, cycle_bytes, ${of.about.day}::date, day_bytes, seconds, messages
    from unnest(
      ${column((each) => each.cardId)}::bigint[], ${column((each) => each.cycleBytes)}::bigint[],
      ${column(today)}::bigint[], ${column((each) => each.seconds)}::bigint[],
      ${column((each) => each.messages)}::integer[]
    ) as g (card_id, cycle_bytes, day_bytes, seconds, messages)
    on conflict do nothing`.execute(ctx.db);
}

async function keepCounters(ctx: Ctx, counted: ReadonlyMap<string, Counted>): Promise<void> {
  const rows = [...counted].map(([cardId, { counter }]) => ({ cardId, ...counter }));
  const column = <T>(pick: (row: (typeof rows)[number]) => T) => rows.map(pick);
  await sql`
    insert into usage.card_counter as c (card_id, cycle, counter, lost, day, day_base, read_at)
    select * from unnest(
      ${column((row) => row.cardId)}::bigint[], ${column((row) => row.cycle)}::text[],
      ${column((row) => String(row.counter))}::bigint[], ${column((row) => String(row.lost))}::bigint[],
      ${column((row) => row.day)}::date[], ${column((row) => String(row.dayBase))}::bigint[],
      ${column((row) => row.readAt)}::timestamptz[])
    on conflict (card_id) do update set cycle = excluded.cycle, counter = excluded.counter, lost = excluded.lost,
      day = excluded.day, day_base = excluded.day_base, read_at = excluded.read_at`.execute(ctx.db);
}
