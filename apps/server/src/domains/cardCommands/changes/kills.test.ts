import { once } from 'node:events';
import { addPlan } from '@cardinal/contract/api/cardCommands/plans.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { addCards, card, events, iccid, item, listSource, start, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { connectJasper, simulatedJasper } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import type { Slot } from '../../../outbound/gate/budgetRules.ts';
import { startKilledWorker } from '../../cardImports/imports/startKilledWorker.ts';
import { confirmChanges } from './confirmChanges.ts';

const PLAN = 'VOICE';

const host = await forThisFile(testApp({ demo: 'people' }));
// The killed process uses the machine's clock.
host.clock.set(new Date());
const jasper = await forThisFile(simulatedJasper());
// No answer within the test: the call ends with its process.
const connect = (inFlight: number) => connectJasper(host.app, jasper, { timeoutMs: 240_000, inFlight });
const [notAsked, notNoted] = [await connect(1), await connect(20)];
const under = { ...host, jasper, accountId: notAsked, ctx: host.app.systemContext('test') };
const admin = await host.as('admin');
const facts = { name: PLAN, ratePlan: null, services: [], apns: [], rats: [], countries: [], remark: null };
for (const carrierAccountId of [notAsked, notNoted]) {
  await admin.ask(addPlan, { body: { carrierAccountId, carrierName: PLAN, ...facts } });
}
jasper.addDevices({ iccids: [9].map(iccid), communicationPlan: PLAN });

/** How often the carrier has really moved a card to another plan. */
function effects(n: number): number {
  const { devices } = jasper.simulator.jasper.world;
  const row = devices.rowOf(iccid(n));
  return row === undefined ? 0 : devices.changes(row).filter(({ field }) => field === 'communicationPlan').length;
}
/** Makes calls that count against an account's budget. */
const takeBudget = (accountId: string, slots: readonly Slot[]) =>
  host.db
    .updateTable('carriers.gate')
    .set({ slots: JSON.stringify(slots) })
    .where('account_id', '=', accountId)
    .execute();
const isWritten = async (accountId: string) => {
  const rows = await host.db
    .selectFrom('card_commands.asked_change')
    .select('is_sent')
    .where('carrier_account_id', '=', accountId)
    .execute();
  return rows.length === 2 && rows.every((row) => !row.is_sent);
};

test('killed before a change was asked, and before its answer was noted: each change is made once', async () => {
  const numbers = [1, 2, 3, 4];
  await addCards(
    under,
    [1, 2].map((n) => ({ n })),
  );
  await addCards(
    under,
    [3, 4].map((n) => ({ n, accountId: notNoted })),
  );
  jasper.addDevices({ iccids: [3, 4].map(iccid), status: 'ACTIVATED' });
  await jasper.control('POST', '/faults', { kind: 'timeout', applied: true, operation: 'editDevice' });
  const { taskId } = await start(await host.as('agent'), 'change_communication_plan', listSource(numbers), {
    plan: PLAN,
  });

  // While another call is under way no further one may be made: the recorded request stays unsent.
  await takeBudget(notAsked, [{ holder: 'another', endedAt: null, until: Number.MAX_SAFE_INTEGER }]);
  const worker = startKilledWorker(host);
  const gone = once(worker, 'exit');
  try {
    await expect.poll(() => isWritten(notAsked), { timeout: 150_000, interval: 50 }).toBe(true);
    await expect.poll(() => [3, 4].map(effects), { timeout: 150_000, interval: 50 }).toEqual([1, 1]);
    expect(await isWritten(notNoted)).toBe(true);
  } finally {
    worker.kill('SIGKILL');
    await gone;
  }
  expect(numbers.map(effects)).toEqual([0, 0, 1, 1]);
  await jasper.control('DELETE', '/faults');
  await takeBudget(notAsked, []);

  // The server restarts after the dead process's leases have expired.
  host.clock.set(new Date(Date.now() + 60_000));
  await workOff(under);
  expect(await item(under, taskId, 1)).toMatchObject({ state: 'confirming' });
  for (let look = 0; look < 5; look++) {
    host.clock.advance(10_000);
    for (const accountId of [notAsked, notNoted])
      await confirmChanges(under.ctx, accountId, new AbortController().signal);
  }
  expect(numbers.map(effects)).toEqual([1, 1, 1, 1]);
  for (const n of numbers) {
    expect(await item(under, taskId, n)).toMatchObject({ state: 'done' });
    expect(await card(under, n)).toMatchObject({ communication_plan: PLAN });
    expect((await events(under, n)).map(({ result }) => result)).toEqual(['asked', 'confirmed']);
  }
}, 360_000);
