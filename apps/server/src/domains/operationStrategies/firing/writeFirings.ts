import type { StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { FiringState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { raiseReasons } from '../../cardCommands/face.ts';
import type { LockedCard } from '../../cards/face.ts';
import type { Hit } from '../../control/face.ts';
import { strategyReminds } from '../events.ts';
import type { FiringTable, StrategyRow } from '../strategyTables.ts';
import { WHY } from '../triggers/cardsInScope.ts';
import type { Due } from '../triggers/dueFacts.ts';

const { STOP, NO_CONTROL } = ControlAction.values;
const MOST_NAMED = 3;
const MOST_IN_WORDS = 3;

/** A strategy and the fact it fires for. */
export type Firing = { readonly strategy: StrategyRow; readonly due: Due };
type Judged = Firing & Hit & { readonly state: FiringState };

/** Which strategies are behind a stop, by name: their text stays with their owner. */
export function strategiesText(names: readonly string[]): Text {
  const shown = names.slice(0, MOST_IN_WORDS);
  const more = names.length > MOST_IN_WORDS ? 1 : 0;
  return text(
    `运营策略「${shown.join('」「')}」${more ? '等' : ''}`,
    `Operation strategy ${shown.map((name) => `“${name}”`).join(', ')}${more ? ' and more' : ''}`,
  );
}

/** What strategies already did to these cards and still stands, as «card reason». */
export async function standingReasons(ctx: Ctx, cardIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('operation_strategies.firing')
    .select(['card_id', 'reason'])
    .where(sql<boolean>`card_id = any(${[...cardIds]}::bigint[])`)
    .where('state', 'in', ['waiting', 'confirmed'])
    .execute();
  return new Set(rows.map(({ card_id, reason }) => `${card_id} ${reason}`));
}

/**
 * Writes the firings on these locked cards and does what they say: one command a card, whatever many strategies fire on it. A
 * stop for a reason that somebody else set stays his.
 */
export async function fireOn(
  ctx: Ctx,
  cards: readonly LockedCard[],
  firings: readonly Firing[],
  acting: <H extends Hit>(hits: readonly H[]) => { readonly acts: readonly H[] },
): Promise<void> {
  if (firings.length === 0) return;
  const byId = new Map(cards.map((card) => [card.id, card]));
  const own = await standingReasons(ctx, [...byId.keys()]);
  const judged: Judged[] = [];
  for (const [cardId, all] of Map.groupBy(firings, ({ due }) => due.cardId)) {
    const card = byId.get(cardId);
    if (!card) continue;
    const shadows = all.filter(({ strategy }) => strategy.state === 'shadow');
    judged.push(...shadows.map((each) => ({ ...each, ...hitOf(each), state: 'shadow' as const })));
    const hits = all.filter(({ strategy }) => strategy.state === 'on').map((each) => ({ ...each, ...hitOf(each) }));
    const { acts } = acting(hits);
    const stateOf = (hit: Firing & Hit): FiringState => {
      if (!acts.includes(hit)) return 'overruled';
      if (hit.action === NO_CONTROL) return 'told';
      const { reason } = hit;
      const isSet = reason !== null && card.stop_reasons.includes(reason);
      return isSet && !own.has(`${cardId} ${reason}`) ? 'already' : 'waiting';
    };
    judged.push(...hits.map((hit) => ({ ...hit, state: stateOf(hit) })));
  }
  await write(ctx, judged);
  await stop(ctx, judged);
  await remind(ctx, judged);
}

const hitOf = ({ strategy: { action, reason } }: Firing): Hit => ({ action, reason });

async function write(ctx: Ctx, judged: readonly Judged[]): Promise<void> {
  const now = ctx.clock.now();
  const rows = judged.map(({ strategy, due, action, reason, state }) => ({
    id: ctx.ids.next(),
    strategy_id: strategy.id,
    revision: strategy.revision,
    card_id: due.cardId,
    iccid: due.iccid,
    customer_id: due.customerId,
    fact: due.fact,
    fact_at: due.at,
    said: due.said === null ? null : JSON.stringify(due.said),
    is_shadow: state === 'shadow',
    action,
    reason,
    state,
    fired_at: now,
    lifted_at: null,
    lifted_zh: null,
    lifted_en: null,
  })) satisfies (Omit<FiringTable, 'said'> & { said: string | null })[];
  await ctx.beyondScope(WHY).insertInto('operation_strategies.firing').values(rows).execute();
}

/** Cards that are stopped for the same reasons by the same strategies are told of together. */
async function stop(ctx: Ctx, judged: readonly Judged[]): Promise<void> {
  const stops = judged.filter(({ action, state }) => action === STOP && state === 'waiting');
  const moves = [...Map.groupBy(stops, ({ due }) => due.cardId)].map(([cardId, hits]) => ({
    cardId,
    reasons: [...new Set(hits.map(({ reason }) => reason as StopReason))].sort((a, b) => a - b),
    names: [...new Set(hits.map(({ strategy }) => strategy.name))],
  }));
  for (const same of Map.groupBy(moves, ({ reasons, names }) => JSON.stringify([reasons, names])).values()) {
    const [{ reasons, names } = { reasons: [], names: [] }] = same;
    const cardIds = same.map(({ cardId }) => cardId);
    await raiseReasons(ctx, { cardIds, reasons, why: strategiesText(names) });
  }
}

async function remind(ctx: Ctx, judged: readonly Judged[]): Promise<void> {
  const told = judged.filter(({ state }) => state === 'told');
  for (const same of Map.groupBy(told, ({ strategy }) => strategy.id).values()) {
    const [first] = same;
    if (!first) continue;
    const { id, customer_id: customerId, name } = first.strategy;
    const iccids = same.map(({ due }) => due.iccid);
    await ctx.emit(strategyReminds, {
      strategyId: id,
      customerId,
      name,
      day: dayText(ctx.clock.now()),
      cards: iccids.length,
      iccids: iccids.slice(0, MOST_NAMED),
    });
  }
}
