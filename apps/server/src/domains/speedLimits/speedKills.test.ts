import { setTimeout as wait } from 'node:timers/promises';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import {
  createSpeedLimit,
  GB,
  speedCard,
  speedLimitsUnderTest,
  speedsAsked,
  speedsGiven,
  template,
} from '@cardinal/testing/speedLimitsUnderTest.ts';
import { expect, test } from 'vitest';

const CARDS = 40;
const under = await forThisFile(speedLimitsUnderTest());
// The workers read the machine's clock.
under.clock.set(new Date(Date.now() - (2 * CARDS + 5) * 60_000));
const workers = await forThisFile(killableWorkers(under));

const speedsOf = () => under.db.selectFrom('speed_limits.card_speed').selectAll().orderBy('card_id').execute();

test('a reading undone after it asked asks once when it is read again; workers killed between: each card is limited once', {
  timeout: 300_000,
}, async () => {
  const cards = [];
  for (let n = 0; n < CARDS; n += 1) cards.push(await speedCard(under));
  const id = await createSpeedLimit(under, await under.as('agent'), {
    limitStrategyId: await template(under),
    cards,
    state: 'on',
  });
  under.clock.set(new Date());
  for (const card of cards) await expect(card.read(2 * GB, under.clock.now(), true)).rejects.toThrow('died');
  expect(await speedsOf()).toEqual([]);
  for (const card of cards) await card.read(2 * GB, under.clock.now());
  for (let kills = 0; kills < 3; kills += 1) {
    const worker = await workers.start();
    await wait(60 + 350 * kills);
    await worker.kill();
  }
  await workers.start();
  const isDone = async () => {
    // The carrier reads this clock.
    under.clock.set(new Date());
    const rows = await speedsOf();
    return rows.length >= CARDS && rows.every(({ state }) => state !== 'waiting');
  };
  for (const until = performance.now() + 200_000; performance.now() < until && !(await isDone()); ) await wait(500);
  const rows = await speedsOf();
  expect(new Set(rows.map(({ asked_kbps, speed_limit_id }) => `${asked_kbps} ${speed_limit_id}`))).toEqual(
    new Set([`1024 ${id}`]),
  );
  // Where an answer was lost with its worker this carrier cannot be asked what it did: the card is not called limited.
  for (const row of rows) expect(['confirmed', 'refused']).toContain(row.state);
  const firings = await under.db.selectFrom('speed_limits.firing').select('card_id').execute();
  expect(firings.length).toBe(CARDS);
  for (const { n } of cards) {
    expect(speedsGiven(under, n).filter((kbps) => kbps !== 1024)).toEqual([]);
    expect(speedsGiven(under, n).length).toBeLessThanOrEqual(1);
    expect(await speedsAsked(under, n)).toBeLessThanOrEqual(1);
  }
});
