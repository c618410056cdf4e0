import { listAllocations } from '@cardinal/contract/api/cardAllocations/allocations.ts';
import { listCardPlaces } from '@cardinal/contract/api/cardAllocations/places.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { addCards, cardsUnderTest, iccid, listSource, start, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { allow } from '@cardinal/testing/ordersUnderTest.ts';
import { sellProduct } from '@cardinal/testing/products.ts';
import { expect, test } from 'vitest';
import { writeOwnColumns } from '../cards/face.ts';
import { settleDocumentsJob } from './documents/settleDocuments.ts';

const DAY_MS = 86_400_000;
const [AGENT, TARGET] = ['10', '11'];
const under = await forThisFile(cardsUnderTest());
for (const account of ['agent', 'subagent', 'rival', 'operator'])
  await allow(under, account, ['cardAllocationQuery.view', 'cardAllocation.view']);
const code = await sellProduct(under.ctx, {
  carrierAccountId: under.accountId,
  customerIds: [AGENT, { to: TARGET, from: AGENT }],
});
const as = (account: string) => under.anew(account);

async function settled({ taskId }: { taskId: string }) {
  await workOff(under);
  await settleDocumentsJob.run(under.ctx, { taskId }, new AbortController().signal);
}
const later = (days: number) => under.clock.set(new Date(under.clock.now().getTime() + days * DAY_MS));
const placesOf = async (who: Caller, query: object) =>
  (await who.ask(listCardPlaces, { query: { identifierType: 1, ...query } as never })).list.sort((a, b) =>
    (a.since ?? '') < (b.since ?? '') ? -1 : 1,
  );
const today = () => dayText(under.clock.now());

test('given down, back and down again: three joints with their numbers, and each day its own answer', async () => {
  await addCards(under, [{ n: 1 }]);
  const came = today();
  later(3);
  await settled(
    await start(await as('agent'), 'allocate_card', listSource([1]), { targetCustomerId: TARGET, productCode: code }),
  );
  const given = today();
  later(3);
  await settled(await start(await as('agent'), 'recover_card', listSource([1])));
  const taken = today();
  later(3);
  await settled(await start(await as('agent'), 'allocate_card', listSource([1]), { targetCustomerId: TARGET }));
  const agent = await as('agent');
  const { list } = await agent.ask(listAllocations, { query: { sort: 'createdAt' } });
  const numbers = list.map(({ allocationNo }) => allocationNo);
  expect(numbers).toHaveLength(3);
  const lines = await placesOf(agent, { identifiers: iccid(1) });
  expect(lines.map((line) => [line.customerId, line.allocationNo, line.nextAllocationNo])).toEqual([
    [AGENT, null, numbers[0]],
    [TARGET, numbers[0], numbers[1]],
    [AGENT, numbers[1], numbers[2]],
    [TARGET, numbers[2], null],
  ]);
  // Half open: each period ends at the instant the next begins.
  expect(lines.slice(1).map(({ since }) => since)).toEqual(lines.slice(0, -1).map(({ until }) => until));
  expect(lines.map(({ isCurrent }) => isCurrent)).toEqual([false, false, false, true]);
  const on = async (who: Caller, asOf: string) =>
    (await placesOf(who, { identifiers: iccid(1), asOf })).map(({ customerId }) => customerId);
  const before = (day: string) => dayText(new Date(Date.parse(`${day}T04:00:00Z`) - DAY_MS));
  expect(await on(agent, before(came))).toEqual([]);
  expect(await on(agent, came)).toEqual([AGENT]);
  expect(await on(agent, before(given))).toEqual([AGENT]);
  expect(await on(agent, given)).toEqual([TARGET]);
  expect(await on(agent, taken)).toEqual([AGENT]);
  expect(await on(agent, today())).toEqual([TARGET]);

  // Whoever had it sees its own time only: what lies outside is not named.
  const subagent = await as('subagent');
  const own = await placesOf(subagent, { identifiers: iccid(1) });
  expect(own.map((line) => [line.customerId, line.beforeName, line.afterName])).toEqual([
    [TARGET, '上级', '上级'],
    [TARGET, '上级', null],
  ]);
  expect(await on(subagent, taken)).toEqual([]);
  // A stranger finds what it finds of an unknown number.
  for (const number of [iccid(1), iccid(99)])
    expect(await placesOf(await as('rival'), { identifiers: number })).toEqual([]);
  // Nothing is found without numbers.
  expect(await placesOf(agent, {})).toEqual([]);
});

test('a card that nobody gave is where it came in; one that changed hands without a document is in one place at a time', async () => {
  const [, id = ''] = await addCards(under, [{ n: 11 }, { n: 12 }]);
  later(1);
  let agent = await as('agent');
  const segment = { startIccid: iccid(11), endIccid: iccid(12) };
  expect((await placesOf(agent, segment)).map(({ customerId, isCurrent }) => [customerId, isCurrent])).toEqual([
    [AGENT, true],
    [AGENT, true],
  ]);
  await settled(await start(agent, 'allocate_card', listSource([12]), { targetCustomerId: TARGET, productCode: code }));
  later(1);
  agent = await as('agent');
  await under.ctx.transact((inside) => writeOwnColumns(inside, [{ id, written: { customer_id: AGENT } }]));
  const lines = await placesOf(agent, { identifiers: iccid(12) });
  expect(lines.map((line) => [line.customerId, line.nextAllocationNo !== null])).toEqual([
    [AGENT, true],
    [TARGET, false],
    [AGENT, false],
  ]);
  expect(lines.filter(({ until }) => until === null)).toHaveLength(1);
});
