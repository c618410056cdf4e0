import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { type Counted, type Counter, settleOn, type UnclearStep, type Verdict } from './counterRules.ts';
import type { UnclearStepTable } from './usageTables.ts';

const WHY = 'a carrier speaks of its cards, whoever has them';
export const ofCarriers = (ctx: Ctx) => ctx.beyondScope(WHY);

export type OpenStep = Pick<UnclearStepTable, 'card_id' | 'read_at' | 'cycle' | 'kind' | 'day' | 'low_day'> & {
  readonly high: bigint;
  readonly low: bigint;
  /** What its day holds without it. */
  readonly held: bigint;
};

/** What is unclear of cards whose locks the caller's transaction holds, by card. */
export async function openSteps(ctx: Ctx, cardIds: readonly string[]): Promise<Map<string, OpenStep[]>> {
  if (cardIds.length === 0) return new Map();
  const rows = await ofCarriers(ctx)
    .selectFrom('usage.unclear_step as s')
    .leftJoin('usage.card_day as d', (on) => on.onRef('d.card_id', '=', 's.card_id').onRef('d.day', '=', 's.day'))
    .select(['s.card_id', 's.read_at', 's.cycle', 's.kind', 's.day', 's.low_day', 's.high', 's.low', 'd.bytes'])
    .where(sql<boolean>`s.card_id = any(${[...cardIds]}::bigint[])`)
    .where('s.settled_at', 'is', null)
    .orderBy('s.card_id')
    .orderBy('s.read_at')
    .execute();
  const steps = rows.map(({ bytes, high, low, ...row }) => ({
    ...row,
    high: BigInt(high),
    low: BigInt(low),
    held: BigInt(bytes ?? 0),
  }));
  return Map.groupBy(steps, (step) => step.card_id);
}

/** Which meaning of a step is nearer to what its carrier told of the day, which held so much without it. */
export function verdictOf({ high, low }: Pick<UnclearStep, 'high' | 'low'>, told: bigint, held: bigint): Verdict {
  const distance = (bytes: bigint) => {
    const apart = told - held - bytes;
    return apart < 0n ? -apart : apart;
  };
  return distance(high) <= distance(low) ? 'restarted' : 'wentOn';
}

/** What is unclear of a card within its caller's scope, since a day, the latest first. */
export async function unclearOf(ctx: Ctx, cardId: string, since: string): Promise<UnclearStepTable[]> {
  return ctx.db
    .selectFrom('usage.unclear_step')
    .selectAll()
    .where('card_id', '=', cardId)
    .where(sql<boolean>`(day >= ${since}::date or settled_at is null)`)
    .orderBy('read_at', 'desc')
    .limit(50)
    .execute();
}

export async function keepUnclear(
  ctx: Ctx,
  steps: readonly (UnclearStep & { readonly cardId: string; readonly customerId: string; readonly readAt: Date })[],
): Promise<void> {
  if (steps.length === 0) return;
  await ofCarriers(ctx)
    .insertInto('usage.unclear_step')
    .values(
      steps.map((step) => ({
        card_id: step.cardId,
        read_at: step.readAt,
        customer_id: step.customerId,
        kind: step.kind,
        cycle: step.cycle,
        figure_before: String(step.before),
        figure: String(step.figure),
        day: step.day,
        high: String(step.high),
        low_day: step.lowDay,
        low: String(step.low),
        alarmed_at: null,
        settled_at: null,
        settled_as: null,
        settled_by: null,
        settled_bytes: null,
        settled_by_name: null,
      })),
    )
    .execute();
}

export type Settled = {
  readonly step: Pick<UnclearStepTable, 'card_id' | 'read_at' | 'day' | 'low_day'>;
  readonly as: NonNullable<UnclearStepTable['settled_as']>;
  readonly by: NonNullable<UnclearStepTable['settled_by']>;
  /** What days took of it. */
  readonly bytes: bigint;
  readonly byName?: string;
};

