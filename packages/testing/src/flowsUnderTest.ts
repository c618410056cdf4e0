import type { FlowRule } from '@cardinal/contract/api/control/flowRules.ts';
import { flowStrategies } from '@cardinal/contract/api/control/flowStrategies.ts';
import { previewFlowSwitch, switchFlowStrategy } from '@cardinal/contract/api/flowControl/flowSwitch.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { confirmDue, cursorFrom } from '@cardinal/server/domains/cardCommands/confirming/confirmCommands.ts';
import { settleFlows } from '@cardinal/server/domains/flowControl/firing/settleFlows.ts';
import { catchUpJob } from '@cardinal/server/domains/metering/marks/catchUp.ts';
import type { PackageUsageTable } from '@cardinal/server/domains/orders/orderTables.ts';
import { addToTotals } from '@cardinal/server/domains/usage/recordUsage.ts';
import { takeUsage } from '@cardinal/server/domains/usage/takeUsage.ts';
import type { Caller } from './app.ts';
import { addCards, type CardsUnderTest, cardsUnderTest, iccid, workOff } from './cardsUnderTest.ts';
import { addRecord, allow } from './ordersUnderTest.ts';

const SECOND = 1_000;
const { STOP, NO_CONTROL } = ControlAction.values;
export const MB = 1024 ** 2;

export const stopAt = (threshold: string, but: Partial<FlowRule> = {}): FlowRule => ({
  base: 'allowance',
  threshold,
  action: STOP,
  limitStrategyId: null,
  notify: [],
  restore: 'package',
  ...but,
});
export const remindAt = (threshold: string): FlowRule => stopAt(threshold, { action: NO_CONTROL, notify: ['sms'] });

/** Lets accounts write and switch flow strategies. */
export async function allowFlows(under: CardsUnderTest): Promise<void> {
  const rights = (['view', 'edit', 'enable', 'export', 'associate'] as const).map(
    (verb) => `flowStrategy.${verb}` as const,
  );
  for (const account of ['agent', 'operator', 'rival']) await allow(under, account, rights);
}

/** Cards, their carrier, accounts that may write and switch flow strategies, and usage that is shared out. */
export async function flowsUnderTest() {
  const under = await cardsUnderTest();
  await allowFlows(under);
  await catchUpJob.run(under.ctx, {}, new AbortController().signal);
  return under;
}

let made = 0;
/** A package that a strategy governs; each strategy its own. */
export const newPackageId = () => String(880_000 + ++made);

/** A strategy of an account's customer that governs a package, in a state. */
export async function createFlow(
  under: CardsUnderTest,
  caller: Caller,
  {
    name,
    packageId,
    rules,
    state,
    ownerId = '10',
    platform = 1,
  }: {
    readonly name: string;
    readonly packageId: string;
    readonly rules: readonly FlowRule[];
    readonly state: 'draft' | 'shadow' | 'on';
    readonly ownerId?: string;
    readonly platform?: Platform;
  },
): Promise<string> {
  const { id } = await caller.ask(flowStrategies.create, { body: { name, platform, rules: [...rules] } });
  await under.db
    .insertInto('control.flow_strategy_package')
    .values({
      id: under.ctx.ids.next(),
      customer_id: ownerId,
      strategy_id: id,
      package_id: packageId,
      limit_strategy_id: null,
      own_tiers: null,
      associated_by: null,
      associated_at: under.clock.now(),
      updated_at: under.clock.now(),
    })
    .execute();
  if (state !== 'draft') await turnFlow(caller, id, state);
  return id;
}

export async function turnFlow(caller: Caller, id: string, state: 'shadow' | 'on' | 'off') {
  const { version } = await caller.ask(previewFlowSwitch, { query: { id } });
  return caller.ask(switchFlowStrategy, { body: { id, version, state } });
}

let last = 600;
/** A card whose carrier counts from nothing today, with a package of so many bytes that began yesterday. */
export async function meteredCard(
  under: CardsUnderTest,
  packageId: string,
  bytes: number | null,
  more: Partial<PackageUsageTable> & { readonly customerId?: string } = {},
) {
  last += 1;
  const n = last;
  const { customerId = '10', ...given } = more;
  const [id = ''] = await addCards(under, [{ n, customerId }]);
  const card = { id, iccid: iccid(n) };
  /** `dies`: its transaction does not come to its end. */
  const read = async (cycleBytes: number, at = under.clock.now(), dies = false) => {
    const reading = { cardId: id, cycleBytes: String(cycleBytes), days: [], seconds: null, messages: null };
    await under.ctx.transact(async (inside) => {
      await addToTotals(inside, await takeUsage(inside, { zone: 'Asia/Shanghai', cycleDay: 1 }, [reading], at));
      if (dies) throw new Error('The reading died');
    });
  };
  const record = (from: number, to: number, flow: number | null, but: Partial<PackageUsageTable> = {}) =>
    addRecord(under, card, from, to, {
      flow_bytes: flow === null ? null : String(flow),
      package_id: packageId,
      state: 1,
      ...but,
    });
  await read(0);
  const usageId = await record(-1, 29, bytes, given);
  under.clock.advance(60 * SECOND);
  return { n, ...card, usageId, read, record };
}

/** What is asked of carriers is confirmed, and the minute's job has run. */
export async function flowMinute(under: CardsUnderTest): Promise<void> {
  await settleFlows(under.ctx);
  for (let round = 0; round < 3; round += 1) {
    await workOff(under);
    under.clock.advance(2 * SECOND);
    const since = cursorFrom(new Date(under.clock.now().getTime() - 3_600 * SECOND));
    await confirmDue(under.ctx, under.accountId, since, new AbortController().signal);
    under.clock.advance(6 * SECOND);
  }
  await settleFlows(under.ctx);
}

export const flowFirings = (under: CardsUnderTest, strategyId: string) =>
  under.db.selectFrom('flow_control.firing').selectAll().where('strategy_id', '=', strategyId).orderBy('id').execute();
