import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { termsOf } from '../judging/limitOf.ts';
import type { Figure } from '../judging/metrics.ts';
import { stepOf, type Watched, worse } from '../judging/stepRules.ts';
import { tellWarnings } from '../telling/tellWarnings.ts';
import { type EventRow, type RuleRow, type WatchRow, WHY } from '../warningTables.ts';
import { endEvents } from './endEvents.ts';
import { withSample } from './sampleRules.ts';

/** So many events a rule and minute; what else is beyond its limit opens in the next. */
const MOST_OPENED = 500;

const db = (ctx: Ctx) => ctx.beyondScope(WHY);

const watchedOf = (row: WatchRow | undefined): Watched | undefined =>
  row && { beyondSince: row.beyond_since, backSince: row.back_since, isOpen: row.event_id !== null };

/** The rule as it stands, held; nothing where it is off, gone or held by another worker. */
const holdRule = (ctx: Ctx, id: string): Promise<RuleRow | undefined> =>
  db(ctx)
    .selectFrom('early_warnings.rule')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'on')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

const openingOf = (ctx: Ctx, rule: RuleRow, figure: Figure, value: bigint) => {
  const now = ctx.clock.now();
  return {
    id: ctx.ids.next(),
    rule_id: rule.id,
    customer_id: rule.customer_id,
    origin: rule.origin,
    rule_name: rule.name,
    metric: rule.metric,
    level: rule.level,
    object_id: figure.objectId,
    object_name: figure.name,
    object_customer_id: figure.customerId,
    link: figure.link,
    value: String(value),
    worst: String(value),
    limit_value: String(termsOf(rule, figure).limit),
    currency: figure.currency,
    samples: JSON.stringify(withSample([], now, value)),
    state: 'open' as const,
    opened_at: now,
    told_at: null,
    told: 0,
    acknowledged_at: null,
    handled_by: null,
    note: null,
    resolved_at: null,
    ended_by: null,
  };
};

/** Writes what an open event's figure is now. */
async function follow(ctx: Ctx, rule: RuleRow, event: EventRow, figure: Figure): Promise<void> {
  if (figure.value === null) return;
  const terms = termsOf(rule, figure);
  const samples = withSample(event.samples, ctx.clock.now(), figure.value);
  const [value, worst] = [String(figure.value), String(worse(terms, BigInt(event.worst), figure.value))];
  if (value === event.value && worst === event.worst && samples === event.samples) return;
  await db(ctx)
    .updateTable('early_warnings.event')
    .set({ value, worst, samples: JSON.stringify(samples) })
    .where('id', '=', event.id)
    .execute();
}

async function keepWatches(
  ctx: Ctx,
  ruleId: string,
  rows: readonly WatchRow[],
  over: readonly string[],
): Promise<void> {
  if (over.length > 0)
    await db(ctx)
      .deleteFrom('early_warnings.watch')
      .where('rule_id', '=', ruleId)
      .where(sql<boolean>`object_id = any(${[...over]}::text[])`)
      .execute();
  if (rows.length > 0)
    await db(ctx)
      .insertInto('early_warnings.watch')
      .values([...rows])
      .onConflict((conflict) =>
        conflict.columns(['rule_id', 'object_id']).doUpdateSet((row) => ({
          beyond_since: row.ref('excluded.beyond_since'),
          back_since: row.ref('excluded.back_since'),
          event_id: row.ref('excluded.event_id'),
        })),
      )
      .execute();
}

const isSame = (before: WatchRow | undefined, after: WatchRow) =>
  before?.event_id === after.event_id && +(before?.back_since ?? 0) === +(after.back_since ?? 0);

/** Judges all that a rule watches by figures just read, writes what follows and tells it, in one transaction. */
export async function watchRule(ctx: Ctx, read: RuleRow, figures: readonly Figure[]): Promise<void> {
  const rule = await holdRule(ctx, read.id);
  // Edited meanwhile: the figures may be others.
  if (rule?.version !== read.version) return;
  const now = ctx.clock.now();
  const watches = await db(ctx).selectFrom('early_warnings.watch').selectAll().where('rule_id', '=', rule.id).execute();
  const open = await db(ctx)
    .selectFrom('early_warnings.event')
    .selectAll()
    .where('rule_id', '=', rule.id)
    .where('state', '<>', 'resolved')
    .execute();
  const [byObject, events] = [
    new Map(watches.map((row) => [row.object_id, row])),
    new Map(open.map((row) => [row.id, row])),
  ];
  const seen = new Set(figures.map(({ objectId }) => objectId));
  const opened: ReturnType<typeof openingOf>[] = [];
  const kept: WatchRow[] = [];
  const gone = watches.filter(({ object_id }) => !seen.has(object_id));
  const over = gone.map(({ object_id }) => object_id);
  const back: string[] = [];
  for (const figure of figures) {
    const before = byObject.get(figure.objectId);
    const { watched, does } = stepOf(watchedOf(before), figure.value, now, termsOf(rule, figure));
    const event = events.get(before?.event_id ?? '');
    if (does === 'open' && opened.length === MOST_OPENED) continue;
    if (does === 'open' && figure.value !== null) opened.push(openingOf(ctx, rule, figure, figure.value));
    if (does === 'end' && before?.event_id) back.push(before.event_id);
    if (event) await follow(ctx, rule, event, figure);
    if (!watched) {
      if (before) over.push(figure.objectId);
      continue;
    }
    const after = {
      rule_id: rule.id,
      object_id: figure.objectId,
      beyond_since: watched.beyondSince,
      back_since: watched.backSince,
      event_id: does === 'open' ? (opened.at(-1)?.id ?? null) : (before?.event_id ?? null),
    };
    if (!isSame(before, after) || !before) kept.push(after);
  }
  if (opened.length > 0) {
    await db(ctx).insertInto('early_warnings.event').values(opened).execute();
    await db(ctx).updateTable('early_warnings.rule').set({ last_fired_at: now }).where('id', '=', rule.id).execute();
  }
  await endEvents(ctx, back, 'recovered');
  await endEvents(
    ctx,
    gone.flatMap(({ event_id }) => event_id ?? []),
    'gone',
  );
  await keepWatches(ctx, rule.id, kept, over);
  await tellWarnings(ctx, rule);
}
