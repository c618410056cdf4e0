import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { cardNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { ignorePackageEndings, readPackageEndings } from '@cardinal/contract/api/renewals/packageEndings.ts';
import { addCards, card, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { fund, order, ordersWorkOff, sellPackage } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';

const under = await forThisFile(cardsUnderTest());
const [agent, child, rival, norole] = [
  await under.as('agent'),
  await under.as('enterprise'),
  await under.as('rival'),
  await under.as('norole'),
];
// 1 platform, 10 agent, 12 enterprise below it; 20 is another tree.
const sold = await sellPackage(under, { 1: 500, 10: 800, 12: 1_000 });
await fund(under, '12', 50_000);
await addCards(
  under,
  [1, 2, 3].map((n) => ({ n, customerId: '12' })),
);
const buy = async (numbers: readonly number[]) => ordersWorkOff(under, await order(under, sold, '12', numbers));
await buy([1, 2, 3]);
// One is renewed.
await buy([3]);
const { package_ends_at: endsAt } = await card(under, 1);

const ending = { endingWithinDays: 60, hasNextPackage: false, ignoresEnding: false } as const;
const listed = async (who: typeof agent, more = {}) =>
  (await who.ask(listCards, { query: { ...ending, pageSize: 100, ...more } })).list
    .map((row) => row.iccid)
    .filter((each) => [1, 2, 3].map(iccid).includes(each))
    .sort();

test('cards whose package ends with nothing behind it are listed, those renewed only if asked for', async () => {
  expect(await listed(agent)).toEqual([iccid(1), iccid(2)]);
  expect(await listed(agent, { hasNextPackage: true })).toEqual([iccid(3)]);
  expect(await listed(rival)).toEqual([]);
});

test('days show how many end and what they are worth at one’s own level', async () => {
  const { days, worth } = await child.ask(readPackageEndings, {});
  expect(days).toHaveLength(60);
  const last = new Date(+(endsAt as Date) - 1);
  const nearby = days.filter(({ day }) => Math.abs(Date.parse(day) - +last) < 2 * 86_400_000);
  expect(nearby.reduce((sum, { cards }) => sum + cards, 0)).toBe(2);
  expect(worth).toEqual([{ currency: 'CNY', cards: 2, amount: '2000' }]);
  const above = await agent.ask(readPackageEndings, { query: { underCustomerId: '12' } });
  expect(above.worth).toEqual([{ currency: 'CNY', cards: 2, amount: '2000' }]);
  const counted = async (customerId: string[]) =>
    (await agent.ask(readPackageEndings, { query: { customerId } })).days.reduce((sum, { cards }) => sum + cards, 0);
  expect([await counted(['12']), await counted(['10', '12']), await counted(['10']), await counted(['20'])]).toEqual([
    2, 2, 0, 0,
  ]);
  const beside = await rival.ask(readPackageEndings, { query: { underCustomerId: '12' } });
  expect([beside.worth, beside.days.some(({ cards }) => cards > 0)]).toEqual([[], false]);
  expect((await norole.call(readPackageEndings, {})).status).toBe(403);
});

test('what is ignored comes back after its day, for nobody else, and never for a day that is past', async () => {
  const { id } = await card(under, 1);
  const today = under.clock.now().toISOString().slice(0, 10);
  const past = await agent.call(ignorePackageEndings, { body: { cardIds: [id], until: '2020-01-01' } });
  expect((past.data as unknown as { errors: object[] }).errors).toMatchObject([{ field: 'until' }]);
  expect(await agent.ask(ignorePackageEndings, { body: { cardIds: [id], until: today } })).toEqual({ cards: 1 });
  expect(await listed(agent)).toEqual([iccid(2)]);
  expect(await listed(agent, { ignoresEnding: true })).toEqual([iccid(1)]);
  expect(await listed(child)).toEqual([iccid(1), iccid(2)]);
  expect((await agent.ask(readPackageEndings, {})).worth).toMatchObject([{ cards: 1 }]);
  expect((await rival.call(ignorePackageEndings, { body: { cardIds: [id], until: today } })).code).toBe(
    cardNotFound.code,
  );
  under.clock.advance(86_400_000);
  const later = await under.anew('agent');
  expect(await listed(later)).toEqual([iccid(1), iccid(2)]);
  await later.ask(ignorePackageEndings, { body: { cardIds: [id], until: '2099-01-01' } });
  expect(await listed(later)).toEqual([iccid(2)]);
  expect(await later.ask(ignorePackageEndings, { body: { cardIds: [id], until: null } })).toEqual({ cards: 1 });
  expect(await listed(later)).toEqual([iccid(1), iccid(2)]);
});
