import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { FlowFiringState } from '@cardinal/contract/enumerations/control.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { type Insertable, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { raiseReasons } from '../../cardCommands/face.ts';
import { acting, type FlowStrategyRow, type Hit, holdFlows, leftOf } from '../../control/face.ts';
import { limitsOf } from '../../settings/face.ts';
import { flowReminds } from '../events.ts';
import { type FiringTable, WHY } from '../firingTable.ts';
import { keyOf, keyOfReached, ONCE } from '../judging/firingKeys.ts';
import type { Reached } from '../judging/governedCards.ts';
import { isTooOld } from '../judging/judgingRules.ts';
import { firedThisHour, pauseFlow } from './brake.ts';
import { cutOffAlready, MOST_NAMED, steerData } from './cutOff.ts';
import { limitSpeeds, namesText } from './limitSpeeds.ts';
import { heldStopped } from './stopped.ts';

const { STOP, OFFLINE, NO_CONTROL } = ControlAction.values;
const { arrears } = StopReason.values;

type Judged = Reached & { readonly state: FlowFiringState };

/** What fired before, as far as it was acted on: a reading that was too old leaves the rule to the next one. */
async function firedBefore(ctx: Ctx, reached: readonly Reached[]): Promise<ReadonlyMap<string, FlowFiringState>> {
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('flow_control.firing')
    .select([...ONCE, 'state'])
    .where('is_refuelled', '=', false)
    .where(sql<boolean>`usage_id = any(${[...new Set(reached.map(({ record }) => record.usage_id))]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [keyOf(row), row.state]));
}

/** Of what would act, what the strategies may still do: as they stand now, up to their brakes. */
async function withinBrakes(ctx: Ctx, reached: readonly Reached[]): Promise<readonly Reached[]> {
  const byStrategy = Map.groupBy(reached, ({ strategy }) => strategy.id);
  const held = reached.length === 0 ? [] : await holdFlows(ctx, [...byStrategy.keys()]);
  const allowed: Reached[] = [];
  for (const strategy of held) {
    if (strategy.state !== 'on' || strategy.paused_at) continue;
    const own = byStrategy.get(strategy.id) ?? [];
    const left = leftOf(strategy.brake, await firedThisHour(ctx, strategy));
    allowed.push(...own.slice(0, left));
    if (own.length > left) await pauseFlow(ctx, strategy);
  }
  return allowed;
}

/**
 * Writes what fired on locked cards and does what it says: once a rule, package and cycle, with one command a card, whatever many
 * rules fire on it. A stop for a reason that somebody else set stays his. Returns how many fired.
 */
export async function fireOn(ctx: Ctx, reached: readonly Reached[]): Promise<number> {
  if (reached.length === 0) return 0;
  const before = await firedBefore(ctx, reached);
  const { readingAgeHours } = await limitsOf(ctx.db);
  const now = ctx.clock.now();
  const waits = reached.filter((each) => {
    const state = before.get(keyOfReached(each)) ?? 'unknown';
    // What was left to a stop acts once that is lifted.
    return state === 'unknown' || (state === 'overruled' && each.record.stop_reasons.length === 0);
  });
  const passive = (each: Reached): FlowFiringState | undefined => {
    if (each.record.is_over) return 'late';
    if (isTooOld(each.countedAt, now, readingAgeHours)) return 'unknown';
    return each.strategy.state === 'shadow' ? 'shadow' : undefined;
  };
  const still = waits.flatMap((each): Judged[] => {
    const state = passive(each);
    return state === undefined || before.get(keyOfReached(each)) === state ? [] : [{ ...each, state }];
  });
  const allowed = await withinBrakes(
    ctx,
    waits.filter((each) => passive(each) === undefined),
  );
  const judged = [...still, ...(await actionsOf(ctx, allowed))];
  await write(ctx, judged);
  await stop(ctx, judged);
  await remind(ctx, judged);
  await steerData(
    ctx,
    judged.flatMap(({ rule, state, record }) =>
      rule.action === OFFLINE && state === 'waiting' ? [record.card_id] : [],
    ),
  );
  await limitSpeeds(
    ctx,
    reached.filter((each) => passive(each) === undefined),
  );
  return judged.length;
}

/** What comes of rules that act: the strictest on each card, all of them told of. */
async function actionsOf(ctx: Ctx, reached: readonly Reached[]): Promise<Judged[]> {
  if (reached.length === 0) return [];
  const cardIds = [...new Set(reached.map(({ record }) => record.card_id))];
  const [stopped, cutOff] = [await heldStopped(ctx, cardIds), await cutOffAlready(ctx, cardIds)];
  const hitOf = (each: Reached): Reached & Hit => ({
    ...each,
    action: each.rule.action,
    reason: each.rule.action === STOP ? arrears : null,
  });
  return [...Map.groupBy(reached.map(hitOf), ({ record }) => record.card_id)].flatMap(([cardId, hits]) => {
    const { acts } = acting(hits);
    return hits.map((hit): Judged => {
      if (!acts.includes(hit)) return { ...hit, state: 'overruled' };
      if (hit.action === NO_CONTROL) return { ...hit, state: 'told' };
      const isOfOthers =
        (hit.action === STOP && hit.record.stop_reasons.includes(arrears) && !stopped.has(cardId)) ||
        (hit.action === OFFLINE && hit.record.data_on === false && !cutOff.has(cardId));
      return { ...hit, state: isOfOthers ? 'already' : 'waiting' };
    });
  });
}

async function write(ctx: Ctx, judged: readonly Judged[]): Promise<void> {
  if (judged.length === 0) return;
  const now = ctx.clock.now();
  const rows = judged.map(
    ({ record, strategy, rule, facts, kbps, countedAt, period, turnsAt, state }): Insertable<FiringTable> => ({
      id: ctx.ids.next(),
      strategy_id: strategy.id,
      revision: strategy.version,
      card_id: record.card_id,
      iccid: record.iccid,
      customer_id: record.customer_id,
      usage_id: record.usage_id,
      package_name: record.package_name,
      period,
      turns_at: turnsAt,
      base: rule.base,
      threshold: rule.threshold,
      action: rule.action,
      reason: rule.action === STOP ? arrears : null,
      kbps,
      restore: rule.restore,
      is_shadow: strategy.state === 'shadow',
      state,
      read_at: countedAt,
      used_bytes: String(facts.usedBytes),
      allowance_bytes: facts.allowanceBytes?.toString() ?? null,
      day_bytes: facts.dayBytes?.toString() ?? null,
      pool_percent: facts.poolPercent,
      fired_at: now,
      lifted_at: null,
      lifted_zh: null,
      lifted_en: null,
    }),
  );
  await ctx
    .beyondScope(WHY)
    .insertInto('flow_control.firing')
    .values(rows)
    // Only what a reading left open because it was too old is there already.
    .onConflict((conflict) =>
      conflict
        .columns(ONCE)
        .where('is_refuelled', '=', false)
        .doUpdateSet((row) => ({
          revision: row.ref('excluded.revision'),
          state: row.ref('excluded.state'),
          kbps: row.ref('excluded.kbps'),
          read_at: row.ref('excluded.read_at'),
          used_bytes: row.ref('excluded.used_bytes'),
          allowance_bytes: row.ref('excluded.allowance_bytes'),
          day_bytes: row.ref('excluded.day_bytes'),
          pool_percent: row.ref('excluded.pool_percent'),
          fired_at: row.ref('excluded.fired_at'),
        })),
    )
    .execute();
}

/** Cards that the same strategies stop are told of together. */
async function stop(ctx: Ctx, judged: readonly Judged[]): Promise<void> {
  const stops = judged.filter(({ rule, state }) => rule.action === STOP && state === 'waiting');
  const byCard = [...Map.groupBy(stops, ({ record }) => record.card_id)].map(([cardId, hits]) => ({
    cardId,
    names: [...new Set(hits.map(({ strategy }) => strategy.name))].slice(0, MOST_NAMED),
  }));
  for (const same of Map.groupBy(byCard, ({ names }) => JSON.stringify(names)).values()) {
    const cardIds = same.map(({ cardId }) => cardId);
    await raiseReasons(ctx, { cardIds, reasons: [arrears], why: namesText(same[0]?.names ?? []) });
  }
}

async function remind(ctx: Ctx, judged: readonly Judged[]): Promise<void> {
  const told = judged.filter(({ state }) => state === 'told');
  for (const same of Map.groupBy(told, ({ strategy }) => strategy.id).values()) {
    const strategy: FlowStrategyRow | undefined = same[0]?.strategy;
    if (!strategy) continue;
    const iccids = [...new Set(same.map(({ record }) => record.iccid))];
    await ctx.emit(flowReminds, {
      strategyId: strategy.id,
      customerId: strategy.customer_id,
      name: strategy.name,
      day: dayText(ctx.clock.now()),
      cards: iccids.length,
      iccids: iccids.slice(0, MOST_NAMED),
    });
  }
}