/** Ends steps, each once: `false` where somebody was quicker. */
export async function endSteps(ctx: Ctx, settled: readonly Settled[]): Promise<boolean> {
  const column = <T>(pick: (one: Settled) => T) => settled.map(pick);
  if (settled.length === 0) return true;
  const { rows } = await sql<{ card_id: string }>`
    update usage.unclear_step s set settled_at = ${ctx.clock.now()}, settled_as = g.settled_as, settled_by = g.settled_by,
      settled_bytes = g.bytes, settled_by_name = g.by_name
    from unnest(
      ${column(({ step }) => step.card_id)}::bigint[], ${column(({ step }) => step.read_at)}::timestamptz[],
      ${column((one) => one.as)}::text[], ${column((one) => one.by)}::text[],
      ${column(({ bytes }) => String(bytes))}::bigint[], ${column(({ byName }) => byName ?? null)}::text[]
    ) as g (card_id, read_at, settled_as, settled_by, bytes, by_name)
    where s.card_id = g.card_id and s.read_at = g.read_at and s.settled_at is null
    returning s.card_id`.execute(ofCarriers(ctx));
  return rows.length === settled.length;
}

/** What a reading itself says of the open steps of its card. */
export function settledBy(settles: Counted['settles'], steps: readonly OpenStep[]): Settled[] {
  if (settles === null) return [];
  const isTurn = settles === 'turn';
  return steps
    .filter(({ kind }) => (kind === 'turn') === isTurn)
    .map((step) => ({ step, as: isTurn ? 'wentOn' : 'returned', by: 'reading', bytes: isTurn ? step.low : 0n }));
}

/**
 * Steps of a card whose days its carrier has told. The days stand as told, whatever the step was; it moves only what the counter is
 * compared with.
 */
export function settledByDays(
  steps: readonly OpenStep[],
  told: ReadonlyMap<string, string>,
  last: Counter | undefined,
): { readonly settled: Settled[]; readonly counter: Counter | undefined } {
  let counter = last;
  const settled: Settled[] = [];
  for (const step of steps) {
    const bytes = told.get(step.day);
    if (bytes === undefined) continue;
    const as = verdictOf(step, BigInt(bytes), step.held);
    settled.push({ step, as, by: 'days', bytes: BigInt(bytes) - step.held });
    if (counter?.cycle === step.cycle) counter = settledCounter(counter, step, as);
  }
  return { settled, counter };
}

/**
 * Turns of which the counter has not fallen while carriers still restart theirs: it had restarted before it was read. Their days take
 * what it showed.
 */
export function settledByTime(
  steps: readonly OpenStep[],
  last: Counter | undefined,
): { readonly settled: Settled[]; readonly counter: Counter | undefined } {
  let counter = last;
  const settled: Settled[] = [];
  for (const step of steps) {
    if (step.kind !== 'turn' || counter?.turning?.cycle !== step.cycle || counter.cycle !== step.cycle) continue;
    counter = settledCounter(counter, step, 'restarted');
    settled.push({ step, as: 'restarted', by: 'reading', bytes: step.high });
  }
  return { settled, counter };
}

/** A step whose day comes with the same reading is not unclear. */
export function knownFromDay(figure: Counted, told: ReadonlyMap<string, string>): Counted {
  const step = figure.unclear;
  if (step === null) return figure;
  const bytes = told.get(step.day);
  if (bytes === undefined) return figure;
  const held = figure.days.find(({ day }) => day === step.day)?.bytes ?? 0n;
  const counter = settledCounter(figure.counter, step, verdictOf(step, BigInt(bytes), held));
  return { ...figure, counter, cycleBytes: counter.lost + counter.counter, unclear: null };
}

/** What a turn that went on used is of the cycle before, and of this counter nothing. */
export const settledCounter = (
  counter: Counter,
  step: Pick<UnclearStep, 'kind' | 'day' | 'low' | 'high'>,
  as: Verdict,
): Counter => {
  if (as === 'wentOn' && step.kind === 'turn') return counter;
  const bytes = as === 'restarted' ? step.high : step.low;
  const held = bytes < 0n ? -bytes : 0n;
  return settleOn(counter, { day: step.day, bytes, held }).counter;
};
