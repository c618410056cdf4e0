import { DOMAINS } from '@cardinal/server/domains.ts';
import { fuzz } from '@cardinal/server/quality/fuzzing.ts';
import { type TestApp, testApp } from '@cardinal/testing/app.ts';
import { expect, it } from 'vitest';

const SEED = process.env['SEED'] ?? String(process.pid);
/** At least 200 an operation and 100,000 in all. */
const IN_ALL = Number(process.env['REQUESTS'] ?? 100_000);
const MB = 1024 ** 2;

const endpoints = DOMAINS.flatMap((domain) => domain.routes.map((route) => route.endpoint));

/** Requests that happen to be well formed change passwords and switch accounts off: every round has a world of its own. */
async function inAWorld<T>(run: (world: TestApp) => Promise<T>): Promise<T> {
  const world = await testApp({ demo: 'people' });
  try {
    return await run(world);
  } finally {
    await world.stop();
  }
}

it(`withstands ${IN_ALL} malformed requests (SEED=${SEED})`, async () => {
  console.info(`SEED=${SEED}`);
  // The requests are made in this process too: what both need to be warm is there before the measuring begins.
  await inAWorld((world) => fuzz(world, endpoints, { seed: `${SEED}/warm`, perEndpoint: 10 }));
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let sent = 0;
  const slow: number[] = [];
  const faults = new Set<string>();
  for (let round = 0; sent < IN_ALL; round += 1) {
    const run = await inAWorld((world) => fuzz(world, endpoints, { seed: `${SEED}/${round}`, perEndpoint: 50 }));
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
