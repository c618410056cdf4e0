import { DOMAINS } from '@cardinal/server/domains.ts';
import { fuzz } from '@cardinal/server/quality/fuzzing.ts';
import { type TestApp, testApp } from '@cardinal/testing/app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const SEED = process.env['SEED'] ?? String(process.pid);
/** At least 200 an operation and 100,000 in all. */
const IN_ALL = Number(process.env['REQUESTS'] ?? 100_000);
const MB = 1024 ** 2;

const endpoints = DOMAINS.flatMap((domain) => domain.routes.map((route) => route.endpoint));

let world: TestApp;
let reinstate: (account: string) => Promise<void>;
beforeAll(async () => {
  world = await testApp({ demo: 'people' });
  reinstate = await keepPeople(world);
});
afterAll(() => world.stop());

/** Requests that happen to be well formed change passwords and switch accounts off; who is locked out so comes back. */
async function keepPeople({ db }: TestApp): Promise<(account: string) => Promise<void>> {
  const accounts = await db.selectFrom('identity.account').selectAll().execute();
  const roles = await db.selectFrom('identity.account_role').selectAll().execute();
  const customers = await db.selectFrom('customers.customer').selectAll().execute();
  return async (name) => {
    const account = accounts.find((each) => each.account === name);
    if (!account) throw new Error(name);
    const { id, ...kept } = account;
    await db.deleteFrom('identity.two_step').where('account_id', '=', id).execute();
    await db.deleteFrom('identity.lockout').execute();
    await db.updateTable('identity.account').set(kept).where('id', '=', id).execute();
    await db.deleteFrom('identity.account_role').where('account_id', '=', id).execute();
    const own = roles.filter((each) => each.account_id === id);
    if (own.length > 0) await db.insertInto('identity.account_role').values(own).execute();
    for (const { id: customerId, status } of customers)
      await db.updateTable('customers.customer').set({ status }).where('id', '=', customerId).execute();
    console.info(`${name} was locked out and is back`);
  };
}

it(`withstands ${IN_ALL} malformed requests (SEED=${SEED})`, async () => {
  console.info(`SEED=${SEED}`);
  // The requests are made in this process too: what both need to be warm is there before the measuring begins.
  await fuzz(world, endpoints, { seed: `${SEED}/warm`, perEndpoint: 10, reinstate });
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let sent = 0;
  const slow: number[] = [];
  const faults = new Set<string>();
  for (let round = 0; sent < IN_ALL; round += 1) {
    const run = await fuzz(world, endpoints, { seed: `${SEED}/${round}`, perEndpoint: 50, reinstate });
    sent += run.sent;
    slow.push(run.p99Ms);
    for (const fault of run.faults) {
      if (!faults.has(fault)) console.info(fault);
      faults.add(fault);
    }
    console.info(`${sent} sent, p99 ${run.p99Ms} ms, slowest ${run.slowestMs} ms, ${faults.size} faults`);
  }
  expect([...faults]).toEqual([]);
  expect(Math.max(...slow)).toBeLessThan(1_000);
  globalThis.gc?.();
  expect((process.memoryUsage.rss() - before) / MB).toBeLessThan(150);
});
