import {
  operationStrategies,
  previewSwitch,
  switchStrategy,
} from '@cardinal/contract/api/operationStrategies/strategies.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { confirmDue, cursorFrom } from '@cardinal/server/domains/cardCommands/confirming/confirmCommands.ts';
import { sweepStrategies } from '@cardinal/server/domains/operationStrategies/firing/sweepStrategies.ts';
import type { Caller } from './app.ts';
import { addCards, type CardsUnderTest, cardsUnderTest, iccid, type TestCard, workOff } from './cardsUnderTest.ts';
import { addRecord, allow } from './ordersUnderTest.ts';

const SECOND = 1_000;
export const STRATEGY_RIGHTS = (['view', 'edit', 'switch', 'release', 'export'] as const).map(
  (verb) => `operationStrategy.${verb}` as const,
);

export type StrategyBody = BodyOf<typeof operationStrategies.create>;
export const endedStops: StrategyBody = {
  name: '到期即停',
  trigger: 'packageEnded',
  customerIds: ['10'],
  accountIds: [],
  productCodes: [],
  packageIds: [],
  tagIds: [],
  graceHours: 0,
  quietHours: '',
  action: 1,
  reason: 2,
  restarts: true,
  brake: 5_000,
  priority: 50,
};

/** Cards, their carrier, and accounts that may write strategies. */
export async function strategiesUnderTest() {
  const under = await cardsUnderTest();
  for (const account of ['agent', 'operator', 'rival']) await allow(under, account, STRATEGY_RIGHTS);
  return under;
}

let last = 0;
/** A card the carrier knows too. */
export async function freshCard(under: CardsUnderTest, more: Partial<TestCard> = {}) {
  last += 1;
  const n = last;
  const [id = ''] = await addCards(under, [{ n, ...more }]);
  return { n, id, iccid: iccid(n) };
}

/** A card whose only package ends so many days from now. */
export async function cardEnding(under: CardsUnderTest, days: number, more: Partial<TestCard> = {}) {
  const card = await freshCard(under, more);
  await addRecord(under, card, days - 30, days, { state: 1, package_name: '月包' });
  return card;
}

export async function createStrategy(caller: Caller, more: Partial<StrategyBody> = {}) {
  const { id } = await caller.ask(operationStrategies.create, { body: { ...endedStops, ...more } });
  return id;
}

export async function turn(caller: Caller, id: string, state: 'shadow' | 'on' | 'off', alsoExisting = false) {
  const { version } = await caller.ask(previewSwitch, { query: { id } });
  return caller.ask(switchStrategy, { body: { id, version, state, alsoExisting } });
}

/** A minute's job, and what carriers make of it. */
export async function minute(under: CardsUnderTest): Promise<void> {
  under.clock.advance(60 * SECOND);
  await sweepStrategies(under.ctx);
  for (let round = 0; round < 3; round += 1) {
    await workOff(under);
    under.clock.advance(2 * SECOND);
    const since = cursorFrom(new Date(under.clock.now().getTime() - 3_600 * SECOND));
    await confirmDue(under.ctx, under.accountId, since, new AbortController().signal);
    under.clock.advance(6 * SECOND);
  }
  await sweepStrategies(under.ctx);
}

export const firingsOf = (under: CardsUnderTest, strategyId: string) =>
  under.db
    .selectFrom('operation_strategies.firing')
    .selectAll()
    .where('strategy_id', '=', strategyId)
    .orderBy('id')
    .execute();
