import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { existingCluster } from '@cardinal/server/runtime/postgresCluster.ts';
import { temporaryFolder } from '@cardinal/testing/folders.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, SEED, scale, startServer, statusOf, until, type WholeServer } from './wholeServer.ts';

const ROUNDS = scale('ROUNDS', 10);
const BACK_MS = 15_000;
/** The first start makes the cluster. */
const FIRST_MS = 120_000;

let folder: string;
let port: string;
let server: WholeServer;
beforeAll(async () => {
  console.info(`SEED=${SEED}`);
  folder = temporaryFolder('restart');
  port = String(await freePort());
  server = startServer({ PORT: port, DATA_DIR: folder });
  await server.ready(FIRST_MS);
});
afterAll(async () => {
  await server?.terminate();
  await rm(folder, { recursive: true, force: true });
});

it(`${ROUNDS} times killed and started again: ready within 15 s, with the orphaned database`, async () => {
  const random = seededRandom(`${SEED}/restart`);
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await wait(random.int(1_500));
    await server.kill();
    server = startServer({ PORT: port, DATA_DIR: folder });
    took.push(await server.ready(FIRST_MS));
  }
  console.info(`ready again after ${took.join(', ')} ms`);
  expect(Math.max(...took)).toBeLessThan(BACK_MS);
});

it(`${ROUNDS} times the database killed: the server stays, says 503, then 200 within 15 s and not otherwise again`, async () => {
  const random = seededRandom(`${SEED}/database`);
  const cluster = await existingCluster(folder);
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await wait(1_000 + random.int(1_500));
    const postmaster = Number((await readFile(join(cluster ?? '', 'postmaster.pid'), 'utf8')).split('\n')[0]);
    const unwell: number[] = [];
    let isLooking = true;
    const looking = (async () => {
      while (isLooking) {
        const status = await statusOf(`${server.url}/healthz`);
        if (status !== 200) unwell.push(status);
        await wait(20);
      }
    })();
    process.kill(postmaster, 'SIGKILL');
    const killedAt = performance.now();
    await until('/readyz says 503', 5_000, async () => (await statusOf(`${server.url}/readyz`)) === 503);
    await until('/readyz says 200', 60_000, async () => (await statusOf(`${server.url}/readyz`)) === 200);
    took.push(Math.round(performance.now() - killedAt));
    // From here on it stays so.
    const later = new Set<number>();
    for (let look = 0; look < 80; look += 1) {
      later.add(await statusOf(`${server.url}/readyz`));
      await wait(25);
    }
    isLooking = false;
    await looking;
    expect([...later]).toEqual([200]);
    expect(unwell).toEqual([]);
    expect(server.child.exitCode).toBeNull();
  }
  console.info(`the database was back after ${took.join(', ')} ms`);
  expect(Math.max(...took)).toBeLessThan(BACK_MS);
});
