import { listInbox } from '@cardinal/contract/api/notices/inbox.ts';
import { readDailyUsage, settleUsage } from '@cardinal/contract/api/usage/usage.ts';
import type { Caller } from '@cardinal/testing/app.ts';
import { addCards, card, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test, vi } from 'vitest';
import { alarmUnclearJob } from './alarmUnclear.ts';
import { addToTotals } from './recordUsage.ts';
import { takeUsage } from './takeUsage.ts';

const account = { zone: 'Asia/Shanghai', cycleDay: 27 };
const under = await forThisFile(cardsUnderTest());
// Its workers are for notices: a poll in between would read what the simulated carrier has.
await under.db.updateTable('carriers.account').set({ schedules: '{}' }).execute();
await under.work();
const { ctx } = under;
let made = 0;

const people = new Map<string, Caller>();
const by = async (name: string) => {
  const known = people.get(name) ?? (await under.anew(name));
  people.set(name, known);
  return known;
};
/** Sessions end with the days that pass. */
function turnTo(wall: string) {
  under.clock.set(`${wall}:00+08:00`);
  people.clear();
}
const admin = await by('admin');

/** A card of agent A that was first read on 1 November. */
async function newCard() {
  made += 1;
  const [id] = await addCards(under, [{ n: 700 + made, customerId: '10' }]);
  const cardId = id ?? '';
  const take = (wall: string, cycleBytes: string | null, days: Readonly<Record<string, string>> = {}) =>
    ctx.transact(async (inside) => {
      const told = Object.entries(days).map(([day, bytes]) => ({ day, bytes }));
      const reading = { cardId, cycleBytes, days: told, seconds: null, messages: null };
      await addToTotals(inside, await takeUsage(inside, account, [reading], new Date(`${wall}:00+08:00`)));
    });
  await take('2026-11-01T09:00', '1000');
  const read = async (name = 'admin') => (await by(name)).ask(readDailyUsage, { query: { cardId, days: 60 } });
  const days = async () =>
    Object.fromEntries((await read()).days.flatMap(({ day, bytes }) => (bytes === null ? [] : [[day, bytes]])));
  const used = async () => (await card(under, 700 + made)).flow_used;
  return { cardId, n: 700 + made, take, read, days, used };
}
/** The days of the running cycle with what was used before the first reading are its total, and the customer's totals the days. */
async function isWhole({ cardId }: { cardId: string }, from = '2026-10-27') {
  const rows = await under.db
    .selectFrom('usage.card_day')
    .select(['day', 'bytes'])
    .where('card_id', '=', cardId)
    .where('day', '>=', from)
    .execute();
  const counter = await under.db
    .selectFrom('usage.card_counter')
    .selectAll()
    .where('card_id', '=', cardId)
    .executeTakeFirstOrThrow();
  const sum = rows.reduce((total, { bytes }) => total + BigInt(bytes), 0n);
  expect(sum + BigInt(counter.base)).toBe(BigInt(counter.lost) + BigInt(counter.counter));
  const { days, totals } = await under.db
    .selectNoFrom([
      (on) =>
        on
          .selectFrom('usage.card_day')
          .where('customer_id', '=', '10')
          .select((of) => of.fn.sum<string>('bytes').as('n'))
          .as('days'),
      (on) =>
        on
          .selectFrom('usage.customer_day')
          .where('customer_id', '=', '10')
          .select((of) => of.fn.sum<string>('bytes').as('n'))
          .as('totals'),
    ])
    .executeTakeFirstOrThrow();
  expect(totals).toBe(days);
}

