import { cycleOf } from '@cardinal/primitives/cycle.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { type CardUsage, lockForUsage, noteUsage, noteUsageJumps } from '../cards/face.ts';
import type { CarrierAccountFacts } from '../carriers/face.ts';
import { type Counted, type Counter, countOn } from './counterRules.ts';
import { countersOf, keepCounters } from './counterStore.ts';
import { addToDays, type DayTo, takeFromDays } from './dayChanges.ts';
import { recordDays, type TotalMove } from './recordUsage.ts';
import {
  endSteps,
  keepUnclear,
  knownFromDay,
  openSteps,
  type Settled,
  settledBy,
  settledByDays,
  settledByTime,
} from './unclearSteps.ts';
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
/** None restarts it later than this. */
const SETTLED_AFTER_MS = 3 * DAY_MS;

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
  const age = readAt.getTime() - cycle.start.getTime() - lateDays * DAY_MS;
  const since = age < TURNS_WITHIN_MS ? 'turning' : age < SETTLED_AFTER_MS ? 'late' : 'settled';
  const about = {
    cycle: cycle.key,
    firstDay: dayText(cycle.start, rule.zone),
    dayBefore: dayText(new Date(cycle.start.getTime() - 1), rule.zone),
    day: dayText(new Date(readAt.getTime() - lateDays * DAY_MS), rule.zone),
    readAt,
    since,
  } as const;
  const today = dayText(readAt, rule.zone);
  // On the first days of a cycle a late carrier's counter says nothing about earlier days, which belong to the old counter.
  const isBeforeCycle = about.day < about.firstDay;
  const isOver = (day: string, before: Counter | undefined) =>
    lateDays > 0 && ((isBeforeCycle && day === about.day) || before?.day === day);
  const shown: CardUsage[] = [];
  const counted = new Map<string, Counted>();
  const counters = new Map<string, Counter>();
  const days: DayTo[] = [];
  const unclear: Parameters<typeof keepUnclear>[1][number][] = [];
  const settled: Settled[] = [];
  const given: Parameters<typeof takeFromDays>[1][number][] = [];
  // Cards are locked first, as everywhere; readings older than the card's figure are skipped.
  const owners = await lockForUsage(
    ctx,
    readings.map((reading) => reading.cardId),
    readAt,
  );
  const last = await countersOf(ctx, [...owners.keys()]);
  const open = await openSteps(ctx, mayBeSettled(readings, owners, last));
  for (const reading of readings) {
    const customerId = owners.get(reading.cardId);
    if (customerId === undefined) continue;
    const { cardId } = reading;
    const told = new Map(reading.days.map((each) => [each.day, each.bytes]));
    const steps = open.get(cardId) ?? [];
    const byDays = settledByDays(steps, told, last.get(cardId));
    const left = steps.filter(({ day }) => !told.has(day));
    const byTime = since === 'settled' ? settledByTime(left, byDays.counter) : { settled: [], counter: byDays.counter };
    settled.push(...byDays.settled, ...byTime.settled);
    const before = byTime.counter;
    if (before && before !== last.get(cardId)) counters.set(cardId, before);
    const figure =
      reading.cycleBytes === null ? undefined : countOn(before, { ...about, counter: BigInt(reading.cycleBytes) });
    if (figure) {
      const sure = knownFromDay(figure, told);
      counted.set(cardId, sure);
      counters.set(cardId, sure.counter);
      settled.push(...settledBy(sure.settles, left));
      if (sure.unclear) unclear.push({ ...sure.unclear, cardId, customerId, readAt });
      const [{ day } = { day: about.day }] = sure.days;
      // What a carrier tells of days it corrects itself.
      if (told.size === 0) given.push({ cardId, day, isIncluded: false, bytes: sure.fromEarlier });
    }
    for (const [day, bytes] of told) days.push({ cardId, day, bytes });
    for (const { day, bytes } of figure?.days ?? [])
      if (!told.has(day) && !isOver(day, before)) days.push({ cardId, day, bytes: String(bytes) });
    shown.push({
      cardId,
      flowUsed:
        figure && figure.what !== 'turning' ? String(counted.get(cardId)?.cycleBytes ?? figure.cycleBytes) : null,
      usedToday: told.get(today) ?? figure?.days.find(({ day }) => day === today)?.bytes.toString() ?? null,
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
  await keepCounters(ctx, counters);
  await keepUnclear(ctx, unclear);
  await endSteps(ctx, settled);
  days.push(...(await takeFromDays(ctx, given)));
  days.push(
    ...(await addToDays(
      ctx,
      settled
        .filter(({ by }) => by === 'reading')
        .map(({ step, as, bytes }) => ({
          cardId: step.card_id,
          day: as === 'restarted' ? step.day : step.low_day,
          bytes,
        })),
    )),
  );
  await noteUsage(ctx, shown, readAt);
  const voice = isBeforeCycle ? [] : readings;
  await recordVoiceDays(
    ctx,
    voice.flatMap(({ cardId, seconds, messages }) => {
      const customerId = owners.get(cardId);
      return customerId ? [{ cardId, customerId, seconds, messages }] : [];
    }),
    { ...about, isJustTurned: since === 'turning' },
  );
  const owned = days.map((each) => ({ ...each, customerId: owners.get(each.cardId) ?? '' }));
  const moves = await recordDays(ctx, owned);
  await noteUsageJumps(ctx, await judgeUse(ctx, owned, account.zone), readAt);
  await tellHearers(ctx, readings, { owners, last, counted, readAt });
  return moves;
}

/** Cards of which a step may be settled by these readings: their carrier tells days, or their counter waits. */
const mayBeSettled = (
  readings: readonly UsageReading[],
  owners: ReadonlyMap<string, string>,
  last: ReadonlyMap<string, Counter>,
): string[] =>
  readings
    .filter(({ cardId, days }) => {
      const counter = last.get(cardId);
      return owners.has(cardId) && (days.length > 0 || counter?.turning != null || counter?.fallen != null);
    })
    .map(({ cardId }) => cardId);

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
