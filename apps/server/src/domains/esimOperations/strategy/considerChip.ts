import type { StrategyTrigger } from '@cardinal/contract/enumerations/esim.ts';
import type { Ctx } from '../../../framework/context.ts';
import {
  beyond,
  type ChipRow,
  type CodeNumberRow,
  lockChip,
  lockNumbersOf,
  openWide,
  pathOf,
  setChip,
} from '../../esim/face.ts';
import { strategyRanOut } from '../events.ts';
import { chooseFree } from '../operations/chooseNumber.ts';
import { openOperation } from '../operations/openOperation.ts';
import type { Choice, OperationRow, StrategyRow } from '../operationTables.ts';
import { type ChipFacts, type Decision, decide, dueTriggers, nextDue, type Rules } from './strategyRules.ts';
import { factsOfChips, stockFor, strategiesFor, suppliersOf } from './strategyStore.ts';

/** On whose behalf a number is requested, if by hand. */
export type OnBehalf = {
  readonly taskId: string;
  readonly by: { readonly accountId: string | null; readonly name: string };
};
export type Considered = { readonly decision: Decision; readonly operation: OperationRow | undefined };

export const rulesOf = (strategy: StrategyRow): Rules => ({
  rules: strategy.rules,
  switchesPerDay: strategy.switches_per_day,
  minimumStayHours: strategy.minimum_stay_hours,
});

/**
 * Something has happened to a chip, or time has passed: its strategy decides and requests its decision; strategies in shadow
 * mode only record theirs. Runs in the caller's transaction, so that decision and request are written together.
 */
export async function considerChip(ctx: Ctx, eid: string, happened: readonly StrategyTrigger[]): Promise<void> {
  const chip = await lockChip(beyond(ctx), eid);
  if (!chip) return;
  const { acting, watching } = await strategiesFor(ctx, chip);
  for (const strategy of watching) await watch(ctx, chip, strategy, happened);
  const next = acting ? await follow(ctx, chip, acting, happened) : { held: null, lookAt: null };
  const watched = await Promise.all(watching.map((strategy) => dueFor(ctx, chip, strategy)));
  const lookAt = earliest([next.lookAt, ...watched]);
  if (next.held === chip.held_trigger && lookAt?.getTime() === chip.look_at?.getTime()) return;
  await setChip(beyond(ctx), eid, { held_trigger: next.held, look_at: lookAt });
}

const earliest = (moments: readonly (Date | null)[]): Date | null => {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : new Date(Math.min(...known.map(Number)));
};

async function factsFor(ctx: Ctx, chip: ChipRow, strategy: StrategyRow, isShadow: boolean): Promise<ChipFacts> {
  const now = ctx.clock.now();
  const facts = await factsOfChips(beyond(ctx), [chip], { strategyId: strategy.id, isShadow, now });
  return facts.get(chip.eid) as ChipFacts;
}

const dueFor = async (ctx: Ctx, chip: ChipRow, strategy: StrategyRow): Promise<Date | null> =>
  nextDue(rulesOf(strategy), await factsFor(ctx, chip, strategy, true), ctx.clock.now());

/** The triggers to handle, each once: what happened, what was held, what has become due. */
function pendingTriggers(
  chip: ChipRow,
  facts: ChipFacts,
  strategy: StrategyRow,
  happened: readonly StrategyTrigger[],
  now: Date,
) {
  const held = chip.held_trigger === null || (chip.look_at && chip.look_at > now) ? [] : [chip.held_trigger];
  return [...new Set([...happened, ...held, ...dueTriggers(rulesOf(strategy), facts, now)])];
}