test('a counter that fell is unclear to whoever sees the card, and charged to nobody until the platform settles it once', async () => {
  const one = await newCard();
  await one.take('2026-11-10T10:00', '1500');
  await one.take('2026-11-10T12:00', '40');
  await one.take('2026-11-11T09:00', '90');
  expect(await one.days()).toEqual({ '2026-11-01': '0', '2026-11-10': '500', '2026-11-11': '50' });
  expect(await one.used()).toBe('1550');
  const seen = await one.read('agent');
  expect(seen).toMatchObject({
    beforeFirst: { cycle: '2026-11', bytes: '1000' },
    isTurning: false,
    maySettle: false,
    unclear: [
      {
        kind: 'fall',
        before: '1500',
        figure: '40',
        day: '2026-11-10',
        restarted: '40',
        wentOn: '-1460',
        settled: null,
      },
    ],
  });
  expect((await one.read()).maySettle).toBe(true);
  const body = { cardId: one.cardId, readAt: seen.unclear[0]?.readAt ?? '', verdict: 'wentOn' as const };
  expect((await (await by('agent')).call(settleUsage, { body })).code).toMatch(/^403/);
  const rival = await by('rival');
  const [foreign, missing] = [
    await rival.call(settleUsage, { body }),
    await rival.call(settleUsage, { body: { ...body, cardId: '1' } }),
  ];
  expect([foreign.code, foreign.message]).toEqual([missing.code, missing.message]);
  const other = await admin.call(settleUsage, { body: { ...body, readAt: '2026-11-10T12:00:01+08:00' } });
  expect(other.code).toBe('4042420');
  // Corrected: 90 bytes of the cycle were used, 50 of them since; no day gives back more than it holds.
  expect(await admin.ask(settleUsage, { body })).toEqual({ bytes: '-500' });
  expect(await one.days()).toEqual({ '2026-11-01': '0', '2026-11-10': '0', '2026-11-11': '50' });
  expect(await one.used()).toBe('90');
  await isWhole(one);
  expect((await admin.call(settleUsage, { body: { ...body, verdict: 'restarted' } })).code).toBe('4092420');
  await one.take('2026-11-12T09:00', '100');
  expect(await one.used()).toBe('100');
  await isWhole(one);
  expect((await one.read()).unclear).toMatchObject([
    { settled: { as: 'wentOn', by: 'person', byName: 'admin', bytes: '-500' } },
  ]);
});

test('as a restart it adds what the counter showed, whichever day the card is in by then', async () => {
  const one = await newCard();
  await one.take('2026-11-10T10:00', '1500');
  await one.take('2026-11-10T12:00', '40');
  await one.take('2026-11-11T09:00', '90');
  const [step] = (await one.read()).unclear;
  const body = { cardId: one.cardId, readAt: step?.readAt ?? '', verdict: 'restarted' as const };
  const both = await Promise.all([admin.call(settleUsage, { body }), admin.call(settleUsage, { body })]);
  expect(both.map(({ code }) => code).sort()).toEqual(['200', '4092420']);
  expect(await one.days()).toMatchObject({ '2026-11-10': '540', '2026-11-11': '50' });
  expect(await one.used()).toBe('1590');
  await isWhole(one);
});

test('the carrier’s own day settles it, and stands as told; a figure that comes with its day is never unclear', async () => {
  const one = await newCard();
  await one.take('2026-11-10T10:00', '1500');
  await one.take('2026-11-10T12:00', '40');
  await one.take('2026-11-11T09:00', '90', { '2026-11-10': '545', '2026-11-11': '45' });
  expect((await one.read()).unclear).toMatchObject([{ settled: { as: 'restarted', by: 'days', bytes: '45' } }]);
  expect(await one.days()).toMatchObject({ '2026-11-10': '545', '2026-11-11': '45' });
  expect(await one.used()).toBe('1590');
  const other = await newCard();
  await other.take('2026-11-10T10:00', '1500', { '2026-11-10': '500' });
  await other.take('2026-11-10T12:00', '40', { '2026-11-10': '540' });
  expect((await other.read()).unclear).toEqual([]);
  expect(await other.used()).toBe('1540');
});

