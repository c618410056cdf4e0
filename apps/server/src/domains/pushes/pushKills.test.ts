import { setTimeout as wait } from 'node:timers/promises';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { cardEvent, deliverNow, pushReceiver, subscriptionUnderTest, tell } from '@cardinal/testing/pushesUnderTest.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { wake } from './delivering/jobs.ts';

const CARDS = 20;
const EVENTS = 400;
const it = await forThisFile(testApp({ demo: 'people' }));
const ctx = it.app.systemContext('test');
// The workers read the machine's clock.
it.clock.set(new Date());
const workers = await forThisFile(killableWorkers(it));
const receiver = await forThisFile(pushReceiver());
const iccid = (n: number) => `8986060000000000${String(n).padStart(4, '0')}`;

test('workers killed at any instant while they send: every event arrives, in order per card, again only under its own id', {
  timeout: 200_000,
}, async () => {
  await sql`update identity.role set permissions = permissions || ${['activePush.edit']}::text[]
    where id in (select r.role_id from identity.account_role r join identity.account a on a.id = r.account_id
    where a.account = 'agent')`.execute(it.db);
  const { id } = await subscriptionUnderTest(await it.as('agent'), receiver.url, { timeoutSeconds: 5 });
  it.clock.set(new Date());
  await tell(
    ctx,
    Array.from({ length: EVENTS }, (_, n) => cardEvent('10', iccid(n % CARDS), n, it.clock.now())),
  );
  const open = async () =>
    (await it.db.selectFrom('pushes.delivery').select('id').where('state', '!=', 'sent').execute()).length;
  let cutOff = 0;
  for (const calls of [30, 75, 120]) {
    // A minute later the hold of a killed worker has lapsed.
    await it.db.updateTable('pushes.subscription').set({ held_until: null }).execute();
    await wake(ctx, id);
    const worker = await workers.start();
    const before = receiver.received.length;
    for (const end = performance.now() + 60_000; receiver.received.length < before + calls; await wait(2))
      expect(performance.now()).toBeLessThan(end);
    await worker.kill();
    const left = await it.db.selectFrom('pushes.attempt').select('id').where('ended_at', 'is', null).execute();
    cutOff = left.length;
    expect(await open()).toBeGreaterThan(0);
  }
  // Calls were cut off, or the kills prove nothing.
  expect(cutOff).toBeGreaterThan(0);
  it.clock.set(new Date(Date.now() + 120_000));
  await deliverNow(ctx, id);
  expect(await open()).toBe(0);
  const { received } = receiver;
  expect(received.length).toBeGreaterThanOrEqual(EVENTS);
  const bodies = Map.groupBy(received, ({ headers }) => headers['webhook-id']);
  expect(bodies.size).toBe(EVENTS);
  for (const [, each] of bodies) expect(new Set(each.map(({ body }) => body)).size).toBe(1);
  for (const [, ofCard] of Map.groupBy(received, ({ event }) => event['iccid'])) {
    const places = ofCard.map(({ event }) => Number(event['id']));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
});
