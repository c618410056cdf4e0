import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { addCards, card, cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { addRecord } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test } from 'vitest';
import { sweepRecords } from './sweepRecords.ts';

const under = await forThisFile(cardsUnderTest());
const { unused, using, used } = PackageUsageState.values;
const DAY_MS = 86_400_000;

const statesOf = async (cardId: string) => {
  const rows = await under.db
    .selectFrom('orders.package_usage')
    .select(['state', 'state_at', 'starts_at', 'ends_at'])
    .where('card_id', '=', cardId)
    .orderBy('id')
    .execute();
  return rows.map(({ state, state_at, starts_at, ends_at }) => ({
    state,
    isAtItsMoment: state === using ? +state_at === +starts_at : state === used ? +state_at === +ends_at : undefined,
  }));
};
const shownOf = async (n: number) => {
  const { package_name, package_ends_at, flow_total, voice_total, sms_total } = await card(under, n);
  return { package_name, package_ends_at, flow_total, voice_total, sms_total };
};

test('a record begins and the one before it ends at their moments, however late; the card shows what runs', async () => {
  const [id] = await addCards(under, [{ n: 1 }]);
  const one = await card(under, 1);
  await addRecord(under, one, 0, 30);
  await addRecord(under, one, 30, 60);
  await addRecord(under, one, 1, 11, {
    is_main: false,
    flow_bytes: '500',
    voice_seconds: '60',
    package_name: '加油包',
  });
  const start = under.clock.now().getTime();

  expect(await sweepRecords(under.ctx)).toBe(1);
  expect(await shownOf(1)).toMatchObject({ package_name: '套餐 0', flow_total: '1000', voice_total: null });
  under.clock.advance(2 * DAY_MS);
  expect(await sweepRecords(under.ctx)).toBe(1);
  expect(await shownOf(1)).toMatchObject({ package_name: '套餐 0', flow_total: '1500', voice_total: '60' });

  under.clock.advance(38 * DAY_MS);
  expect(await sweepRecords(under.ctx)).toBe(3);
  expect(await statesOf(id!)).toEqual([
    { state: used, isAtItsMoment: true },
    { state: using, isAtItsMoment: true },
    { state: used, isAtItsMoment: true },
  ]);
  expect(await shownOf(1)).toEqual({
    package_name: '套餐 30',
    package_ends_at: new Date(start + 60 * DAY_MS),
    flow_total: '1000',
    voice_total: null,
    sms_total: null,
  });

  under.clock.advance(60 * DAY_MS);
  expect(await sweepRecords(under.ctx)).toBe(1);
  // What ended last is still named, so that the card can say why it has no package.
  expect(await shownOf(1)).toMatchObject({ package_name: '套餐 30', flow_total: null });
  expect(await sweepRecords(under.ctx)).toBe(0);
});

test('an unlimited package in use leaves no total', async () => {
  await addCards(under, [{ n: 2 }]);
  const two = await card(under, 2);
  await addRecord(under, two, 0, 30, { flow_bytes: null });
  await addRecord(under, two, 0, 30, { is_main: false });
  await sweepRecords(under.ctx);
  expect(await shownOf(2)).toMatchObject({ package_name: '套餐 0', flow_total: null });
});

test('several sweeps at once begin and end each record once', async () => {
  const ids = await addCards(
    under,
    Array.from({ length: 40 }, (_, at) => ({ n: 100 + at })),
  );
  for (const [at, id] of ids.entries()) {
    const one = { id, iccid: (await card(under, 100 + at)).iccid };
    await addRecord(under, one, -40, -10);
    await addRecord(under, one, -10, 20);
    await addRecord(under, one, 20, 50);
  }
  const changed = await Promise.all(Array.from({ length: 5 }, () => sweepRecords(under.ctx)));
  expect(changed.reduce((sum, n) => sum + n, 0)).toBe(40 * 3);
  for (const id of ids) expect((await statesOf(id)).map(({ state }) => state)).toEqual([used, using, unused]);
});

test('the database holds one main package in use a card, whoever writes', async () => {
  await addCards(under, [{ n: 3 }]);
  const three = await card(under, 3);
  await addRecord(under, three, 0, 30, { state: using });
  await expect(addRecord(under, three, 0, 30, { state: using })).rejects.toThrow('package_usage_main');
});
