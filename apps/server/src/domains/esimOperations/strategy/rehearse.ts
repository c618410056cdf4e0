import type * as api from '@cardinal/contract/api/esimOperations/strategies.ts';
import type { StrategyTrigger } from '@cardinal/contract/enumerations/esim.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { beyond, type ChipRow, findChip, pathOf } from '../../esim/face.ts';
import type { Choice, StrategyRow } from '../operationTables.ts';
import { rulesOf } from './considerChip.ts';
import { type ChipFacts, type Decision, decide, type Stock } from './strategyRules.ts';
import { chipsOf, factsOfChips, findStrategy, stockFor, suppliersOf } from './strategyStore.ts';

/** How many chips are tried; more would take longer and show the same. */
const MOST_CHIPS = 500;
const MOST_ROWS = 50;

type Shown = AnswerOf<typeof api.tryStrategy>;

/** A decision in the form of the response. */
export const shown = (ctx: Ctx, decision: Decision): Shown => ({
  decision: decision.kind,
  why: say(decision.why, ctx.language),
  rule: decision.rule,
  profileType: decision.kind === 'stay' ? null : decision.choice.profileType,
  country: decision.kind === 'stay' ? null : decision.choice.country,
  missing: [...decision.missing],
  heldUntil: decision.kind === 'stay' ? (decision.heldUntil?.toISOString() ?? null) : null,
});

const factsOf = (ctx: Ctx, chips: readonly ChipRow[], strategy: StrategyRow) =>
  factsOfChips(beyond(ctx), chips, {
    strategyId: strategy.id,
    isShadow: strategy.state === 'shadow',
    now: ctx.clock.now(),
  });

const stockOf = async (ctx: Ctx, chip: ChipRow, strategy: StrategyRow): Promise<Stock> =>
  stockFor(ctx, suppliersOf(await pathOf(ctx, chip.customer_id), strategy.customer_id));

/** Hypothetical facts: in another country, or, for a trigger with a delay, after that delay. */
function supposed(facts: ChipFacts, trigger: StrategyTrigger, country: string | undefined): ChipFacts {
  const longAgo = new Date(Date.UTC(2000, 0, 1));
  return {
    ...facts,
    country: country ?? facts.country,
    countryAt: trigger === 'roamingDays' ? longAgo : facts.countryAt,
    lostAt: trigger === 'noNetwork' ? longAgo : facts.lostAt,
    running: trigger === 'firstBoot' ? null : facts.running,
  };
}

/** What would happen to one chip and why. The strategy need not apply to the chip: this is a trial. */
export async function tryStrategy(ctx: Ctx, asked: QueryOf<typeof api.tryStrategy>): Promise<Shown> {
  const strategy = await findStrategy(ctx, asked.strategyId);
  const chip = await findChip(ctx, asked.eid);
  const facts = (await factsOf(ctx, [chip], strategy)).get(chip.eid) as ChipFacts;
  const stock = await stockOf(ctx, chip, strategy);
  const as = supposed(facts, asked.trigger, asked.country);
  return shown(ctx, decide(rulesOf(strategy), as, asked.trigger, stock, ctx.clock.now()));
}

type Rehearsal = AnswerOf<typeof api.simulateMove>;

/** Tries a trigger on all chips of a strategy. Nothing is changed. */
async function rehearse(
  ctx: Ctx,
  strategy: StrategyRow,
  occasion: (chip: ChipRow) => { readonly trigger: StrategyTrigger; readonly country?: string },
): Promise<Rehearsal> {
  const over = await chipsOf(ctx, strategy);
  const { n: chips } = await over.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  const rows = await over.selectAll('h').orderBy('h.id').limit(MOST_CHIPS).execute();
  const facts = await factsOf(ctx, rows, strategy);
  const stocks = new Map<string, Stock>();
  const taken = new Map<string, { choice: Choice; wanted: number }>();
  const answers: Rehearsal['rows'] = [];
  const counts = { write: 0, switch: 0, stay: 0 };
  for (const chip of rows) {
    const stock = stocks.get(chip.customer_id) ?? (await stockOf(ctx, chip, strategy));
    stocks.set(chip.customer_id, stock);
    const { trigger, country } = occasion(chip);
    const as = supposed(facts.get(chip.eid) as ChipFacts, trigger, country);
    // Numbers taken for earlier chips are no longer free.
    const left = (choice: Choice) => stock(choice) - (taken.get(keyOf(choice))?.wanted ?? 0);
    const decision = decide(rulesOf(strategy), as, trigger, left, ctx.clock.now());
    counts[decision.kind] += 1;
    if (decision.kind === 'write') {
      const { choice } = decision;
      taken.set(keyOf(choice), { choice, wanted: (taken.get(keyOf(choice))?.wanted ?? 0) + 1 });
    }
    answers.push({ eid: chip.eid, ...shown(ctx, decision) });
  }
  const [anyStock] = stocks.values();
  return {
    chips,
    looked: rows.length,
    writes: counts.write,
    switches: counts.switch,
    stays: counts.stay,
    needs: [...taken.values()].map(({ choice, wanted }) => ({
      profileType: choice.profileType,
      wanted,
      free: anyStock?.(choice) ?? 0,
    })),
    // Actions come before «nothing to do».
    rows: answers.sort((a, b) => Number(a.decision === 'stay') - Number(b.decision === 'stay')).slice(0, MOST_ROWS),
  };
}

const keyOf = ({ profileType, country, carrierAccountId }: Choice) =>
  [profileType, country, carrierAccountId].join(' ');

export async function simulateMove(ctx: Ctx, asked: QueryOf<typeof api.simulateMove>): Promise<Rehearsal> {
  const strategy = await findStrategy(ctx, asked.strategyId);
  return rehearse(ctx, strategy, (chip) => ({
    trigger: chip.enabled_number_id === null ? 'firstBoot' : 'countryChange',
    country: asked.country,
  }));
}

/** What would happen to each chip now at its present place, and how many chips follow another strategy. */
export async function previewSwitch(
  ctx: Ctx,
  asked: QueryOf<typeof api.previewSwitch>,
): Promise<AnswerOf<typeof api.previewSwitch>> {
  const strategy = await findStrategy(ctx, asked.strategyId);
  const rehearsal = await rehearse(ctx, strategy, (chip) => ({
    trigger: chip.enabled_number_id === null ? 'firstBoot' : 'countryChange',
  }));
  const { n: elsewhere } = await ctx.db
    .selectFrom('esim.v_chip')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('strategy_id', 'is not', null)
    .where('strategy_id', '!=', strategy.id)
    .executeTakeFirstOrThrow();
  return { ...rehearsal, elsewhere };
}
