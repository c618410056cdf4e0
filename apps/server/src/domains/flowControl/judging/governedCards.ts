import { FlowBase } from '@cardinal/contract/enumerations/control.ts';
import { ControlAction, PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { wallTimeIn } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { capabilitiesOf } from '../../carriers/face.ts';
import { type FlowFacts, fires, limitsOfRules, type RunningFlow, speedAt } from '../../control/face.ts';
import { idsOfPath } from '../../customers/face.ts';
import { drawnSince } from '../../flowPools/face.ts';
import { overageSince, usesOf } from '../../metering/face.ts';
import { daysOfCards, lateDaysOf } from '../../usage/face.ts';
import { WHY } from '../firingTable.ts';
import { countedUntil, firstWholeDay, periodOf, shareOf } from './judgingRules.ts';
import { poolLevelsOf } from './poolLevels.ts';

const { using } = PackageUsageState.values;
const { LIMIT } = ControlAction.values;

/** A main package on a card that a strategy governs. */
type RecordRow = {
  usage_id: string;
  card_id: string;
  iccid: string;
  customer_id: string;
  path: string;
  stop_reasons: number[];
  data_on: boolean | null;
  usage_at: Date | null;
  carrier_account_id: string | null;
  package_id: string;
  package_name: string;
  flow_bytes: string | null;
  zone: string;
  cycle_day: number;
  starts_at: Date;
  is_over: boolean;
};
/** What facts are found by. */
export type GovernedRecord = Pick<RecordRow, 'usage_id' | 'card_id' | 'flow_bytes' | 'zone' | 'starts_at' | 'is_over'>;
type Rule = RunningFlow['rules'][number];

/** A rule whose threshold is reached on a card. */
export type Reached = {
  readonly record: RecordRow;
  readonly strategy: RunningFlow;
  readonly rule: Rule;
  readonly facts: FlowFacts;
  /** The speed a rule limits to by what was used; null: it does something else. */
  readonly kbps: number | null;
  readonly countedAt: Date | null;
  readonly period: string;
  readonly turnsAt: Date;
};

/** What the cards have in use, and of what has ended these packages. */
async function recordsOn(
  ctx: Ctx,
  cardIds: readonly string[],
  packageIds: readonly string[],
  changed: readonly string[],
): Promise<RecordRow[]> {
  const now = ctx.clock.now();
  const isOver = sql`(u.state <> ${using} or u.ends_at <= ${now})`;
  const { rows } = await sql<RecordRow>`
    select u.id as usage_id, c.id as card_id, c.iccid, c.customer_id, k.path, c.stop_reasons, c.data_on, c.usage_at, c.carrier_account_id,
      u.package_id, u.package_name, u.flow_bytes, u.zone, u.cycle_day, u.starts_at, ${isOver} as is_over
    from orders.v_package_usage u
      join cards.v_card c on c.id = u.card_id
      join customers.v_customer k on k.id = c.customer_id
    where u.card_id = any(${[...cardIds]}::bigint[]) and u.is_main and u.package_id = any(${[...packageIds]}::bigint[])
      and c.lifecycle <> 'cancelled' and (not ${isOver} or u.id = any(${[...changed]}::bigint[]))
    order by c.id, u.id`.execute(ctx.beyondScope(WHY));
  return rows;
}

/** What was added to the packages in use. */
async function addedTo(ctx: Ctx, cardIds: readonly string[]) {
  const { rows } = await sql<{ id: string; card_id: string; flow_bytes: string | null }>`
    select id, card_id, flow_bytes from orders.v_package_usage
    where card_id = any(${[...cardIds]}::bigint[]) and not is_main and state = ${using} and ends_at > ${ctx.clock.now()}`.execute(
    ctx.beyondScope(WHY),
  );
  return Map.groupBy(rows, ({ card_id }) => card_id);
}

/** How many days each carrier account of these cards lags. */
export async function lateDaysByAccount(
  ctx: Ctx,
  records: readonly { readonly carrier_account_id: string | null }[],
): Promise<ReadonlyMap<string | null, number>> {
  const late = new Map<string | null, number>();
  for (const id of new Set(records.map(({ carrier_account_id }) => carrier_account_id))) {
    const can = id === null ? undefined : await capabilitiesOf(ctx, id);
    late.set(id, can ? lateDaysOf(can) : 0);
  }
  return late;
}

async function daysNow(ctx: Ctx, records: readonly GovernedRecord[]): Promise<ReadonlyMap<string, bigint>> {
  const now = ctx.clock.now();
  const today = new Map(records.map(({ card_id, zone }) => [card_id, dayText(now, zone)]));
  const days = await daysOfCards(
    ctx,
    [...today].map(([cardId, fromDay]) => ({ cardId, fromDay })),
  );
  return new Map(
    [...days].flatMap(([cardId, own]) => {
      const found = own.find(({ day }) => day === today.get(cardId));
      return found ? [[cardId, found.bytes] as const] : [];
    }),
  );
}

/** What is known of each package in use, or of one that has ended alone; of its card's day only where a rule goes by that. */
export async function factsOf(
  ctx: Ctx,
  records: readonly GovernedRecord[],
  goesByDays: boolean,
): Promise<ReadonlyMap<string, FlowFacts>> {
  const cardIds = [...new Set(records.map(({ card_id }) => card_id))];
  const added = await addedTo(ctx, cardIds);
  const uses = await usesOf(ctx, [
    ...records.map(({ usage_id }) => usage_id),
    ...[...added.values()].flat().map(({ id }) => id),
  ]);
  const part = (id: string, bytes: string | null) => ({
    flowBytes: bytes === null ? null : BigInt(bytes),
    total: uses.get(id) ?? 0n,
  });
  const full = records.filter(({ usage_id, flow_bytes, is_over }) => {
    const { flowBytes, total } = part(usage_id, flow_bytes);
    return !is_over && flowBytes !== null && total >= flowBytes;
  });
  const overage = await overageSince(
    ctx,
    full.map(({ card_id, starts_at, zone }) => ({ cardId: card_id, fromDay: firstWholeDay(starts_at, zone) })),
  );
  const drawn = await drawnSince(
    ctx,
    full.map(({ card_id, starts_at, zone }) => ({ cardId: card_id, fromDay: firstWholeDay(starts_at, zone) })),
  );
  const levels = await poolLevelsOf(ctx, cardIds);
  const days = goesByDays ? await daysNow(ctx, records) : new Map<string, bigint>();
  return new Map(
    records.map(({ usage_id, card_id, flow_bytes, is_over }) => {
      const more = is_over ? [] : (added.get(card_id) ?? []);
      const parts = [part(usage_id, flow_bytes), ...more.map((each) => part(each.id, each.flow_bytes))];
      const dayBytes = is_over ? null : (days.get(card_id) ?? null);
      const beyond = is_over ? 0n : (overage.get(card_id) ?? 0n) - (drawn.get(card_id) ?? 0n);
      return [
        usage_id,
        { ...shareOf(parts, beyond), dayBytes, poolPercent: is_over ? null : (levels.get(card_id) ?? null) },
      ];
    }),
  );
}

/**
 * Every rule whose threshold is reached on these cards, of the strategies that govern their packages: those of the card's owner and of
 * everybody above. A rule that limits is reached with the first speed that is due by then. Of a package that has ended it is told where it is
 * among those that changed.
 */
export async function reachedOn(
  ctx: Ctx,
  strategies: readonly RunningFlow[],
  cardIds: readonly string[],
  changed: readonly string[] = [],
): Promise<Reached[]> {
  const packageIds = [...new Set(strategies.flatMap((each) => each.packageIds))];
  if (cardIds.length === 0 || packageIds.length === 0) return [];
  const records = await recordsOn(ctx, cardIds, packageIds, changed);
  if (records.length === 0) return [];
  const goesByDays = strategies.some(({ rules }) => rules.some(({ base }) => base === FlowBase.values.day));
  const facts = await factsOf(ctx, records, goesByDays);
  const late = await lateDaysByAccount(ctx, records);
  const limitOf = await limitsOfRules(ctx, strategies);
  const now = ctx.clock.now();
  return records.flatMap((record) => {
    const path = idsOfPath(record.path);
    const above = new Set(path);
    const known = facts.get(record.usage_id);
    if (!known) return [];
    const { zone, cycle_day, usage_at, carrier_account_id } = record;
    const countedAt = countedUntil(usage_at, late.get(carrier_account_id) ?? 0, zone);
    return strategies
      .filter((each) => above.has(each.customer_id) && each.packageIds.includes(record.package_id))
      .flatMap((strategy) =>
        strategy.rules
          .filter((rule) => fires(rule, known))
          .flatMap((rule): Reached[] => {
            const limit =
              rule.action === LIMIT
                ? limitOf({ strategyId: strategy.id, packageId: record.package_id, path }, rule)
                : undefined;
            const kbps = limit ? speedAt(limit, known.usedBytes, wallTimeIn(zone, now).month) : null;
            if (rule.action === LIMIT && kbps === null) return [];
            const period = periodOf(rule, now, { day: cycle_day, zone });
            return [{ ...{ record, strategy, rule, facts: known, kbps, countedAt }, ...period }];
          }),
      );
  });
}
