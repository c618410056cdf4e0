import { type CycleRule, cycleAfter, cycleOf, daysOfCycle } from '@cardinal/primitives/cycle.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';

/** The daily usage of one carrier account's cards; unknown days are absent. */
export type AccountUsage = { readonly rule: CycleRule; readonly days: ReadonlyMap<string, bigint> };

export type CycleFigures = {
  readonly used: bigint;
  readonly forecast: bigint | null;
  readonly last: bigint | null;
  readonly lastSoFar: bigint | null;
  readonly endsOn: readonly string[];
  readonly days: readonly { readonly day: string; readonly used: bigint | null; readonly forecast: bigint | null }[];
};

/** The rate is the average of this many whole days before today. */
const PACE_DAYS = 7;

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const sumOf = (usage: AccountUsage, days: readonly string[]): bigint =>
  days.reduce((sum, day) => sum + (usage.days.get(day) ?? 0n), 0n);

const knowsOf = (usage: AccountUsage, days: readonly string[]): boolean => days.some((day) => usage.days.has(day));

/** Bytes per day over the last known whole days; undefined without one. */
function paceOf(usage: AccountUsage, today: string): bigint | undefined {
  const known = Array.from({ length: PACE_DAYS }, (_, at) => dayAfter(today, -1 - at)).filter((day) =>
    usage.days.has(day),
  );
  return known.length > 0 ? sumOf(usage, known) / BigInt(known.length) : undefined;
}

/** Usage of an account's running cycle so far, and its forecast. */
function cycleOfAccount(usage: AccountUsage, now: Date) {
  const { rule } = usage;
  const cycle = cycleOf(now, rule);
  const days = daysOfCycle(cycle, rule);
  const before = daysOfCycle(cycleAfter(cycle, rule, -1), rule);
  const today = dayText(now, rule.zone);
  const at = days.indexOf(today);
  const pace = paceOf(usage, today);
  const ended = sumOf(usage, days.slice(0, at));
  const soFar = usage.days.get(today) ?? 0n;
  const isKnown = knowsOf(usage, before);
  /** The total at the end of a day: known up to today, then extended by the rate; today counts at least what is known. */
  const upTo = (day: string): bigint => {
    if (day < today)
      return sumOf(
        usage,
        days.filter((each) => each <= day),
      );
    const whole = pace !== undefined && pace > soFar ? pace : soFar;
    const further = days.filter((each) => each > today && each <= day).length;
    return ended + whole + (pace ?? 0n) * BigInt(further);
  };
  return {
    start: days[0] as string,
    end: days.at(-1) as string,
    today,
    used: ended + soFar,
    hasPace: pace !== undefined,
    last: isKnown ? sumOf(usage, before) : null,
    lastSoFar: isKnown ? sumOf(usage, before.slice(0, at + 1)) : null,
    upTo,
  };
}

const known = (values: readonly (bigint | null)[]): bigint | null =>
  values.some((value) => value !== null) ? values.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n) : null;

/** The running cycles of all accounts together: each counts from its own first day to its own last. */
export function cycleFigures(accounts: readonly AccountUsage[], now: Date): CycleFigures {
  const cycles = accounts.map((usage) => cycleOfAccount(usage, now));
  const used = cycles.reduce((sum, cycle) => sum + cycle.used, 0n);
  const hasPace = cycles.some((cycle) => cycle.hasPace);
  const first = cycles.map(({ start }) => start).sort()[0];
  const end = cycles
    .map((cycle) => cycle.end)
    .sort()
    .at(-1);
  const today = cycles
    .map((cycle) => cycle.today)
    .sort()
    .at(-1);
  const at = (day: string): bigint =>
    cycles.reduce((sum, cycle) => sum + (day < cycle.start ? 0n : cycle.upTo(day > cycle.end ? cycle.end : day)), 0n);
  const days: { day: string; used: bigint | null; forecast: bigint | null }[] = [];
  for (let day = first; day && today && end && day <= end; day = dayAfter(day, 1)) {
    const isPast = day < today;
    // The forecast starts from the last complete day.
    const isForecast = day >= dayAfter(today, -1);
    days.push({
      day,
      used: isPast ? at(day) : day === today ? used : null,
      forecast: hasPace && isForecast ? at(day) : null,
    });
  }
  return {
    used,
    forecast: hasPace && end ? at(end) : null,
    last: known(cycles.map((cycle) => cycle.last)),
    lastSoFar: known(cycles.map((cycle) => cycle.lastSoFar)),
    endsOn: [...new Set(cycles.map((cycle) => cycle.end))].sort(),
    days,
  };
}
