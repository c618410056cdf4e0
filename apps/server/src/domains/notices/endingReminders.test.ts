import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { listInbox } from '@cardinal/contract/api/notices/inbox.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { addCards, card, cardsUnderTest, iccid } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { addRecord } from '@cardinal/testing/ordersUnderTest.ts';
import { expect, test, vi } from 'vitest';
import { remindEndingsJob } from '../renewals/endings/remindEndings.ts';

const under = await forThisFile(cardsUnderTest());
await under.work();

const remind = () => remindEndingsJob.run(under.ctx, {}, new AbortController().signal);
/** Signed in anew: sessions end with the days that pass. */
const told = async (account: string) =>
  (await (await under.anew(account)).ask(listInbox, { query: { titleContains: '套餐将在' } as never })).list;
/** The days of which somebody was reminded. */
const days = async () =>
  (
    await under.db
      .selectFrom('notices.receipt')
      .select('source')
      .distinct()
      .where('source', 'like', 'packagesEnding:12:%')
      .execute()
  ).length;
const reached = (n: number) => vi.waitFor(async () => expect(await days()).toBe(n), { timeout: 60_000, interval: 300 });
const endIn = (n: number, days: number) =>
  under.db
    .updateTable('cards.card')
    .set({ package_ends_at: new Date(under.clock.now().getTime() + days * DAY_MS + DAY_MS / 24) })
    .where('iccid', '=', iccid(n))
    .execute();

test('owners are told once on the mornings a package is 7, 3 or 1 days from its end, with nothing behind it', async () => {
  await addCards(
    under,
    [1, 2, 3, 4].map((n) => ({ n, customerId: '12' })),
  );
  await endIn(1, 5);
  await endIn(2, 40);
  await remind();
  // Nothing ends in 7, 3 or 1 days; the next morning but one a card has three left.
  under.clock.advance(2 * DAY_MS);
  await endIn(3, 0);
  // This one has its next package.
  await endIn(4, 1);
  await addRecord(under, { ...(await card(under, 4)), iccid: iccid(4) }, 1, 31, { state: 0 });
  const { id } = await card(under, 2);
  await endIn(2, 3);
  await under.db
    .insertInto('renewals.ignored_ending')
    .values({ card_id: id, customer_id: '12', until: '2099-01-01' })
    .execute();
  await remind();
  await remind();
  await reached(1);
  const [notice, ...more] = await told('enterprise');
  expect([notice, more]).toMatchObject([
    { title: '2 张卡的套餐将在 7 天内到期', summary: '3 天内 2 张，1 天内 1 张；没有后续套餐' },
    [],
  ]);
  // The list behind the link has as many, with what its screen adds.
  const [path, query] = String(notice?.link).split('?');
  expect(path).toBe('/cardsManagement/packageEndTips');
  const shown = await (await under.anew('enterprise')).ask(listCards, {
    query: {
      ...Object.fromEntries(new URLSearchParams(query)),
      hasNextPackage: 'false',
      ignoresEnding: 'false',
    } as never,
  });
  expect(shown.list.map((each) => each.iccid).sort()).toEqual([iccid(1), iccid(3)].sort());
  expect(await told('rival')).toEqual([]);
  under.clock.advance(DAY_MS);
  await remind();
  under.clock.advance(DAY_MS);
  await remind();
  await reached(2);
});
