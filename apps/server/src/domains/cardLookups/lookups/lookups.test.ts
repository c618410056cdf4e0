import {
  listOnlineLookups,
  noCardsFound,
  readOnlineLookup,
  startOnlineLookup,
} from '@cardinal/contract/api/cardLookups/onlineLookups.ts';
import { tooManyToLookUp } from '@cardinal/contract/api/cardLookups/refusals.ts';
import { editCustomerSetting } from '@cardinal/contract/api/settings/settings.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { addCards, cardsUnderTest, iccid, workOff } from '@cardinal/testing/cardsUnderTest.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { expect, test } from 'vitest';
import { forgetLookups } from './forgetLookups.ts';
import { concluded, onlineStateOf, type Step, whyUnknown } from './lookupRules.ts';

const under = await forThisFile(cardsUnderTest({ timeoutMs: 400 }));
const agent = await under.as('agent');
const rival = await under.as('rival');
await addCards(under, [
  ...[1, 2, 3, 4, 5].map((n) => ({ n, customerId: '10' })),
  { n: 6, customerId: '20' },
  { n: 7, customerId: '10', status: 'RETIRED' as const },
]);

const fault = (body: object) => under.jasper.control('POST', '/faults', body);
const rowsOf = async (taskId: string, who = agent) =>
  (await who.ask(listOnlineLookups, { query: { taskId: [taskId], sort: 'createdAt' } as never })).list;

test('five cards, one muted: four answers and one unknown, never offline; foreign and cancelled ones are told', async () => {
  await under.jasper.control('POST', '/jasper/sessions', { iccid: iccid(1), open: true });
  await under.jasper.control('POST', '/jasper/sessions', { iccid: iccid(2), open: false });
  await fault({ kind: 'timeout', operation: 'getSession', iccid: iccid(5) });
  const numbers = [1, 2, 3, 4, 5, 6, 7].map(iccid).join('\n');
  const started = await agent.ask(startOnlineLookup, { body: { numbers, depth: 'online' } });
  expect(started).toMatchObject({ cards: 5, notFound: [iccid(6)], cancelled: [iccid(7)] });
  expect((await rowsOf(started.taskId)).map((row) => [row.state, row.position])).toEqual(
    expect.arrayContaining([
      ['waiting', 0],
      ['waiting', 4],
    ]),
  );
  await workOff(under);
  const rows = new Map((await rowsOf(started.taskId)).map((row) => [row.iccid, row]));
  expect(rows.get(iccid(1))).toMatchObject({ state: 'done', onlineState: 1, source: 'live' });
  expect(rows.get(iccid(2))).toMatchObject({ state: 'done', onlineState: 0 });
  expect(rows.get(iccid(5))).toMatchObject({ state: 'done', onlineState: 2, words: '运营商未在时限内应答，可重试' });
  expect([...rows.values()].filter((row) => row.onlineState !== 2)).toHaveLength(4);
  const [card] = await under.db.selectFrom('cards.card').select('online_state').where('iccid', '=', iccid(1)).execute();
  expect(card?.online_state).toBe(1);
});

test('what was asked within half a minute is not asked again, and says so', async () => {
  await under.jasper.control('DELETE', '/faults');
  const ask = async () => {
    const { taskId } = await agent.ask(startOnlineLookup, { body: { numbers: iccid(3), depth: 'online' } });
    await workOff(under);
    return (await rowsOf(taskId))[0];
  };
  const calls = () => under.db.selectFrom('carriers.call').select('id').where('subject', '=', iccid(3)).execute();
  await ask();
  const before = (await calls()).length;
  expect(await ask()).toMatchObject({ source: 'recent', state: 'done' });
  expect(await calls()).toHaveLength(before);
  under.clock.advance(31_000);
  expect(await ask()).toMatchObject({ source: 'live' });
});

test('a diagnosis keeps its steps, and only the asker’s own tree reads it', async () => {
  const { taskId } = await agent.ask(startOnlineLookup, { body: { numbers: iccid(2), depth: 'diagnosis' } });
  await workOff(under);
  const [row] = await rowsOf(taskId);
  const id = row?.id ?? '';
  const told = await agent.ask(readOnlineLookup, { query: { id } });
  expect(told.steps.map(({ key, verdict }) => [key, verdict])).toEqual([
    ['status', 'good'],
    ['session', 'bad'],
  ]);
  expect(told.conclusion).not.toBeNull();
  await expect(rival.ask(readOnlineLookup, { query: { id } })).rejects.toThrow(notFound.code);
  expect(await rowsOf(taskId, rival)).toEqual([]);
});

