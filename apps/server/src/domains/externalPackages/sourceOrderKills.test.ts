import { addCards, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { externalOrdersUnderTest } from '@cardinal/testing/externalOrdersUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { killableWorkers } from '@cardinal/testing/killableWorkers.ts';
import { balanceOf, fund, ordersWorkOff } from '@cardinal/testing/ordersUnderTest.ts';
import { workUnderKills } from '@cardinal/testing/underKills.ts';
import { expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';
import { foldPostings } from '../ledger/foldPostings.ts';

const under = await forThisFile(cardsUnderTest());
// The workers read the machine's clock.
under.clock.set(new Date());
const { external, step } = await externalOrdersUnderTest(under);
const workers = await forThisFile(killableWorkers(under));

const CARDS = 40;
const numbers = Array.from({ length: CARDS }, (_, n) => n + 1);
const fault = (body: object) => control(under.jasper, 'POST', '/faults', { carrier: 'source', ...body });

test('answers lost, and the worker killed again and again: each card’s package is ordered once there, paid once or given back whole', {
  timeout: 300_000,
}, async () => {
  await fund(under, '10', 100_000);
  await foldPostings(under.ctx);
  const before = await balanceOf(under, '10');
  await addCards(
    under,
    numbers.map((n) => ({ n })),
  );
  const one = await external();
  const refused = numbers.filter((n) => n % 5 === 0).map(iccid);
  await one.source.account({ refusesCards: refused, deliverAfterMs: 500 });
  await fault({ kind: 'lostConfirmation', operation: 'order', probability: 0.15, seed: 7 });
  await fault({ kind: 'dropBeforeEffect', operation: 'order', probability: 0.1, seed: 8 });
  await fault({ kind: 'lostConfirmation', operation: 'orderState', probability: 0.1, seed: 9 });
  const { taskId } = await one.order(numbers);
  const isDone = async () => {
    const rows = await one.here();
    return rows.length === CARDS && rows.every(({ settled_at }) => settled_at !== null);
  };
  const { cutOff } = await workUnderKills({
    clock: under.clock,
    workers,
    livesMs: [1_500, 2_000, 2_500],
    step,
    isDone,
  });
  // Something was cut off, or the kills prove nothing.
  expect(cutOff).toBe(true);
  await ordersWorkOff(under, { taskId });
  const here = await one.here();
  const there = await one.there();
  expect(there.map((each) => each.iccid).sort()).toEqual(numbers.map(iccid).sort());
  for (const { iccid: card, state } of here) expect(state).toBe(refused.includes(card) ? 'refused' : 'delivered');
  const records = await under.db.selectFrom('orders.package_usage').select('iccid').execute();
  expect(records.map((each) => each.iccid).sort()).toEqual(
    numbers
      .map(iccid)
      .filter((each) => !refused.includes(each))
      .sort(),
  );
  expect(await balanceOf(under, '10')).toMatchObject({
    balance: before.balance - BigInt(CARDS - refused.length) * 800n,
    frozen: 0n,
  });
  expect(await verifyLedger(under.ctx)).toEqual([]);
});
