import { listLimitedCards, readSpeedLimit } from '@cardinal/contract/api/speedLimits/limitedCards.ts';
import { card } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import {
  cardSpeed,
  createSpeedLimit,
  GB,
  speedCard,
  speedLimitsUnderTest,
  speedMinute,
  speedsAsked,
  speedsGiven,
  template,
} from '@cardinal/testing/speedLimitsUnderTest.ts';
import { expect, test } from 'vitest';

const DAY = 86_400_000;
const under = await forThisFile(speedLimitsUnderTest());
const agent = () => under.anew('agent');
const cardsOf = async (id: string, query: Record<string, unknown> = {}) =>
  (await (await agent()).ask(listLimitedCards, { query: { speedLimitId: id, ...query } })).list;
const detail = async (id: string) =>
  (await agent()).ask(readSpeedLimit, { query: { id, platform: 2, carrierAccountId: under.onelink } });

test('a card that passes a tier is limited to its speed once the carrier confirms, and the cycle’s turn lifts it', async () => {
  const [one, two] = [await speedCard(under), await speedCard(under)];
  const id = await createSpeedLimit(under, await agent(), {
    limitStrategyId: await template(under),
    cards: [one, two],
    state: 'on',
  });
  await one.read(0.9 * GB);
  await two.read(0.2 * GB);
  expect(await cardSpeed(under, one.id)).toBeUndefined();
  await one.read(1.2 * GB);
  await one.read(1.2 * GB);
  expect(await cardSpeed(under, one.id)).toMatchObject({ state: 'waiting', asked_kbps: 1024, due_kbps: 1024 });
  expect(await detail(id)).toMatchObject({ cards: 2, limited: 0, waiting: 1 });
  await speedMinute(under);
  expect(await card(under, one.n)).toMatchObject({ speed_kbps: 1024 });
  expect(await detail(id)).toMatchObject({
    limited: 1,
    waiting: 0,
    mismatched: 0,
    steps: [
      { step: 0, kbps: null, cards: 1 },
      { step: 1, kbps: 1024, cards: 1 },
      { step: 2, kbps: 128, cards: 0 },
    ],
  });
  await one.read(5.5 * GB);
  await one.read(5.1 * GB);
  await speedMinute(under);
  expect(speedsGiven(under, one.n)).toEqual([1024, 128]);
  expect((await cardsOf(id, { iccid: [one.iccid] }))[0]).toMatchObject({
    step: 2,
    dueKbps: 128,
    askedKbps: 128,
    confirmedKbps: 128,
    state: 'limited',
    governor: 'assignment',
  });
  under.clock.advance(40 * DAY);
  await speedMinute(under);
  expect(speedsGiven(under, one.n)).toEqual([1024, 128, null]);
  expect(await card(under, one.n)).toMatchObject({ speed_kbps: null });
  expect(await speedsAsked(under, one.n)).toBe(3);
  expect(await detail(id)).toMatchObject({ limited: 0, steps: [{ cards: 2 }, { cards: 0 }, { cards: 0 }] });
});