async function watch(ctx: Ctx, chip: ChipRow, strategy: StrategyRow, happened: readonly StrategyTrigger[]) {
  const facts = await factsFor(ctx, chip, strategy, true);
  const now = ctx.clock.now();
  const stock = await stockFor(ctx, suppliersOf(await pathOf(ctx, chip.customer_id), strategy.customer_id));
  for (const trigger of pendingTriggers({ ...chip, held_trigger: null }, facts, strategy, happened, now)) {
    const decision = decide(rulesOf(strategy), facts, trigger, stock, now);
    await keepFiring(ctx, chip, strategy, { trigger, decision, operation: undefined, isShadow: true });
    if (decision.kind !== 'stay') return;
  }
}

/** Carries out the first possible action; returns what is held and until when. */
async function follow(ctx: Ctx, chip: ChipRow, strategy: StrategyRow, happened: readonly StrategyTrigger[]) {
  const facts = await factsFor(ctx, chip, strategy, false);
  const now = ctx.clock.now();
  const due = nextDue(rulesOf(strategy), facts, now);
  // A held trigger stays held unless it is handled now, or the chip is back where it should be.
  const waits = chip.held_trigger !== null && chip.look_at !== null && chip.look_at > now;
  let [held, until] = waits ? [chip.held_trigger, chip.look_at] : [null, null];
  for (const trigger of pendingTriggers(chip, facts, strategy, happened, now)) {
    const { decision } = await decideAndAsk(ctx, chip, strategy, { facts, trigger });
    if (decision.kind !== 'stay') return { held: null, lookAt: due };
    if (decision.code === 'runs') [held, until] = [null, null];
    else if (decision.heldUntil) [held, until] = [trigger, decision.heldUntil];
  }
  return { held, lookAt: earliest([due, until]) };
}

/** A number requested by hand: decided and requested now, or the reason why not. Undefined: no strategy applies. */
export async function considerByHand(ctx: Ctx, chip: ChipRow, behalf: OnBehalf): Promise<Considered | undefined> {
  const { acting } = await strategiesFor(ctx, chip);
  if (!acting) return undefined;
  const facts = await factsFor(ctx, chip, acting, false);
  return decideAndAsk(ctx, chip, acting, { facts, trigger: 'byHand', behalf });
}

async function decideAndAsk(
  ctx: Ctx,
  chip: ChipRow,
  strategy: StrategyRow,
  on: { readonly facts: ChipFacts; readonly trigger: StrategyTrigger; readonly behalf?: OnBehalf },
): Promise<Considered> {
  const { facts, trigger, behalf } = on;
  const suppliers = suppliersOf(await pathOf(ctx, chip.customer_id), strategy.customer_id);
  const stock = await stockFor(ctx, suppliers);
  const numbers = await lockNumbersOf(beyond(ctx), chip.eid);
  const taken = new Set<Choice>();
  for (;;) {
    const left = (choice: Choice) => (taken.has(choice) ? 0 : stock(choice));
    const decision = decide(rulesOf(strategy), facts, trigger, left, ctx.clock.now());
    if (decision.kind === 'stay') {
      await keepFiring(ctx, chip, strategy, { trigger, decision, operation: undefined, isShadow: false });
      return { decision, operation: undefined };
    }
    const { choice, numberId } = decision;
    const number =
      numberId === null
        ? await chooseFree(openWide(ctx), chip, requestedChangeOf(choice, suppliers))
        : numbers.find(({ card_id }) => card_id === numberId);
    const operation = number && (await ask(ctx, chip, { strategy, decision, number, numbers, behalf }));
    if (operation) {
      await keepFiring(ctx, chip, strategy, { trigger, decision, operation, isShadow: false });
      return { decision, operation };
    }
    // The last of them has been taken in the meantime.
    taken.add(choice);
  }
}

const requestedChangeOf = ({ profileType, country, carrierAccountId }: Choice, customerIds: readonly string[]) => ({
  profileType,
  country: country ?? undefined,
  carrierAccountId: carrierAccountId ?? undefined,
  customerIds,
});