test('nothing found and too many are refused, and nothing begins', async () => {
  const ask = (body: object) => agent.ask(startOnlineLookup, { body: { depth: 'online', ...body } as never });
  await expect(ask({ numbers: iccid(6) })).rejects.toThrow(noCardsFound.code);
  const many = Array.from({ length: 101 }, (_, n) => iccid(n)).join('\n');
  await expect(ask({ numbers: many })).rejects.toThrow(tooManyToLookUp.code);
});

test('who does not answer is shown as it was synced last, stays unknown, and is asked again alone', async () => {
  await under.jasper.control('DELETE', '/faults');
  const ask = (body: object) => agent.ask(startOnlineLookup, { body: { depth: 'online', ...body } as never });
  await ask({ numbers: iccid(1) });
  await workOff(under);
  const known = under.clock.now().toISOString();
  under.clock.advance(120_000);
  await fault({ kind: 'timeout', operation: 'getSession', iccid: iccid(1) });
  const first = await ask({ numbers: [2, 1].map(iccid).join() });
  await workOff(under);
  const rows = await rowsOf(first.taskId);
  expect(rows.find((row) => row.iccid === iccid(1))).toMatchObject({ onlineState: 2, source: 'sync', knownAt: known });
  expect(rows.find((row) => row.iccid === iccid(2))).toMatchObject({ source: 'live' });
  await under.jasper.control('DELETE', '/faults');
  // Repeated missing answers have opened the breaker.
  await under.db.updateTable('carriers.gate').set({ failures: 0, opened: 0, open_until: null }).execute();
  await expect(rival.ask(startOnlineLookup, { body: { depth: 'online', unknownOf: first.taskId } })).rejects.toThrow(
    noCardsFound.code,
  );
  const second = await ask({ unknownOf: first.taskId });
  expect(second.cards).toBe(1);
  await workOff(under);
  expect(await rowsOf(second.taskId)).toMatchObject([{ iccid: iccid(1), onlineState: 1, source: 'live' }]);
});

test('the first thing that explains it is told; what is not known is claimed by nobody', () => {
  const fine = { state: 'good', words: text('正常', 'Fine') } as const;
  const step = (key: Step['key'], verdict: Step['verdict'], advice: string | null = null): Step => ({
    key,
    verdict,
    words: text(key, key),
    advice: advice === null ? null : text(advice, advice),
  });
  expect(concluded(fine, [step('power', 'bad', 'charge'), step('session', 'bad')]).words.en).toBe('power: charge');
  expect(concluded(fine, [step('session', 'good')])).toMatchObject({ state: 'good' });
  expect(concluded(fine, [step('session', 'bad')])).toMatchObject({ state: 'attention' });
  expect(concluded(fine, [step('status', 'bad', 'activate'), step('session', 'good')])).toMatchObject({
    state: 'attention',
    words: { en: 'Online; besides: status: activate' },
  });
  expect(concluded(fine, [step('session', 'unknown')])).toMatchObject({ state: 'attention' });
  const stopped = { state: 'bad', words: text('停机', 'Stopped') } as const;
  expect(concluded(stopped, [step('power', 'bad')])).toBe(stopped);
  expect(onlineStateOf({ kind: 'unclear', words: text('无', 'none') })).toBe(2);
  expect(whyUnknown({ kind: 'refused', code: 'notOffered', words: text('无', 'none') })?.en).toContain('Not supported');
});

test('answers go after the days their customer keeps them, another’s stay', async () => {
  const count = async () => {
    const rows = await under.db
      .selectFrom('card_lookups.online_lookup')
      .select('id')
      .where('customer_id', '=', '10')
      .execute();
    return rows.length;
  };
  const before = await count();
  expect(before).toBeGreaterThan(0);
  const set = (value: number | null) =>
    admin.ask(editCustomerSetting, { body: { customerId: '10', name: 'lookupDays', value } });
  const admin = await under.as('admin');
  await set(30);
  expect(await forgetLookups(under.ctx, new AbortController().signal)).toBe(0);
  under.clock.advance(31 * 86_400_000);
  expect(await forgetLookups(under.ctx, new AbortController().signal)).toBe(before);
  expect(await count()).toBe(0);
});