test('a fall that returns at once was none, and a small correction takes from the days before what its own does not hold', async () => {
  const one = await newCard();
  await one.take('2026-11-09T10:00', '1300');
  await one.take('2026-11-10T10:00', '1500');
  await one.take('2026-11-10T12:00', '40');
  await one.take('2026-11-10T13:00', '60');
  await one.take('2026-11-11T09:00', '1510');
  expect((await one.read()).unclear).toMatchObject([{ settled: { as: 'returned', by: 'reading', bytes: '0' } }]);
  expect(await one.days()).toEqual({ '2026-11-01': '0', '2026-11-09': '300', '2026-11-10': '210', '2026-11-11': '0' });
  await one.take('2026-11-12T09:00', '1200');
  expect(await one.days()).toMatchObject({ '2026-11-09': '200', '2026-11-10': '0', '2026-11-12': '0' });
  expect(await one.used()).toBe('1200');
  await isWhole(one);
});

test('after the turn a small old figure and a larger new one count once; what a late restart shows settles itself', async () => {
  turnTo('2026-11-29T09:00');
  const one = await newCard();
  await one.take('2026-11-27T03:00', '1040');
  expect(await one.read()).toMatchObject({ isTurning: true, unclear: [] });
  expect(await one.used()).toBe('1000');
  await one.take('2026-11-28T03:00', '1060');
  expect(await one.read()).toMatchObject({
    isTurning: false,
    beforeFirst: null,
    unclear: [{ kind: 'turn', restarted: '1060', wentOnDay: '2026-11-26', wentOn: '60' }],
  });
  await one.take('2026-11-28T09:00', '1065');
  expect(await one.used()).toBe('5');
  await one.take('2026-11-28T12:00', '20');
  expect((await one.read()).unclear).toMatchObject([{ settled: { as: 'wentOn', by: 'reading', bytes: '60' } }]);
  expect(await one.days()).toEqual({ '2026-11-01': '0', '2026-11-26': '60', '2026-11-28': '25' });
  expect(await one.used()).toBe('25');
  await isWhole(one, '2026-11-27');
});

test('a counter that has not fallen three days after the turn had restarted before it was read', async () => {
  turnTo('2026-12-02T09:00');
  const one = await newCard();
  await one.take('2026-11-27T03:00', '1040');
  await one.take('2026-11-28T03:00', '1060');
  await one.take('2026-11-29T03:00', '1070');
  expect(await one.used()).toBe('10');
  await one.take('2026-11-30T03:00', '1090');
  expect((await one.read()).unclear).toMatchObject([{ settled: { as: 'restarted', by: 'reading', bytes: '1060' } }]);
  expect(await one.days()).toEqual({ '2026-11-01': '0', '2026-11-28': '1060', '2026-11-29': '10', '2026-11-30': '20' });
  expect(await one.used()).toBe('1090');
  await isWhole(one, '2026-11-27');
});

test('what is unclear for three days is told to the platform once', async () => {
  await under.db.deleteFrom('usage.unclear_step').execute();
  const [one, other] = [await newCard(), await newCard()];
  for (const each of [one, other]) {
    await each.take('2026-11-10T10:00', '1500');
    await each.take('2026-11-10T12:00', '40');
  }
  const alarm = () => alarmUnclearJob.run(ctx, {}, new AbortController().signal);
  const told = async () =>
    (await (await by('admin')).ask(listInbox, { query: { titleContains: '用量不明' } as never })).list;
  turnTo('2026-11-13T11:59');
  await alarm();
  expect(await told()).toEqual([]);
  turnTo('2026-11-13T12:01');
  await alarm();
  await alarm();
  await vi.waitFor(async () => expect(await told()).toHaveLength(1), { timeout: 60_000, interval: 300 });
  const link = `/cardsManagement/cardDetailLt?iccid=${iccid(one.n)}`;
  expect(await told()).toMatchObject([{ title: '2 张卡的用量不明已超过 72 小时', link }]);
});