/** Makes the working number the fallback, then writes or enables the other. */
async function ask(
  ctx: Ctx,
  chip: ChipRow,
  of: {
    readonly strategy: StrategyRow;
    readonly decision: Extract<Decision, { kind: 'write' | 'switch' }>;
    readonly number: CodeNumberRow;
    readonly numbers: readonly CodeNumberRow[];
    readonly behalf: OnBehalf | undefined;
  },
): Promise<OperationRow | undefined> {
  const { strategy, decision, number, behalf } = of;
  const asked = {
    cause: 'strategy' as const,
    by: behalf?.by ?? { accountId: null, name: strategy.name },
    taskId: behalf?.taskId,
  };
  const kept = of.numbers.find(({ card_id }) => card_id === decision.keeps);
  if (kept) await openOperation(ctx, chip, { kind: 'setFallback', number: kept, ...asked, taskId: undefined });
  const opened = await openOperation(
    ctx,
    chip,
    decision.kind === 'write'
      ? { kind: 'download', number, enablesAfter: true, ...asked }
      : { kind: 'enable', number, ...asked },
  );
  return 'id' in opened ? opened : undefined;
}

type Fired = {
  readonly trigger: StrategyTrigger;
  readonly decision: Decision;
  readonly operation: OperationRow | undefined;
  readonly isShadow: boolean;
};

/** Records a decision and its reason; a repeated «nothing to do» is recorded once. A shortage of stock is published. */
async function keepFiring(ctx: Ctx, chip: ChipRow, strategy: StrategyRow, fired: Fired): Promise<void> {
  const { trigger, decision, operation, isShadow } = fired;
  const db = beyond(ctx);
  const code = decision.kind === 'stay' ? decision.code : null;
  if (code === 'noRule') return;
  if (code !== null) {
    const last = await db
      .selectFrom('esim_operations.firing')
      .select(['trigger', 'code', 'rule', 'country', 'is_shadow'])
      .where('eid', '=', chip.eid)
      .where('strategy_id', '=', strategy.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const isSame =
      last?.trigger === trigger &&
      last.code === code &&
      last.rule === decision.rule &&
      last.country === chip.country &&
      last.is_shadow === isShadow;
    if (isSame) return;
  }
  const now = ctx.clock.now();
  const choice = decision.kind === 'stay' ? null : decision.choice;
  await db
    .insertInto('esim_operations.firing')
    .values({
      eid: chip.eid,
      id: ctx.ids.next(),
      strategy_id: strategy.id,
      customer_id: chip.customer_id,
      trigger,
      country: chip.country,
      decision: decision.kind,
      code,
      rule: decision.rule,
      profile_type: choice?.profileType ?? null,
      number_country: choice?.country ?? null,
      card_id: operation?.card_id ?? null,
      iccid: operation?.iccid ?? null,
      operation_id: operation?.id ?? null,
      why: JSON.stringify(decision.why),
      missing: [...decision.missing],
      held_until: decision.kind === 'stay' ? decision.heldUntil : null,
      result: isShadow ? 'shadow' : operation ? 'open' : 'none',
      is_shadow: isShadow,
      fired_at: now,
      ended_at: null,
    })
    .execute();
  // A held decision takes no number yet, so it causes no shortage.
  if (isShadow || code === 'minimumStay' || code === 'busy' || code === 'dailyLimit') return;
  for (const profileType of decision.missing) {
    await ctx.emit(strategyRanOut, {
      strategyId: strategy.id,
      strategyName: strategy.name,
      customerId: strategy.customer_id,
      profileType,
      eid: chip.eid,
      at: now.toISOString(),
    });
  }
}

/** An operation requested by a strategy has ended. */
export const settleFiring = (ctx: Ctx, operation: OperationRow, isDone: boolean): Promise<unknown> =>
  beyond(ctx)
    .updateTable('esim_operations.firing')
    .set({ result: isDone ? 'done' : 'failed', ended_at: ctx.clock.now() })
    .where('eid', '=', operation.eid)
    .where('card_id', '=', operation.card_id)
    .where('result', '=', 'open')
    .execute();
