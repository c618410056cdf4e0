import { cardsUnderTest } from '@cardinal/testing/cardsUnderTest.ts';
import { control } from '@cardinal/testing/carriers.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { renewalsUnderTest } from '@cardinal/testing/renewalsUnderTest.ts';
import { beforeEach, expect, test } from 'vitest';
import { verifyLedger } from '../ledger/face.ts';

const under = await forThisFile(cardsUnderTest());
const shop = await renewalsUnderTest(under);
const { contractOf, chargesOf } = shop;
await shop.newCards([1, 2, 3, 4, 5, 6, 7, 8, 9]);
const simulator = under.jasper;

const recordsOf = async (cardId: string) =>
  under.db.selectFrom('orders.package_usage').selectAll().where('card_id', '=', cardId).orderBy('starts_at').execute();
const tradesOf = async (no: string) => {
  const { trades } = (await control(simulator, 'GET', '/wechat/trades')) as { trades: { tradeNo: string; paid: number }[] };
  return trades.filter(({ tradeNo }) => tradeNo === no);
};
const whole = async () => expect(await verifyLedger(under.ctx)).toEqual([]);

beforeEach(() => under.clock.advance(61_000));

test('signed, the first period is charged at once; the next one is announced and charged 2 days before the end and queued', async () => {
  const user = await shop.signIn('1');
  const cardId = await shop.bind(user, 1);
  const id = await shop.sign(user, cardId);
  expect(await contractOf(id)).toMatchObject({ state: 1, periods: 1, ended_at: null });
  const [first] = await recordsOf(cardId);
  const [one, two] = await chargesOf(id);
  expect([one, two]).toMatchObject([
    { period: 1, amount: '1500', state: 'paid' },
    { period: 2, amount: '1200', state: 'waiting' },
  ]);
  const endsAt = first?.ends_at as Date;
  const daysBefore = (endsAt.getTime() - (two?.charge_at.getTime() ?? 0)) / 86_400_000;
  expect(Math.round(daysBefore)).toBe(2);
  // Announced two days before, not charged before the payer could decide.
  await shop.toCharge(id);
  expect((await chargesOf(id))[1]).toMatchObject({ state: 'announced', tries: 0 });
  await shop.toCharge(id);
  await shop.setUp(id);
  const [, paid, third] = await chargesOf(id);
  expect(paid).toMatchObject({ state: 'paid', tries: 1 });
  expect(third).toMatchObject({ period: 3, state: 'waiting' });
  expect(await contractOf(id)).toMatchObject({ state: 1, periods: 2 });
  const records = await recordsOf(cardId);
  expect(records).toHaveLength(2);
  expect(records[1]?.starts_at).toEqual(endsAt);
  // The same notice again changes nothing.
  const { notices } = (await control(simulator, 'GET', '/wechat/notices')) as {
    notices: { id: number; kind: string; subject: string }[];
  };
  const heard = notices.find(({ kind, subject }) => kind === 'payment' && subject === paid?.trade_no);
  await control(simulator, 'POST', `/wechat/notices/${heard?.id}/resend`, { times: 3 });
  expect(await recordsOf(cardId)).toHaveLength(2);
  expect(await contractOf(id)).toMatchObject({ periods: 2 });
  expect(await tradesOf(paid?.trade_no ?? '')).toMatchObject([{ paid: 1_200 }]);
  await whole();
});
