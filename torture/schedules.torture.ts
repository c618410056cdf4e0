import { setTimeout as wait } from 'node:timers/promises';
import { type TestApp, testApp } from '@cardinal/testing/app.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scale, serveOver, type WholeServer } from './wholeServer.ts';

const MINUTES = scale('MINUTES', 4);
/** Queued by the clock alone, every minute. */
const EVERY_MINUTE = ['tasks.look', 'audit.seal'];

let host: TestApp;
const servers: WholeServer[] = [];
beforeAll(async () => {
  host = await testApp({ demo: 'people' });
  host.clock.set(new Date());
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.terminate()));
  await host?.stop();
});

it(`two servers over one database for ${MINUTES} minutes: what comes every minute comes once`, async () => {
  servers.push(await serveOver(host), await serveOver(host));
  await sql`delete from jobs.job where name in (${sql.join(EVERY_MINUTE)})`.execute(host.db);
  await wait(MINUTES * 60_000);
  const { rows } = await sql<{ name: string; minute: Date; times: number }>`
    select name, date_trunc('minute', created_on) as minute, count(*)::int as times
    from jobs.job where name in (${sql.join(EVERY_MINUTE)}) group by 1, 2 order by 1, 2`.execute(host.db);
  console.info(rows.map(({ name, minute, times }) => `${name} ${minute.toISOString()} ${times}`).join('\n'));
  for (const name of EVERY_MINUTE) {
    const times = rows.filter((row) => row.name === name).map((row) => row.times);
    expect(times.length).toBeGreaterThanOrEqual(MINUTES - 1);
    expect(new Set(times)).toEqual(new Set([1]));
  }
});
