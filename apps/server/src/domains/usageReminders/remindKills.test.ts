import { setTimeout as wait } from 'node:timers/promises';
import { MB } from '@cardinal/testing/flowsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { cardOf, messagesOf, noticesOf, reminder, remindersUnderTest } from '@cardinal/testing/remindersUnderTest.ts';
import { expect, test } from 'vitest';
import { sendNoticesJob } from './sending/sendNotices.ts';

const CARDS = 40;
const ROUNDS = 8;
const under = await forThisFile(remindersUnderTest());
// The workers read the machine's clock.
under.clock.set(new Date(Date.now() - (CARDS + 5) * 60_000));
const workers = await forThisFile(killableWorkers(under));

test('killed between the reading and the notice, and while notices are told: each reminder is told exactly once', {
  timeout: 300_000,
}, async () => {
  const owner = await under.as('agent');
  const id = await reminder(owner, { quietHours: '', receivers: ['owner', 'holder'], ways: ['notice', 'webhook'] });
  const cards = [];
  for (let n = 0; n < CARDS; n += 1) cards.push(await cardOf(under, 100, n % 2 === 0 ? '10' : '12'));
  under.clock.set(new Date());
  for (const card of cards) await expect(card.read(90 * MB, under.clock.now(), true)).rejects.toThrow('died');
  expect(await messagesOf(under, id)).toEqual([]);
  const each = CARDS / ROUNDS;
  let cutOff = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const card of cards.slice(round * each, (round + 1) * each)) await card.read(90 * MB);
    await under.ctx.transact((inside) => inside.enqueue(sendNoticesJob, {}));
    const worker = await workers.start();
    await wait(20 + 60 * round);
    await worker.kill();
    if ((await messagesOf(under, id)).some(({ result }) => result === 0)) cutOff += 1;
  }
  // Something was cut off, or the kills prove nothing.
  expect(cutOff).toBeGreaterThan(0);
  await workers.start();
  const isDone = async () => (await messagesOf(under, id)).every(({ result }) => result === 1);
  for (const until = performance.now() + 200_000; performance.now() < until && !(await isDone()); ) await wait(500);
  const sent = await messagesOf(under, id);
  // The owner of a card that is its own is told once.
  const told = cards.flatMap(({ iccid }, n) => (n % 2 === 0 ? [`10 ${iccid}`] : [`10 ${iccid}`, `12 ${iccid}`]));
  for (const way of ['notice', 'webhook']) {
    const of = sent.filter((message) => message.way === way);
    expect(of.map(({ customer_id, iccid }) => `${customer_id} ${iccid}`).sort()).toEqual(told.sort());
    expect(new Set(of.map(({ result }) => result))).toEqual(new Set([1]));
  }
  for (const customerId of ['10', '12']) {
    const notices = new Set(
      sent.flatMap(({ customer_id, notice_no }) => (customer_id === customerId && notice_no ? [notice_no] : [])),
    );
    const receipts = await noticesOf(under, customerId);
    expect(new Set(receipts.map(({ source }) => source))).toEqual(
      new Set([...notices].map((no) => `usageReminders:${no}`)),
    );
    expect(receipts).toHaveLength(new Set(receipts.map((one) => `${one.account_id} ${one.source}`)).size);
  }
  const events = await under.db
    .selectFrom('customer_events.event')
    .select(['customer_id', 'iccid'])
    .where('type', '=', 'usage_reminder')
    .execute();
  expect(events.map(({ customer_id, iccid }) => `${customer_id} ${iccid}`).sort()).toEqual(told.sort());
});
